import type { Incident, Outage } from '../../documents/incident.ts';
import type { CheckError } from '../../values/check.ts';
import type { Range } from '../../values/history/range-metrics.ts';
import type { LocationCode } from '../../values/locations.ts';
import { displayedLengthMs, SECOND_MS } from '../../values/time.ts';

/**
 * An outage of a report. `endedAtMs`: null while it continues. `downtimeSec`: its part in the range, without
 * `maintenanceSec`, which does not count. `error`, `statusCode`: what the first location received.
 */
export type ReportedOutage = {
  incidentId: string;
  monitorId: string;
  monitor: string;
  endpointId: string;
  endpoint: { name: string; url: string };
  startedAtMs: number;
  endedAtMs: number | null;
  downtimeSec: number;
  maintenanceSec: number;
  locations: LocationCode[];
  error: CheckError | null;
  statusCode: number | null;
};

/** What of an incident its outages need. */
export type ReportedIncident = Incident & { id: string };

/** When each monitor was in maintenance within the range, by its id. */
export type Maintenance = ReadonlyMap<string, readonly Range[]>;

/** The outages of these incidents that were running at some time in the range, the newest first. */
export function reportOutages(
  incidents: readonly ReportedIncident[],
  range: Range,
  nowMs: number,
  maintenance: Maintenance,
): ReportedOutage[] {
  return incidents
    .flatMap((incident) => {
      const planned = maintenance.get(incident.monitorId) ?? [];
      return outagesOf(incident).map((outage) => reported(incident, outage, { range, nowMs, planned }));
    })
    .filter((each) => each !== null)
    .toSorted((a, b) => b.startedAtMs - a.startedAtMs);
}

function outagesOf({ type, outage, earlierOutages }: Incident): readonly Outage[] {
  if (type !== 'downtime' || outage === null) return [];
  return [...earlierOutages, outage];
}

type Context = { range: Range; nowMs: number; planned: readonly Range[] };

function reported(incident: ReportedIncident, outage: Outage, context: Context): ReportedOutage | null {
  const { range, nowMs, planned } = context;
  const { startedAt, endedAt, locations } = outage;
  const endMs = endedAt ?? nowMs;
  // An outage that ends when the range starts does not belong to it, nor does one without any length.
  if (startedAt >= range.toMs || endMs <= range.fromMs) return null;
  const part = clip({ fromMs: startedAt, toMs: endMs }, range);
  const maintenanceSec = planned.reduce((sum, each) => sum + lengthSec(clip(each, part)), 0);
  return {
    incidentId: incident.id,
    monitorId: incident.monitorId,
    monitor: incident.monitor.name,
    endpointId: incident.endpointId,
    endpoint: incident.endpoint,
    startedAtMs: startedAt,
    endedAtMs: endedAt,
    downtimeSec: lengthSec(part) - maintenanceSec,
    maintenanceSec,
    locations,
    error: incident.details.error,
    statusCode: incident.details.actualStatus,
  };
}

function clip({ fromMs, toMs }: Range, within: Range): Range {
  return { fromMs: Math.max(fromMs, within.fromMs), toMs: Math.min(toMs, within.toMs) };
}

/** 0 for a range whose parts do not meet. */
function lengthSec({ fromMs, toMs }: Range): number {
  return displayedLengthMs(fromMs, toMs) / SECOND_MS;
}
