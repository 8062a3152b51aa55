import { type Incident, isExpiry } from '../../documents/incident.ts';
import { FAILURE_KINDS, type MessageKind, RECOVERY_KINDS, type SkipCode } from '../../documents/message.ts';
import type { Announced } from '../../documents/outbox.ts';
import { hostOf } from '../../values/host-of.ts';
import { ALERT } from '../../values/limits.ts';
import type { LocationCode } from '../../values/locations.ts';
import { compareSeverity, type Severity } from '../../values/severity.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { quietHoursEnd } from './quiet-hours.ts';
import { isFailures, type MaintenancePeriod, maintenanceEnd, type Policy, type SubjectIncident } from './subject.ts';

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
function firstFailedAt({ changedAt, updates }: Pick<Incident, 'changedAt' | 'updates'>, nowMs: number): number {
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

/** What one message gathers: the failures of the endpoints at one host, or their recoveries. */
export type Gathered = { host: string; side: 'failure' | 'recovery' };

/** A subject of which a message is due since `readyAt`, epoch ms. */
export type ReadySubject = Gathered & { key: string; readyAt: number; incident: Incident };

/** A subject of which nothing is due before `untilMs`, epoch ms; earlier if it waits for locations and all have answered. */
export type WaitingSubject = Gathered & { key: string; untilMs: number; waitsForLocations: boolean };

type Siblings = {
  ready: readonly ReadySubject[];
  waiting: readonly WaitingSubject[];
  announced: Readonly<Record<string, Announced>>;
  /** How many endpoints are checked at each host; null if that was not read. */
  hosts: ReadonlyMap<string, number> | null;
  nowMs: number;
};

/**
 * Until when each of these subjects waits for its siblings, epoch ms, by key. `unreadAt`: locations at which the endpoints are
 * to be read first, since some of them are held only in case that there are others at their host.
 */
type Held = { heldUntil: ReadonlyMap<string, number>; unreadAt: ReadonlySet<LocationCode> };

/** The host and side that a message is gathered by; null if it is sent alone. */
export function gatheredBy(kind: MessageKind, url: string): Gathered | null {
  const host = hostOf(url);
  const side = FAILURE_KINDS.includes(kind) ? 'failure' : RECOVERY_KINDS.includes(kind) ? 'recovery' : null;
  return host === null || side === null ? null : { host, side };
}

/** The host and side as one text. */
export function gatheringKey({ host, side }: Gathered): string {
  return `${side} ${host}`;
}

/**
 * Decides which messages wait for those of their siblings, the endpoints at the same host (docs/notifications.md, Delays).
 * Those of one host go together.
 */
export function holdForSiblings(siblings: Siblings): Held {
  const { nowMs, hosts } = siblings;
  const untilByKey = new Map<string, number>();
  const unreadAt = new Set<LocationCode>();
  for (const group of Map.groupBy(siblings.ready, gatheringKey).values()) {
    const firstMs = Math.min(...group.map(({ readyAt }) => readyAt));
    const settledMs = untilSettled(group, firstMs, siblings);
    const untilMs = Math.max(settledMs, untilSeen(group, firstMs, siblings));
    if (untilMs <= nowMs) continue;
    for (const { key, side, incident } of group) {
      untilByKey.set(key, untilMs);
      if (hosts === null && side === 'failure' && settledMs <= nowMs) unreadAt.add(incident.location);
    }
  }
  return { heldUntil: untilByKey, unreadAt };
}

/** Until the siblings that are known to fail, or to recover, can be announced, too. */
function untilSettled(group: readonly ReadySubject[], firstMs: number, { waiting }: Siblings): number {
  const times = waiting.flatMap((each) => {
    if (!isOf(group, each)) return [];
    if (each.waitsForLocations) return [Math.min(each.untilMs, firstMs + ALERT.holdMs)];
    return each.untilMs <= firstMs + ALERT.siblingsMs ? [each.untilMs] : [];
  });
  return Math.max(0, ...times);
}

/**
 * Until it shows whether the other endpoints at the host fail, or those that were announced as failing recover: agents check
 * them with the first contrary check, but only a few in a second, so that each one that joins may be followed by another.
 */
function untilSeen(group: readonly ReadySubject[], firstMs: number, siblings: Siblings): number {
  const { ready, waiting, nowMs } = siblings;
  const known = new Set([...ready, ...waiting].flatMap((each) => (isOf(group, each) ? [each.key] : [])));
  if (known.size === 1 && group.every(failedAlone)) return 0;
  if (!mayHaveOthers(group, known, siblings)) return 0;
  const untilMs = Math.max(...group.map(({ incident }) => incident.changedAt)) + ALERT.siblingsMs;
  if (known.size > 1) return Math.min(untilMs, firstMs + ALERT.holdMs);
  const failedAtMs = group.flatMap(({ side, incident }) =>
    side === 'failure' ? [firstFailedAt(incident, nowMs) + ALERT.siblingsFromFailureMs] : [],
  );
  return Math.min(untilMs, ...failedAtMs);
}

/**
 * Whether a location that saw the failure in the minute before its change had found all the others at the host well by then: one
 * that has failed for longer knows nothing of why more locations fail now.
 */
function failedAlone({ side, incident: { failures, changedAt } }: ReadySubject): boolean {
  return side === 'failure' && Object.values(failures).some(({ alone, at }) => alone && at > changedAt - MINUTE_MS);
}

function isOf([first]: readonly ReadySubject[], other: Gathered): boolean {
  return first !== undefined && gatheringKey(first) === gatheringKey(other);
}

function mayHaveOthers(
  [first]: readonly ReadySubject[],
  known: ReadonlySet<string>,
  { announced, hosts }: Siblings,
): boolean {
  if (!first) return false;
  const failing = Object.entries(announced).flatMap(([key, { state, isClosed, url }]) =>
    isFailures(key) && state !== 'over' && !isClosed && hostOf(url) === first.host ? [key] : [],
  );
  if (first.side === 'recovery') return failing.some((key) => !known.has(key));
  return hosts === null || (hosts.get(first.host) ?? 0) > new Set([...known, ...failing]).size;
}
