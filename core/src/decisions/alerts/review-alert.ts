import type { Alert, DropReason } from '../../documents/alert.ts';
import { type Incident, runningOutage } from '../../documents/incident.ts';
import type { MessageContent } from '../../documents/message.ts';
import { compareSeverity } from '../../values/severity.ts';
import { admits, type SeverityFilter } from '../../values/severity-filter.ts';
import type { QueuedAlert } from './queue.ts';

/** What to do with an alert that is due: send `content`, which covers the alerts `ids`, or drop it, and why. */
export type ReviewResult = { content: MessageContent; ids: string[] } | { drop: DropReason };

/** `incident`: the current one, null for an alert without one. `others`: all other alerts of the same outage. */
type Context = { incident: Incident | null; others: readonly QueuedAlert[]; filter: SeverityFilter };

/**
 * Reviews an alert by the current state (docs/notifications.md, Sending). An outage is sent with its current severity
 * and locations, or together with its recovery, and is dropped if it is over or no longer admitted. A recovery is sent
 * if its outage was.
 */
export function reviewAlert({ id, alert }: QueuedAlert, { incident, others, filter }: Context): ReviewResult {
  const waiting = others.filter((each) => each.alert.state === 'waiting');
  const sent = others.filter((each) => each.alert.state === 'sent' && !isCoveredByRecovery(each.alert, incident));
  const failures = waiting.filter((each) => each.alert.kind !== 'recovery');
  if (alert.kind === 'recovery') {
    if (sent.length > 0) return { content: contentOf(alert), ids: [id] };
    const [first] = failures;
    return first ? { content: shortOutage(first.alert, alert), ids: [...idsOf(failures), id] } : { drop: 'not_sent' };
  }
  if (alert.incidentId === null) return { content: contentOf(alert), ids: [id] };
  const recovery = waiting.find((each) => each.alert.kind === 'recovery');
  if (recovery) return { content: shortOutage(alert, recovery.alert), ids: [id, ...idsOf(waiting)] };
  if (incident === null || !isOngoing(alert, incident)) return { drop: 'over' };
  if (!admits(filter, incident.severity)) return { drop: 'filter' };
  if (sent.some((each) => compareSeverity(each.alert.severity, incident.severity) >= 0)) return { drop: 'more_severe' };
  return { content: withCurrentState(alert, incident), ids: [id, ...idsOf(failures)] };
}

/** Whether it is an alert of the incident itself that the recovery of the newest outage has covered. */
function isCoveredByRecovery({ outage, createdAt }: Alert, incident: Incident | null): boolean {
  const endedAt = incident?.outage?.endedAt ?? null;
  return outage === 0 && endedAt !== null && incident?.alerted.recovered !== undefined && createdAt <= endedAt;
}

/** Whether the outage of the alert is running; for an alert of the incident itself, whether none is. */
function isOngoing({ outage }: Alert, incident: Incident): boolean {
  return incident.status === 'active' && (runningOutage(incident)?.number ?? 0) === outage;
}

function withCurrentState(alert: Alert, { severity, downLocations }: Incident): MessageContent {
  return { ...subjectOf(alert), kind: alert.kind, severity, values: { ...alert.values, locations: downLocations } };
}

function shortOutage({ kind, severity }: Alert, recovery: Alert): MessageContent {
  return {
    ...subjectOf(recovery),
    kind: kind === 'partial' ? 'short_partial' : 'short_outage',
    severity,
    values: recovery.values,
  };
}

function contentOf(alert: Alert): MessageContent {
  return { ...subjectOf(alert), kind: alert.kind, severity: alert.severity, values: alert.values };
}

function subjectOf({ endpointId, incidentId, outage }: Alert) {
  return { endpointId, incidentId, outage, ended: [] };
}

function idsOf(queued: readonly QueuedAlert[]): string[] {
  return queued.map((each) => each.id);
}
