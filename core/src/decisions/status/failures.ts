import { type Incident, isFlapping, runningOutage } from '../../documents/incident.ts';
import type { CheckError } from '../../values/check.ts';
import type { Evidence } from '../../values/check-answer.ts';
import { type CheckOptions, optionsOfType } from '../../values/check-options.ts';
import { clip } from '../../values/clip.ts';
import { excerptOf, lastLineOf } from '../../values/excerpt.ts';
import type { FailureLine } from '../../values/failure-line.ts';
import { LIMITS } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { SERVER_LOCATION } from '../../values/server-location.ts';
import type { Votes } from '../../values/vote.ts';
import type { VerdictUpdate } from './decide-endpoint.ts';

/** Evidence to store; `outage` is the number of the outage that it belongs to or leads to. */
export type NewEvidence = { location: LocationCode; outage: number; evidence: Evidence };

/** An incident before and after a verdict; `changed` is null if it stays as it is. `check`: the endpoint's options. */
type Verdict = {
  open: Incident | null;
  changed: Incident | null;
  update: VerdictUpdate;
  counting: Votes;
  check: CheckOptions | null;
};

/**
 * Adds what a location received when it starts to fail (docs/status.md, Evidence): one line to the incident and, if the
 * agent sent it, the evidence itself, once for each location and outage, and only the first ones of an endpoint that
 * flaps.
 */
export function recordFailure({ open, changed, update, counting, check }: Verdict): {
  downtime: Incident | null;
  evidence: NewEvidence | null;
} {
  const { location, verdict, evidence } = update;
  const isNew = changed?.downLocations.includes(location) && !open?.downLocations.includes(location);
  if (verdict.up || !changed || !isNew) return { downtime: changed, evidence: null };
  const outage = runningOutage(changed)?.number ?? (changed.outage?.number ?? 0) + 1;
  const isKnown = changed.failures[location]?.outage === outage;
  const failures = isKnown
    ? currentFailures(changed)
    : { ...currentFailures(changed), [location]: failureLine(update, outage, check) };
  return {
    downtime: { ...changed, failures, upStatuses: upStatuses(counting) },
    evidence: evidence && !isKnown && !isFlapping(open) ? { location, outage, evidence } : null,
  };
}

/** Returns the failures of the newest outage, and of earlier ones at locations that have been down since. */
function currentFailures({ failures, outage, downLocations }: Incident): Incident['failures'] {
  const isCurrent = ([code, line]: [string, FailureLine]) =>
    line.outage >= (outage?.number ?? 0) || downLocations.some((each) => each === code);
  return Object.fromEntries(Object.entries(failures).filter(isCurrent));
}

function failureLine(
  { location, verdict, evidence }: VerdictUpdate,
  outage: number,
  check: CheckOptions | null,
): FailureLine {
  const { since: at, statusCode, error } = verdict;
  const alone = verdict.alone ? { alone: true as const } : {};
  if (!evidence) return { at, statusCode, error, excerpt: '', assertion: null, outage, ...alone };
  const { failed } = evidence;
  const expected = expectedText(failed.error ?? error, check);
  return {
    at: failed.at,
    statusCode: failed.statusCode,
    error: failed.error ?? error,
    excerpt: location === SERVER_LOCATION ? lastLineOf(failed.body) : excerptOf(failed.body),
    assertion: failed.failedAssertions[0] ?? null,
    outage,
    ...(expected !== '' && { expected }),
    ...(evidence.lastGood && location === SERVER_LOCATION && { lastGoodAt: evidence.lastGood.at }),
    ...alone,
  };
}

/** What a check expects that received something else: a text, or DNS records; '' for other errors. */
function expectedText(error: CheckError | null, check: CheckOptions | null): string {
  const text = optionsOfType(check, 'tcp')?.banner ?? optionsOfType(check, 'ws')?.expect ?? '';
  const records = optionsOfType(check, 'dns')?.expected ?? [];
  return clip(error === 'text' ? text : error === 'records' ? records.join(', ') : '', LIMITS.excerptLength);
}

function upStatuses(counting: Votes): Incident['upStatuses'] {
  const up = Object.entries(counting).flatMap(([code, { up: isUp, statusCode }]) =>
    isUp ? [[code, statusCode ?? null] as const] : [],
  );
  return Object.fromEntries(up);
}
