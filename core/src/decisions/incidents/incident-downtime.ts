import type { Incident, Outage } from '../../documents/incident.ts';
import type { IncidentSpan } from './incident-span.ts';

/** Time down and the number of outages. `isComplete`: false if there were more than an incident keeps. */
export type Downtime = { downMs: number; outages: number; isComplete: boolean };

type Downed = Pick<Incident, 'outage' | 'earlierOutages' | 'maintenance'>;

/**
 * Returns the downtime of incidents together, of each outage only within the range and outside of the maintenance in
 * which it started; outages that lie wholly outside of the range or in maintenance do not count. A running outage counts until `nowMs`.
 */
export function downtimeOf(incidents: readonly Downed[], span: IncidentSpan, nowMs: number): Downtime {
  const total: Downtime = { downMs: 0, outages: 0, isComplete: true };
  for (const incident of incidents) {
    const { outage, earlierOutages } = incident;
    if (outage === null) continue;
    const kept = [...earlierOutages, outage];
    for (const each of kept) {
      const downMs = countedMs(each, incident, span, nowMs);
      if (downMs <= 0) continue;
      total.downMs += downMs;
      total.outages += 1;
    }
    const [oldest = outage] = kept;
    if (oldest.number > 1 && oldest.startedAt > span.fromMs) total.isComplete = false;
  }
  return total;
}

function countedMs(
  { startedAt, endedAt, maintenance: own }: Outage,
  incident: Downed,
  { fromMs, toMs }: IncidentSpan,
  nowMs: number,
): number {
  const from = Math.max(startedAt, fromMs);
  const to = Math.min(endedAt ?? nowMs, toMs ?? nowMs, nowMs);
  const maintenance = own ?? incident.maintenance;
  const inMaintenance = maintenance
    ? Math.max(0, Math.min(to, maintenance.endsAt) - Math.max(from, maintenance.startsAt))
    : 0;
  return to - from - inMaintenance;
}
