import type { ExportedIncident } from '@farwatch/core/contracts/api/incidents';
import { csvText, csvTime } from '@farwatch/core/values/csv';
import { SECOND_MS } from '@farwatch/core/values/time';
import { type WallClock, wallClock } from '@farwatch/core/values/zone';
import type { TFunction } from 'i18next';
import { personText } from '../../lib/format/person-text.ts';

/** Incidents as CSV in the order given: the list's columns, and what a report needs besides. Times are in the zone. */
export function incidentsCsv(incidents: readonly ExportedIncident[], t: TFunction, zone: string): string {
  const header = [
    t('incidents.details.severity'),
    t('incidentList.csv.status'),
    t('incidents.details.type'),
    t('incidents.details.monitor'),
    t('incidents.details.endpoint'),
    t('incidents.details.url'),
    t('incidentList.csv.started', { zone }),
    t('incidentList.csv.ended', { zone }),
    t('incidentList.csv.duration'),
    t('incidentList.csv.outages'),
    t('incidentList.csv.downtime'),
    t('incidents.details.locations'),
    t('incidents.details.actual'),
    t('incidents.details.error'),
    t('incidentList.csv.acknowledgedBy'),
    t('incidentList.assignee.label'),
    t('incidentList.csv.maintenance'),
    t('incidentList.csv.id'),
  ];
  const clock = wallClock(zone);
  return csvText([header, ...incidents.map((each) => rowOf(each, t, clock))]);
}

function rowOf(incident: ExportedIncident, t: TFunction, clock: WallClock): (string | number | null)[] {
  const { type, endpoints, monitors, triggeredAt, resolvedAt, details, acknowledgement } = incident;
  const lengthMs = resolvedAt === null ? null : Date.parse(resolvedAt) - Date.parse(triggeredAt);
  return [
    t(`incidents.severity.${incident.severity}`),
    t(`incidents.statuses.${incident.status}`),
    t(`incidents.type.${type}`),
    monitors.name,
    endpoints.name,
    endpoints.url,
    csvTime(triggeredAt, clock),
    csvTime(resolvedAt, clock),
    lengthMs === null ? null : Math.round(lengthMs / SECOND_MS),
    incident.outages,
    incident.downtimeSec,
    incident.locations.map((code) => t(`locations.${code}`)).join(', '),
    details.actualStatus,
    details.errorMessage,
    acknowledgement && personText(acknowledgement.by, t),
    incident.assignee,
    incident.maintenance,
    incident.id,
  ];
}
