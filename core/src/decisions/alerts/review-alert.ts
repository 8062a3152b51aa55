import type { Alert, SilencedBy } from '../../documents/alert.ts';
import { type Incident, runningOutage } from '../../documents/incident.ts';
import type { SeverityFilter } from '../../documents/notification-settings.ts';
import type { Told } from '../../texts/alert-message.ts';
import { compareSeverity } from '../../values/severity.ts';
import { admits } from './policy.ts';
import type { QueuedAlert } from './queue.ts';

/**
 * What to do with an alert that is due: send one message that says `told` and settles the alerts `ids`, or nothing, and
 * why.
 */
export type ReviewResult = { told: Told; ids: string[] } | { drop: SilencedBy };

/**
 * `incident`: the alert's as it is now; null for an alert without one. `others`: all other alerts of the same outage.
 */
type Facts = { incident: Incident | null; others: readonly QueuedAlert[]; filter: SeverityFilter };

/**
 * Judges an alert by the present (docs/architecture.md, Alerts): an outage is sent as grave and as wide as it is now,
 * together with its recovery if that came first, and not at all if it is over or no longer admitted. A recovery is sent
 * if its outage was.
 */
export function reviewAlert({ id, alert }: QueuedAlert, { incident, others, filter }: Facts): ReviewResult {
  const waiting = others.filter((each) => each.alert.state === 'waiting');
  const sent = others.filter((each) => each.alert.state === 'sent' && !isStable(each.alert, incident));
  const failures = waiting.filter((each) => each.alert.kind !== 'recovery');
  if (alert.kind === 'recovery') {
    if (sent.length > 0) return { told: alert, ids: [id] };
    const [first] = failures;
    return first ? { told: shortOutage(first.alert, alert), ids: [...idsOf(failures), id] } : { drop: 'not_sent' };
  }
  if (alert.incidentId === null) return { told: alert, ids: [id] };
  const recovery = waiting.find((each) => each.alert.kind === 'recovery');
  if (recovery) return { told: shortOutage(alert, recovery.alert), ids: [id, ...idsOf(waiting)] };
  if (incident === null || !lasts(alert, incident)) return { drop: 'over' };
  if (!admits(filter, incident.severity)) return { drop: 'filter' };
  if (sent.some((each) => compareSeverity(each.alert.severity, incident.severity) >= 0)) return { drop: 'more_severe' };
  return { told: asNow(alert, incident), ids: [id, ...idsOf(failures)] };
}

/** Whether an alert of the incident itself was made before its newest outage ended, whose recovery settled it. */
function isStable({ outage, createdAt }: Alert, incident: Incident | null): boolean {
  const endedAt = incident?.outage?.endedAt ?? null;
  return outage === 0 && endedAt !== null && incident?.alerted.settled !== undefined && createdAt <= endedAt;
}

/** Whether the alert's matter still lasts: an outage has its own alerts, apart from those of the whole incident. */
function lasts({ outage }: Alert, incident: Incident): boolean {
  return incident.status === 'active' && (runningOutage(incident)?.number ?? 0) === outage;
}

function asNow(alert: Alert, { severity, downLocations }: Incident): Told {
  return { kind: alert.kind, severity, values: { ...alert.values, locations: downLocations } };
}

function shortOutage({ kind, severity }: Alert, recovery: Alert): Told {
  return { kind: kind === 'partial' ? 'short_partial' : 'short_outage', severity, values: recovery.values };
}

function idsOf(queued: readonly QueuedAlert[]): string[] {
  return queued.map((each) => each.id);
}
