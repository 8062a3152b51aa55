import type { ChannelEvent } from '../../documents/channel.ts';
import type { Incident } from '../../documents/incident.ts';
import type { Occurrence } from '../../documents/maintenance.ts';
import type { QuietHours } from '../../values/channel-timing.ts';
import type { SeverityFilter } from '../../values/severity-filter.ts';

/** A period of maintenance, epoch ms. */
export type MaintenancePeriod = Pick<Occurrence, 'startsAt' | 'endsAt'>;

/** An incident, and the maintenance of its monitor. */
export type SubjectIncident = { id: string; incident: Incident; maintenance: readonly MaintenancePeriod[] };

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
  /** What the channel gets. */
  events: readonly ChannelEvent[];
  /** Whether the service keeps an alert open until it is closed. */
  holdsAlerts: boolean;
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

/** The subject of an incident: its endpoint's failures, or what expires there. */
export function subjectKey({ type, endpointId }: Pick<Incident, 'type' | 'endpointId'>): string {
  return `${type === 'downtime' ? 'e' : 'c'}_${endpointId}`;
}

/** Whether the subject with that key is an endpoint's failures. */
export function isFailures(key: string): boolean {
  return key.startsWith('e_');
}
