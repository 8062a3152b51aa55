import type { IncidentEntry } from '@farwatch/core/contracts/api/incidents';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import type { Incident, IncidentUpdate } from '@farwatch/core/documents/incident';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import { locationName } from '@farwatch/core/values/locations';

/** An incident in API answers. */
export function incidentEntry(id: string, incident: Incident): IncidentEntry {
  const { details, endpoint, monitor } = incident;
  return {
    id,
    type: incident.type,
    title: incident.title,
    status: incident.status,
    severity: incident.severity,
    location: incident.location,
    locations: incident.locations,
    triggeredAt: isoOf(incident.triggeredAt),
    resolvedAt: isoOf(incident.resolvedAt),
    endpoint: endpoint.url,
    endpoints: { id: incident.endpointId, ...endpoint },
    monitors: { id: incident.monitorId, ...monitor },
    details: {
      url: details.url,
      expectedStatus: details.expectedStatus,
      actualStatus: details.actualStatus,
      errorMessage: errorMessage(details.error, details.actualStatus),
    },
    updates: incident.updates.map((update) => ({
      message: messageOf(update),
      status: update.status,
      createdAt: isoOf(update.createdAt),
    })),
  };
}

const MESSAGES: Record<IncidentUpdate['event'], (where: string) => string> = {
  opened: (where) => `Seen from ${where}`,
  widened: (where) => `More widespread or severe: seen from ${where}`,
  narrowed: (where) => `Now only seen from ${where}`,
  recovered: () => 'Recovered',
  unmonitored: () => 'No longer monitored',
};

function messageOf({ event, locations }: IncidentUpdate): string {
  const where = locations.map((code) => locationName(code)).join(', ');
  return MESSAGES[event](where);
}
