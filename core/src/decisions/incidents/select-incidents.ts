import { assigneeOf, type Incident, type Outage } from '../../documents/incident.ts';
import type { LocationCode } from '../../values/locations.ts';
import { searchedUrl } from '../../values/readable-url.ts';
import { createMatcher } from '../../values/search.ts';
import type { Severity } from '../../values/severity.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';

/** The time ranges up to now, in days. */
export const INCIDENT_RANGES = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const;
export type IncidentRange = keyof typeof INCIDENT_RANGES;

/** Returns the start of a range that ends now, epoch ms. */
export function rangeStart(range: IncidentRange, nowMs: number): number {
  return nowMs - INCIDENT_RANGES[range] * DAY_MS;
}

export type IncidentFilter = {
  status: 'all' | Incident['status'];
  location: 'all' | LocationCode;
  /** The current severity, and for a resolved incident its peak severity. */
  severity: 'all' | Severity;
  /** Ids of monitors, null for all. */
  monitorIds: ReadonlySet<string> | null;
  /** The uid of the person to whom it is assigned, null for all. */
  assigneeId: string | null;
  /** Terms that the endpoint's or monitor's name, the URL or the title must contain, in any case; '' for none. */
  search: string;
};

/** Returns the incidents that match the filter, in the given order. A location matches if it ever saw the incident. */
export function selectIncidents<T extends Incident>(incidents: readonly T[], filter: IncidentFilter): T[] {
  const isFound = createMatcher(filter.search);
  return incidents.filter((incident) => {
    if (filter.status !== 'all' && incident.status !== filter.status) return false;
    if (filter.location !== 'all' && !incident.locations.includes(filter.location)) return false;
    if (filter.severity !== 'all' && incident.severity !== filter.severity) return false;
    if (filter.monitorIds !== null && !filter.monitorIds.has(incident.monitorId)) return false;
    if (filter.assigneeId !== null && assigneeOf(incident)?.uid !== filter.assigneeId) return false;
    const { endpoint, monitor, title } = incident;
    return isFound(endpoint.name, searchedUrl(endpoint.url), monitor.name, title);
  });
}

/** Returns the locations to show with an incident: while it is active those that see it now, then all that ever did. */
export function displayedLocations({
  status,
  locations,
  downLocations,
}: Pick<Incident, 'status' | 'locations' | 'downLocations'>): readonly LocationCode[] {
  return status === 'active' ? downLocations : locations;
}

/** Locations confirm an outage and its end one after the other, all within this time. */
const SPREAD_MS = MINUTE_MS;

/**
 * Returns the period to show with an incident; `toMs` is null while it continues. It is the period of its outage if it
 * had just one and failed from only some locations no longer than until all confirmed, otherwise the whole incident. So
 * an outage has one duration, as in alerts and status changes.
 */
export function displayedPeriod({
  triggeredAt,
  resolvedAt,
  outage,
}: Pick<Incident, 'triggeredAt' | 'resolvedAt'> & {
  outage: Pick<Outage, 'number' | 'startedAt' | 'endedAt'> | null;
}): { fromMs: number; toMs: number | null } {
  const whole = { fromMs: triggeredAt, toMs: resolvedAt };
  if (outage?.number !== 1 || outage.startedAt - triggeredAt > SPREAD_MS) return whole;
  const ofOutage = { fromMs: outage.startedAt, toMs: outage.endedAt };
  if (outage.endedAt === null) return resolvedAt === null ? ofOutage : whole;
  return resolvedAt !== null && resolvedAt - outage.endedAt <= SPREAD_MS ? ofOutage : whole;
}
