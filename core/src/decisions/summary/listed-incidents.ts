import type { Incident, Outage } from '../../documents/incident.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import { SUMMARY } from '../../values/limits.ts';
import { oneLine, shorten } from '../../values/outside-text.ts';
import type { Summary } from '../../values/summary/summary.ts';

type FoundIncident = { id: string; incident: Incident };

/** The longest outages of a range, each with its part of it. An outage that starts in maintenance counts from its end. */
export function listOutages(incidents: readonly FoundIncident[], range: Range): Summary['outages'] {
  return incidents
    .filter(({ incident }) => incident.type === 'downtime')
    .flatMap((found) => outagesOf(found.incident).map((outage) => listedOutage(found, outage, range)))
    .filter(({ durationMs }) => durationMs > 0)
    .sort((a, b) => b.durationMs - a.durationMs || a.startedAt - b.startedAt)
    .slice(0, SUMMARY.listed);
}

/** Certificates and domains that have been announced to expire soon, the next first. */
export function listCertificates(incidents: readonly FoundIncident[]): Summary['certificates'] {
  return incidents
    .flatMap(({ id, incident: { type, status, details, endpoint } }) => {
      const endsAt = details.certificateEndsAt;
      if (type === 'downtime' || type === 'slow' || status !== 'active' || endsAt === null) return [];
      return [{ incidentId: id, endpoint: shorten(oneLine(endpoint.name), SUMMARY.nameLength), endsAt }];
    })
    .sort((a, b) => a.endsAt - b.endsAt)
    .slice(0, SUMMARY.listed);
}

function outagesOf({ outage, earlierOutages }: Incident): Outage[] {
  return outage ? [...earlierOutages, outage] : earlierOutages;
}

function listedOutage(
  { id, incident: { endpoint, maintenance } }: FoundIncident,
  { startedAt, endedAt }: Outage,
  { fromMs, toMs }: Range,
): Summary['outages'][number] {
  const isMaintained = maintenance !== null && startedAt >= maintenance.startsAt && startedAt < maintenance.endsAt;
  const countedFrom = Math.max(fromMs, isMaintained ? maintenance.endsAt : startedAt);
  const countedTo = Math.min(toMs, endedAt ?? toMs);
  return {
    incidentId: id,
    endpoint: shorten(oneLine(endpoint.name), SUMMARY.nameLength),
    startedAt,
    durationMs: Math.max(0, countedTo - countedFrom),
    isRunning: endedAt === null || endedAt > toMs,
  };
}
