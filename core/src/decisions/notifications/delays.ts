import { type Incident, isExpiry } from '../../documents/incident.ts';
import type { SkipCode } from '../../documents/message.ts';
import type { Announced } from '../../documents/outbox.ts';
import { ALERT } from '../../values/limits.ts';
import { compareSeverity, type Severity } from '../../values/severity.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { quietHoursEnd } from './quiet-hours.ts';
import { type MaintenancePeriod, maintenanceEnd, type Policy, type SubjectIncident } from './subject.ts';

/** A failure to announce. `own`: what was announced of its incident; `last`: of its subject. */
export type Failure = Omit<SubjectIncident, 'id'> & {
  own: Announced | null;
  last: Announced | null;
  policy: Policy;
  severity: Severity;
};

/** Returns until when a rule holds a failure that it holds at that time, epoch ms; null if it does not hold it. */
type HeldUntil = (failure: Failure, atMs: number) => number | null;

/** The rules that can hold a failure. */
export type HoldCode = SkipCode | 'silence' | 'quietHours';

/** Rules that hold failures (docs/notifications.md, Delays). Failures that end while held are still announced. */
const ANNOUNCED_LATER: readonly { code: HoldCode; heldUntil: HeldUntil }[] = [
  { code: 'silence', heldUntil: silenceEnd },
  { code: 'quietHours', heldUntil: quietUntil },
];

/**
 * Rules that apply after those above. If a failure ends while held, it is only logged, with the `code` of the last rule
 * that held it.
 */
const ONLY_LOGGED: readonly { code: SkipCode; heldUntil: HeldUntil }[] = [
  { code: 'delay', heldUntil: delayEnd },
  { code: 'acknowledged', heldUntil: acknowledgedUntil },
  { code: 'snoozed', heldUntil: snoozedUntil },
  { code: 'maintenance', heldUntil: ({ maintenance }, atMs) => maintenanceEnd(maintenance, atMs) },
  { code: 'dependency', heldUntil: coveredUntil },
  { code: 'offDuty', heldUntil: ({ policy }, atMs) => maintenanceEnd(policy.offDuty ?? [], atMs) },
];

/** Returns until when a failure that continues is held, epoch ms: not later than now if no rule holds it, infinite until a change. */
export function heldUntil(failure: Failure, nowMs: number): number {
  return holdOf(failure, nowMs)?.untilMs ?? 0;
}

/** Returns the rule that holds a failure for longest, and until when, epoch ms; null if none does. */
export function holdOf(failure: Failure, nowMs: number): { code: HoldCode; untilMs: number } | null {
  const holds = [...ANNOUNCED_LATER, ...ONLY_LOGGED].flatMap((each) => {
    const untilMs = each.heldUntil(failure, nowMs) ?? 0;
    return untilMs > nowMs ? [{ code: each.code, untilMs }] : [];
  });
  return holds.reduce<(typeof holds)[number] | null>(
    (longest, each) => (longest && longest.untilMs > each.untilMs ? longest : each),
    null,
  );
}

/** Like heldUntil, but for a failure that has ended and will still be announced. */
export function announcedFrom(failure: Failure, nowMs: number): number {
  return Math.max(...ANNOUNCED_LATER.map((each) => each.heldUntil(failure, nowMs) ?? 0));
}

/** Returns why a failure that ended at that time is only logged; null if it is announced. */
export function skipCodeOf(failure: Failure, endedAtMs: number): SkipCode | null {
  const holding = ONLY_LOGGED.findLast((each) => (each.heldUntil(failure, endedAtMs) ?? 0) > endedAtMs);
  return holding?.code ?? null;
}

/**
 * Returns until when a failure waits for other locations, epoch ms: 8 s from the change, and at most 10 s from the first of
 * the recent failing checks, but 2 s from the change in any case.
 */
export function gatheringEnd({ changedAt, updates }: Pick<Incident, 'changedAt' | 'updates'>, nowMs: number): number {
  const endMs = Math.min(
    changedAt + ALERT.holdMs,
    firstFailedAt({ changedAt, updates }, nowMs) + ALERT.holdFromFailureMs,
  );
  return Math.max(endMs, changedAt + ALERT.holdAtLeastMs);
}

