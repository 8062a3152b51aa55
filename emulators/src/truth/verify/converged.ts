import { MINUTE_MS } from '@farwatch/core/values/time';
import type { World } from '../world.ts';
import { receivedContents } from './announcements.ts';
import { getsFailures, type Incident, isAdmitted, RULES, rankOf } from './holds.ts';
import {
  ARRIVES_WITHIN_MS,
  incidentAt,
  isDelivering,
  isHeldAt,
  type Life,
  livesOf,
  type State,
  stateOf,
  timesOf,
} from './incident-life.ts';
import { type Finding, formatTime } from './observations.ts';

type Received = ReturnType<typeof receivedContents>;
type Announced = State & { atMs: number };

/**
 * A state that is true, and held by no rule for a minute and a half, is what the channel announced last: down with that
 * severity, failing from some locations, or over.
 */
export function checkConverged(world: World): Finding[] {
  const received = receivedContents(world);
  return livesOf(world).flatMap((life) => checkLife(life, received));
}

function checkLife(life: Life, received: Received): Finding[] {
  const { world, versions, id } = life;
  const [first] = versions;
  const announced = announcedOf(received, id);
  const failures = failureTimes(received, first?.incident);
  let key = '';
  let sinceMs = Number.POSITIVE_INFINITY;
  for (const atMs of timesOf(life, first?.fromMs ?? 0, world.timeline.nowMs)) {
    const incident = incidentAt(life, atMs);
    if (!incident) continue;
    const truth = stateOf(incident);
    const isFree = isDelivering(world, atMs) && isUnheld(life, truth, failures, atMs);
    const newKey = isFree ? JSON.stringify(truth) : '';
    if (newKey !== key) sinceMs = atMs;
    key = newKey;
    if (key === '' || atMs < sinceMs + ARRIVES_WITHIN_MS) continue;
    const last = announced.findLast((each) => each.atMs <= atMs);
    if (!isAnnounced(life, truth, last)) {
      const what = `${id} is ${describe(truth)} at ${formatTime(atMs)}, announced ${last ? describe(last) : 'nothing'}`;
      return [{ rule: 'what nothing holds is announced', what }];
    }
    if (truth.state === 'over') return [];
  }
  return [];
}

function isUnheld(life: Life, { state, severity }: State, failures: readonly number[], atMs: number): boolean {
  if (state === 'over') return isHeldAt(life, 'quiet hours', atMs, 'informational') === false;
  const silentMs = (life.owner.silenceMin + 2) * MINUTE_MS;
  const isSilent = life.owner.silenceMin > 0 && failures.some((each) => each <= atMs && each > atMs - silentMs);
  return !isSilent && RULES.every((rule) => isHeldAt(life, rule, atMs, severity) === false);
}

/** Whether the channel has announced at least the true state. */
function isAnnounced({ owner }: Life, truth: State, last: Announced | undefined): boolean {
  const { state, outage, severity } = truth;
  if (state === 'over') return last === undefined || last.state === 'over';
  if (!getsFailures(owner) || !isAdmitted(owner, severity)) return state === 'down' || last?.state !== 'down';
  const isSame = last?.state === state && (state === 'partial' || last.outage === outage);
  return isSame && rankOf(last.severity) >= rankOf(severity);
}

/** Lists what the channel has announced of an incident, step by step. */
function announcedOf(received: Received, id: string): Announced[] {
  return received.flatMap(({ content, message: { atMs } }): Announced[] => {
    const { kind, incidentId, severity, values } = content;
    const outage = content.outage ?? 0;
    if (incidentId !== id || kind === 'reminder') return [];
    if (kind === 'outage' || kind === 'worse' || kind === 'down_again')
      return [{ state: 'down', outage, severity, atMs }];
    const isPartial = kind === 'partial' || values.stillFailing.length > 0;
    return [{ state: isPartial ? 'partial' : 'over', outage: 0, severity, atMs }];
  });
}

/** When a silence period of the incident's endpoint may have started. */
function failureTimes(received: Received, incident: Incident | undefined): number[] {
  return received.flatMap(({ content: { endpointId, kind }, message }) =>
    endpointId === incident?.endpointId && kind !== 'recovery' && kind !== 'partial_over' ? message.atMs : [],
  );
}

function describe({ state, outage, severity }: State): string {
  return state === 'down' ? `down for the ${outage}. time (${severity})` : `${state} (${severity})`;
}
