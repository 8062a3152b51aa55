import {
  assigneeOf,
  type Incident,
  type IncidentAction,
  MOST_ASSIGNEES,
  type Person,
} from '../../documents/incident.ts';
import { LIMITS } from '../../values/limits.ts';
import { compareSeverity } from '../../values/severity.ts';
import { MINUTE_MS } from '../../values/time.ts';

/** What a person does about an incident. `minutes` is how long a snooze continues from now; null ends it. */
export type ActionRequest =
  | { do: 'acknowledge'; note: string }
  | { do: 'unacknowledge' }
  | { do: 'snooze'; minutes: number | null }
  | { do: 'note'; note: string };

/** What actions change and depend on. */
export type Actionable = Pick<Incident, 'status' | 'severity' | 'acknowledgement' | 'snoozedUntil' | 'actions'>;

/** An action with its effect; `entry` is null if the incident is in that state already. */
type Effect = {
  changed: Partial<Pick<Incident, 'acknowledgement' | 'snoozedUntil'>>;
  entry: Pick<IncidentAction, 'event' | 'note' | 'until'> | null;
};

const NOTHING: Effect = { changed: {}, entry: null };

/**
 * The incident after an action (docs/notifications.md, Acknowledge and snooze): the same object if nothing changes, as
 * with a repeated request; null if it is resolved, where only a note can be added.
 */
export function actOnIncident<Acted extends Actionable>(
  incident: Acted,
  request: ActionRequest,
  by: Person,
  nowMs: number,
): Acted | null {
  if (incident.status === 'resolved' && request.do !== 'note') return null;
  const { changed, entry } = effectOf(incident, request, by, nowMs);
  if (entry === null) return incident;
  const actions = keepNewest([...incident.actions, { ...entry, by, createdAt: nowMs }]);
  return { ...incident, ...changed, actions };
}

/**
 * Assigns the incident, also a resolved one, to a person of the account, or to nobody if `to` is null. Returns the same
 * object if it is assigned to them already.
 */
export function assignIncident<Assigned extends Pick<Incident, 'assignees'>>(
  incident: Assigned,
  to: { uid: string; name: string } | null,
  by: Person,
  nowMs: number,
): Assigned {
  const { uid, name } = to ?? { uid: '', name: '' };
  if ((assigneeOf(incident)?.uid ?? '') === uid) return incident;
  const assignees = [...(incident.assignees ?? []), { uid, name, by, createdAt: nowMs }];
  return { ...incident, assignees: assignees.slice(-MOST_ASSIGNEES) };
}

/**
 * Keeps the newest actions. Those through a channel's link have at most half of the places and only those that the
 * account's own leave, so that a person with a link cannot push notes out.
 */
function keepNewest(actions: readonly IncidentAction[]): IncidentAction[] {
  const most = LIMITS.actionsPerIncident;
  const isLinked = ({ by }: IncidentAction) => by.channelName !== null;
  const own = actions.filter((each) => !isLinked(each)).slice(-most);
  const places = Math.min(most / 2, most - own.length);
  const kept = new Set(own.concat(places === 0 ? [] : actions.filter(isLinked).slice(-places)));
  return actions.filter((each) => kept.has(each));
}

function effectOf(incident: Actionable, request: ActionRequest, by: Person, nowMs: number): Effect {
  switch (request.do) {
    case 'acknowledge':
      return acknowledge(incident, request.note, by, nowMs);
    case 'unacknowledge':
      if (incident.acknowledgement === null) return NOTHING;
      return { changed: { acknowledgement: null }, entry: { event: 'unacknowledged', note: '', until: null } };
    case 'snooze':
      return snooze(incident, request.minutes, nowMs);
    case 'note':
      return addNote(incident, request.note, by);
  }
}

/** Again only if it became more severe since; a note that comes later is added to the timeline. */
function acknowledge(incident: Actionable, note: string, by: Person, nowMs: number): Effect {
  const { acknowledgement: known, severity } = incident;
  if (known && compareSeverity(severity, known.severity) <= 0) {
    return note === '' ? NOTHING : addNote(incident, note, by);
  }
  const acknowledgement = { at: nowMs, by, severity };
  return { changed: { acknowledgement }, entry: { event: 'acknowledged', note, until: null } };
}

function snooze({ snoozedUntil }: Actionable, minutes: number | null, nowMs: number): Effect {
  const isSnoozed = snoozedUntil !== null && snoozedUntil > nowMs;
  if (minutes === null) {
    if (!isSnoozed) return NOTHING;
    return { changed: { snoozedUntil: null }, entry: { event: 'unsnoozed', note: '', until: null } };
  }
  const until = nowMs + minutes * MINUTE_MS;
  // The same request shortly after.
  if (isSnoozed && Math.abs(until - snoozedUntil) < MINUTE_MS) return NOTHING;
  return { changed: { snoozedUntil: until }, entry: { event: 'snoozed', note: '', until } };
}

function addNote({ actions }: Actionable, note: string, by: Person): Effect {
  const last = actions.at(-1);
  const isRepeated = last?.note === note && last.by.name === by.name && last.by.channelName === by.channelName;
  return isRepeated ? NOTHING : { changed: {}, entry: { event: 'noted', note, until: null } };
}