/** Returns when the first of the recent failing checks was, epoch ms. */
export function firstFailedAt({ changedAt, updates }: Pick<Incident, 'changedAt' | 'updates'>, nowMs: number): number {
  const recent = updates.flatMap(({ event, createdAt }) =>
    (event === 'opened' || event === 'widened') && createdAt > nowMs - MINUTE_MS ? [createdAt] : [],
  );
  return Math.min(changedAt, ...recent);
}

/**
 * It counts from the last failure that was announced of the same URL. None if there is none, or if this one is more
 * severe. What expires has none.
 */
function silenceEnd({ incident, last, severity, policy }: Failure): number | null {
  if (!last || last.failureAt === null || last.failureSeverity === null || incident.type !== 'downtime') return null;
  if (last.url !== incident.endpoint.url || compareSeverity(severity, last.failureSeverity) > 0) return null;
  return last.failureAt + policy.silenceMs;
}

function quietUntil({ policy: { quietHours }, severity }: Failure, atMs: number): number | null {
  if (quietHours === null || (quietHours.passesCritical && severity === 'critical')) return null;
  return quietHoursEnd(quietHours, atMs);
}

/**
 * It counts from the first outage, else the opening; from the end of the maintenance that this lies in, or of the time in which
 * its cause held it: it was not announced before.
 */
export function delayEnd(
  failure: Pick<Failure, 'incident' | 'maintenance' | 'causeOutages' | 'policy'>,
): number | null {
  const { incident, maintenance, policy } = failure;
  if (policy.delayMs === 0) return null;
  const { earlierOutages, outage, triggeredAt } = incident;
  const first = earlierOutages[0] ?? outage;
  // Only the newest outages are stored.
  const startedAt = first?.number === 1 ? first.startedAt : triggeredAt;
  // One that still holds it has no end to count from.
  const covers = coversOf(failure, 0);
  return (maintenanceEnd([...maintenance, ...covers], startedAt) ?? startedAt) + policy.delayMs;
}

/**
 * Until what its monitor depends on has recovered, and it has been checked again since: what is down is checked each minute.
 * It may be noticed before its cause is. While the cause is down, that is read again now and then: it may be deleted.
 */
function coveredUntil(failure: Failure, atMs: number): number | null {
  return maintenanceEnd(coversOf(failure, atMs + ALERT.coveredAgainMs), atMs);
}

/** The periods in which causes hold a failure. `openUntilMs`: the end of those that go on. */
function coversOf(
  { incident, causeOutages }: Pick<Failure, 'incident' | 'causeOutages'>,
  openUntilMs: number,
): MaintenancePeriod[] {
  if (isExpiry(incident)) return [];
  return (causeOutages ?? []).map(({ startsAt, endsAt }) => ({
    startsAt: startsAt - ALERT.awaitCauseMs,
    endsAt: endsAt === null ? openUntilMs : endsAt + ALERT.coveredAfterMs,
  }));
}

/** Returns until when a failure waits for its cause to be noticed, epoch ms; what it depends on is checked at once. */
export function causeAwaitedUntil({ incident, causeOutages }: Pick<Failure, 'incident' | 'causeOutages'>): number {
  return causeOutages ? (incident.outage?.startedAt ?? incident.triggeredAt) + ALERT.awaitCauseMs : 0;
}

/** A channel that gets no failures announces them by their recovery, which no snooze and no acknowledgement holds. */
function snoozedUntil({ incident, policy }: Failure): number | null {
  return policy.events.includes('failure') ? incident.snoozedUntil : null;
}

/**
 * An acknowledgement does not hold an outage that started after it if the end of the previous one was announced: people
 * believe that the endpoint is up.
 */
function acknowledgedUntil({ incident, own, severity, policy }: Failure, atMs: number): number | null {
  const { acknowledgement, outage } = incident;
  if (!acknowledgement || acknowledgement.at > atMs || !policy.events.includes('failure')) return null;
  const isNewOutage = outage !== null && outage.startedAt > acknowledgement.at;
  const isBelievedUp = own !== null && own.sentAt !== null && own.state !== 'down' && own.state !== 'flapping';
  if (isNewOutage && isBelievedUp) return null;
  return compareSeverity(severity, acknowledgement.severity) > 0 ? null : Number.POSITIVE_INFINITY;
}
