import type { Incident } from '../../documents/incident.ts';
import type { SkipCode } from '../../documents/message.ts';
import type { Announced } from '../../documents/outbox.ts';
import { ALERT } from '../../values/limits.ts';
import { compareSeverity, type Severity } from '../../values/severity.ts';
import { MINUTE_MS } from '../../values/time.ts';
import { quietHoursEnd } from './quiet-hours.ts';
import { maintenanceEnd, type Policy, type SubjectIncident } from './subject.ts';

/** A failure to announce. `last`: what was announced last of its subject. */
export type Failure = Omit<SubjectIncident, 'id'> & { last: Announced | null; policy: Policy; severity: Severity };

/**
 * What holds failures (docs/notifications.md, Delays). `heldUntil`: when that ends, epoch ms, infinite for until the
 * incident changes; it holds if that is later than `atMs`. `code`: why what is over by then is only logged; null if it
 * is said.
 */
type Delay = { code: SkipCode | null; heldUntil: (failure: Failure, atMs: number) => number | null };

/** Of several that hold, the last one decides whether what is over by then is said. */
const DELAYS: readonly Delay[] = [
  { code: null, heldUntil: silenceEnd },
  { code: null, heldUntil: quietUntil },
  { code: 'delay', heldUntil: delayEnd },
  { code: 'acknowledged', heldUntil: acknowledgedUntil },
  { code: 'snoozed', heldUntil: ({ incident }) => incident.snoozedUntil },
  { code: 'maintenance', heldUntil: ({ maintenance }, atMs) => maintenanceEnd(maintenance, atMs) },
];

/** Until when a failure that goes on is held, epoch ms: not later than now if it is not. */
export function heldUntil(failure: Failure, nowMs: number): number {
  return endOf(DELAYS, failure, nowMs);
}

/** The same of one that is over and is to be said. */
export function saidFrom(failure: Failure, nowMs: number): number {
  const saying = DELAYS.filter(({ code }) => code === null);
  return endOf(saying, failure, nowMs);
}

function endOf(delays: readonly Delay[], failure: Failure, nowMs: number): number {
  return Math.max(...delays.map((delay) => delay.heldUntil(failure, nowMs) ?? 0));
}

/** Why what ended at that time is only logged; null if it is said. */
export function skipCodeOf(failure: Failure, endedAtMs: number): SkipCode | null {
  return DELAYS.findLast((delay) => (delay.heldUntil(failure, endedAtMs) ?? 0) > endedAtMs)?.code ?? null;
}

/**
 * Until when a failure waits for other locations, epoch ms: 8 s from the change, and at most 10 s from the first of the
 * recent failing checks.
 */
export function gatheringEnd({ changedAt, updates }: Pick<Incident, 'changedAt' | 'updates'>, nowMs: number): number {
  const recent = updates.flatMap(({ event, createdAt }) =>
    (event === 'opened' || event === 'widened') && createdAt > nowMs - MINUTE_MS ? [createdAt] : [],
  );
  const firstFailedAt = Math.min(changedAt, ...recent);
  return Math.min(changedAt + ALERT.holdMs, firstFailedAt + ALERT.holdFromFailureMs);
}

/**
 * It counts from the last failure that was announced of the same URL. None if there is none, or if this one is more
 * severe. Certificates have none.
 */
function silenceEnd({ incident, last, severity, policy }: Failure): number | null {
  if (!last || last.failureAt === null || last.failureSeverity === null || incident.type === 'certificate') return null;
  if (last.url !== incident.endpoint.url || compareSeverity(severity, last.failureSeverity) > 0) return null;
  return last.failureAt + policy.silenceMs;
}

function quietUntil({ policy: { quietHours }, severity }: Failure, atMs: number): number | null {
  if (quietHours === null || (quietHours.passesCritical && severity === 'critical')) return null;
  return quietHoursEnd(quietHours, atMs);
}

/** It counts from the first outage, else the opening; from the end of the maintenance that this lies in. */
function delayEnd({ incident, maintenance, policy }: Failure): number | null {
  if (policy.delayMs === 0) return null;
  const { earlierOutages, outage, triggeredAt } = incident;
  const first = earlierOutages[0] ?? outage;
  // Only the newest outages are stored.
  const startedAt = first?.number === 1 ? first.startedAt : triggeredAt;
  return (maintenanceEnd(maintenance, startedAt) ?? startedAt) + policy.delayMs;
}

function acknowledgedUntil({ incident: { acknowledgement }, severity }: Failure, atMs: number): number | null {
  if (!acknowledgement || acknowledgement.at > atMs) return null;
  return compareSeverity(severity, acknowledgement.severity) > 0 ? null : Number.POSITIVE_INFINITY;
}
