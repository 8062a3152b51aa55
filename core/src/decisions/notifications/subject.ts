import type { ChannelEvent } from '../../documents/channel.ts';
import type { Incident } from '../../documents/incident.ts';
import type { Occurrence } from '../../documents/maintenance.ts';
import type { Monitor } from '../../documents/monitor.ts';
import type { QuietHours } from '../../values/channel-timing.ts';
import { readDependency } from '../../values/dependency.ts';
import type { SeverityFilter } from '../../values/severity-filter.ts';
import type { Transition } from '../../values/transition.ts';

/** A period of maintenance, epoch ms. */
export type MaintenancePeriod = Pick<Occurrence, 'startsAt' | 'endsAt'>;

/** When something that a monitor depends on was down, epoch ms; `endsAt` is null while it is. */
export type CauseOutage = { startsAt: number; endsAt: number | null };

/**
 * An incident, and the maintenance of its monitor. `causeOutages`: of what the monitor depends on, in the last 25 h; null or
 * nothing if it depends on nothing.
 */
export type SubjectIncident = {
  id: string;
  incident: Incident;
  maintenance: readonly MaintenancePeriod[];
  causeOutages?: readonly CauseOutage[] | null;
};

/** What is read of a monitor that others depend on. */
export type Cause = Pick<Monitor, 'transitions' | 'order'>;

/**
 * Returns when what a monitor depends on was down, by `causes`, the monitors by their ids; null if nothing of it exists. A
 * monitor as a whole is down while one of its endpoints is. A status that is not known covers nothing.
 */
export function causeOutagesOf(
  dependsOn: readonly string[],
  causes: ReadonlyMap<string, Cause>,
): readonly CauseOutage[] | null {
  const found = dependsOn.flatMap((each) => {
    const { monitorId, endpointId } = readDependency(each);
    const { order, transitions } = causes.get(monitorId) ?? { order: [], transitions: [] };
    const ids = order.filter((id) => endpointId === null || id === endpointId);
    return ids.map((id) => transitions.filter(({ endpoint }) => endpoint === id));
  });
  return found.length === 0 ? null : found.flatMap(outagesIn);
}

function outagesIn(transitions: readonly Transition[]): CauseOutage[] {
  return transitions.flatMap(({ to, at }, index) => {
    if (to !== 'down' || transitions[index - 1]?.to === 'down') return [];
    return [{ startsAt: at, endsAt: transitions.slice(index).find((later) => later.to !== 'down')?.at ?? null }];
  });
}

/**
 * What a channel admits, and when. `sinceMs`: what ended before is not announced. `delayMs`: how long an incident must
 * last. `reminderMs`: how often an outage that goes on is repeated; null for never.
 */
export type Policy = {
  filter: SeverityFilter;
  silenceMs: number;
  sinceMs: number;
  delayMs: number;
  quietHours: QuietHours | null;
  reminderMs: number | null;
  /** Whether the channel announces slow endpoints. */
  alsoSlow: boolean;
  /** What the channel gets. */
  events: readonly ChannelEvent[];
  /** Whether the service keeps an alert open until it is closed. */
  holdsAlerts: boolean;
  /** When the channel's person is off duty; nothing for a channel without a rotation. */
  offDuty?: readonly MaintenancePeriod[];
};

/**
 * The end of the maintenance that a time lies in, epoch ms; null outside. Periods that overlap or follow each other
 * directly are one.
 */
export function maintenanceEnd(periods: readonly MaintenancePeriod[], atMs: number): number | null {
  let untilMs = atMs;
  for (const { startsAt, endsAt } of [...periods].sort((a, b) => a.startsAt - b.startsAt)) {
    if (startsAt <= untilMs && endsAt > untilMs) untilMs = endsAt;
  }
  return untilMs > atMs ? untilMs : null;
}

const SUBJECT_KEYS = { downtime: 'e', slow: 's', certificate: 'c', domain: 'c' } as const satisfies Record<
  Incident['type'],
  string
>;

/** The subject of an incident: its endpoint's failures, its slowness, or what expires there. */
export function subjectKey({ type, endpointId }: Pick<Incident, 'type' | 'endpointId'>): string {
  return `${SUBJECT_KEYS[type]}_${endpointId}`;
}

/** Whether the subject with that key is an endpoint's failures. */
export function isFailures(key: string): boolean {
  return key.startsWith('e_');
}
