import type { IncidentEntry } from '@farwatch/core/contracts/api/incidents';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import {
  type Assignee,
  assigneeOf,
  type Incident,
  type IncidentAction,
  type IncidentUpdate,
} from '@farwatch/core/documents/incident';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import { received } from '@farwatch/core/texts/locales/en';
import { assertionText, fillSlots, type Wording } from '@farwatch/core/texts/received-text';
import { locationName } from '@farwatch/core/values/locations';
import { oneLine } from '@farwatch/core/values/outside-text';

/** An incident in API answers. */
export function incidentEntry(id: string, incident: Incident): IncidentEntry {
  const { details, endpoint, monitor, acknowledgement } = incident;
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
      errorMessage: messageOfFailure(incident),
      slow: details.slow,
    },
    updates: timelineOf(incident),
    acknowledgement: acknowledgement && { ...acknowledgement, at: isoOf(acknowledgement.at) },
    assignee: assigneeOf(incident)?.name ?? null,
    snoozedUntil: isoOf(incident.snoozedUntil),
    flapping: flappingAnswer(incident),
  };
}

/** Why it failed, in English: what was expected and received where a location has reported it. */
function messageOfFailure({ details, failures, location }: Incident): string | null {
  const message = errorMessage(details.error, details.actualStatus);
  const failure = failures[location] ?? Object.values(failures)[0];
  if (!failure || failure.error !== details.error) return message;
  const phrase: Wording['phrase'] = (key, values) => fillSlots(received[key], values);
  if (failure.assertion) return assertionText(failure.assertion, phrase).replace(/^./, (first) => first.toUpperCase());
  return message !== null && failure.excerpt !== '' ? `${message}: "${oneLine(failure.excerpt)}"` : message;
}

function flappingAnswer({ flapping }: Incident): IncidentEntry['flapping'] {
  return flapping && { ...flapping, since: isoOf(flapping.since), until: isoOf(flapping.until) };
}

/** Changes and actions, the oldest first. */
function timelineOf({ updates, actions, assignees = [], resolvedAt }: Incident): IncidentEntry['updates'] {
  const changes = updates.map((update) => ({
    message: messageOf(update),
    status: update.status,
    atMs: update.createdAt,
  }));
  const entryAt = (message: string, atMs: number) => {
    const isOver = resolvedAt !== null && atMs >= resolvedAt;
    return { message, status: isOver ? 'resolved' : 'active', atMs } as const;
  };
  const done = actions.map((action) => entryAt(actionText(action), action.createdAt));
  const assigned = assignees.map((assignee) => entryAt(assigneeText(assignee), assignee.createdAt));
  return [...changes, ...done, ...assigned]
    .toSorted((one, other) => one.atMs - other.atMs)
    .map(({ atMs, ...entry }) => ({ ...entry, createdAt: isoOf(atMs) }));
}

const MESSAGES: Record<IncidentUpdate['event'], (where: string) => string> = {
  opened: (where) => `Seen from ${where}`,
  widened: (where) => `More widespread or severe: seen from ${where}`,
  narrowed: (where) => `Now only seen from ${where}`,
  flapping: () => 'Keeps going up and down',
  stable: () => 'No longer goes up and down',
  recovered: () => 'Recovered',
  unmonitored: () => 'No longer monitored',
  paused: () => 'Checks were paused',
};

function messageOf({ event, locations }: IncidentUpdate): string {
  const where = locations.map((code) => locationName(code)).join(', ');
  return MESSAGES[event](where);
}

const ACTIONS: Record<IncidentAction['event'], (until: string) => string> = {
  acknowledged: () => 'Acknowledged',
  unacknowledged: () => 'Acknowledgement withdrawn',
  snoozed: (until) => `Snoozed until ${until}`,
  unsnoozed: () => 'Snooze ended',
  noted: () => 'Note',
};

/** Such as 'Assigned to Bob by Ann'. */
function assigneeText({ uid, name, by }: Assignee): string {
  const who = by.name === '' ? '' : ` by ${by.name}`;
  return `${uid === '' ? 'Assigned to nobody' : `Assigned to ${name}`}${who}`;
}

/** Such as 'Acknowledged by Ann via Telegram: on it'. */
function actionText({ event, by: { name, channelName }, until, note }: IncidentAction): string {
  const who = name === '' ? '' : ` by ${name}`;
  const how = channelName ? ` via ${channelName}` : '';
  return `${ACTIONS[event](isoOf(until) ?? '')}${who}${how}${note === '' ? '' : `: ${note}`}`;
}
