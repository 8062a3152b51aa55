import { failuresAnswer } from '@farwatch/core/contracts/api/failure-answer';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { type SharedIncident, sharedIncidentCalls } from '@farwatch/core/contracts/api/shared-incidents';
import type { ActionRequest } from '@farwatch/core/decisions/incidents/act-on-incident';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import type { Incident } from '@farwatch/core/documents/incident';
import { installation } from '../../domain/notifications/installation.ts';
import { readOwner } from '../../domain/notifications/owner.ts';
import { readUser } from '../../domain/users/ensure-user.ts';
import { incidents } from '../../platform/db/collections.ts';
import { authenticate } from '../../platform/http/authenticate.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type ApiRun, route } from '../../platform/http/route.ts';
import { readIncidentLink } from '../../platform/links/incident-link.ts';
import { actOnIncidents, personName } from './incidents/act.ts';

/** Only reads: mail scanners and previews of chats open links too. */
export const getSharedIncident = route(sharedIncidentCalls.get, {
  run: async (run, _caller, { params: { token } }) => answerOf(run, await readLink(run, token)),
});

export const acknowledgeShared = route(sharedIncidentCalls.acknowledge, {
  run: (run, _caller, { params, headers, body: { name, note } }) =>
    actThroughLink(run, params.token, { headers, name }, { do: 'acknowledge', note }),
});

export const unacknowledgeShared = route(sharedIncidentCalls.unacknowledge, {
  run: (run, _caller, { params, headers, body: { name } }) =>
    actThroughLink(run, params.token, { headers, name }, { do: 'unacknowledge' }),
});

export const snoozeShared = route(sharedIncidentCalls.snooze, {
  run: (run, _caller, { params, headers, body: { name, minutes } }) =>
    actThroughLink(run, params.token, { headers, name }, { do: 'snooze', minutes }),
});

type Link = { incidentId: string; ownerId: string; channelId: string; untilMs: number };
type Visitor = { headers: { authorization?: string | undefined }; name: string };

/** Answers the incident afterwards, which is unchanged if it has been resolved meanwhile. */
async function actThroughLink(run: ApiRun, token: string, visitor: Visitor, request: ActionRequest) {
  const link = await readLink(run, token);
  const [name, channelName] = await Promise.all([nameOf(run, visitor), channelNameOf(run, link)]);
  await actOnIncidents(run, { ownerId: link.ownerId, request, by: { name, channelName } }, [link.incidentId]);
  return answerOf(run, link);
}

async function readLink(run: ApiRun, token: string): Promise<Link> {
  const link = await readIncidentLink(run, token);
  if ('refused' in link) throw new ApiError(link.refused === 'expired' ? 'link_expired' : 'link_invalid');
  return link;
}

/** The name in the profile of a signed-in user, else the given one. A sign-in that has ended does not matter here. */
async function nameOf(run: ApiRun, { headers, name }: Visitor): Promise<string> {
  if (headers.authorization === undefined) return name;
  try {
    const caller = await authenticate(run.auth, headers);
    return personName((await readUser(run, caller)).displayName) || name;
  } catch (error) {
    if (error instanceof ApiError) return name;
    throw error;
  }
}

/** Throws ApiError link_invalid if the channel is gone: then people who have its messages may no longer act. */
async function channelNameOf(run: ApiRun, { ownerId, channelId }: Link): Promise<string> {
  const owner = await readOwner(run, ownerId);
  const channels = owner ? channelsOf(owner.settings, owner.user, installation(process.env)) : {};
  const channel = channels[channelId];
  if (!channel) throw new ApiError('link_invalid');
  return channel.name;
}

async function answerOf(run: ApiRun, link: Link): Promise<SharedIncident> {
  const incident = incidents.readIfValid(await incidents.ref(run.db, link.incidentId).get());
  if (incident?.ownerId !== link.ownerId) throw new ApiError('not_found');
  return sharedIncident(link.incidentId, incident, link.untilMs);
}

function sharedIncident(id: string, incident: Incident, untilMs: number): SharedIncident {
  const { type, status, severity, endpoint, monitor, locations, downLocations, details, outage, acknowledgement } =
    incident;
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
    failures: failuresAnswer(incident.failures),
    upStatuses: incident.upStatuses,
    updates: incident.updates.map((update) => ({ ...update, createdAt: isoOf(update.createdAt) })),
    actions: incident.actions.map(({ until, createdAt, ...action }) => ({
      ...action,
      until: isoOf(until),
      createdAt: isoOf(createdAt),
    })),
    acknowledgement: acknowledgement && { ...acknowledgement, at: isoOf(acknowledgement.at) },
    snoozedUntil: isoOf(incident.snoozedUntil),
    expiresAt: isoOf(untilMs),
  };
}
