import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type SharedIncident, sharedIncidentCalls } from '@farwatch/core/contracts/api/shared-incidents';
import type { Incident } from '@farwatch/core/documents/incident';
import { incidents } from '../../db/collections.ts';
import { readIncidentLink } from '../../links/incident-link.ts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';

/** Only reads: mail scanners and previews of chats open links too. */
export const getSharedIncident = route(sharedIncidentCalls.get, {
  run: async (run, _caller, { params: { token } }) => {
    const link = await readIncidentLink(run, token);
    if ('refused' in link) throw new ApiError(link.refused === 'expired' ? 'link_expired' : 'link_invalid');
    const incident = incidents.readIfValid(await incidents.ref(run.db, link.incidentId).get());
    if (incident?.ownerId !== link.ownerId) throw new ApiError('not_found');
    return sharedIncident(link.incidentId, incident, link.untilMs);
  },
});

function sharedIncident(id: string, incident: Incident, untilMs: number): SharedIncident {
  const { type, status, severity, endpoint, monitor, locations, downLocations, details, outage } = incident;
  return {
    id,
    type,
    status,
    severity,
    endpoint,
    monitor,
    locations,
    downLocations,
    triggeredAt: isoOf(incident.triggeredAt),
    resolvedAt: isoOf(incident.resolvedAt),
    outage: outage && {
      number: outage.number,
      startedAt: isoOf(outage.startedAt),
      endedAt: isoOf(outage.endedAt),
    },
    details: { ...details, certificateEndsAt: isoOf(details.certificateEndsAt) },
    updates: incident.updates.map((update) => ({ ...update, createdAt: isoOf(update.createdAt) })),
    expiresAt: isoOf(untilMs),
  };
}
