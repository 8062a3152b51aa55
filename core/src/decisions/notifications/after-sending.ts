import { type Incident, runningOutage } from '../../documents/incident.ts';
import type { MessageContent } from '../../documents/message.ts';
import type { Announced } from '../../documents/outbox.ts';
import { maintenanceEnd, type Policy, type SubjectIncident } from './subject.ts';

/** `own`: what was announced of this incident; `last`: of any incident of the subject. */
type Before = SubjectIncident & { own: Announced | null; last: Announced | null; policy: Policy; nowMs: number };

/** Returns what is announced once a message was sent. */
export function announcedAfter(before: Before, content: MessageContent, state: Announced['state']): Announced {
  const { incident, own, maintenance, nowMs } = before;
  const failedAt = runningOutage(incident)?.startedAt ?? incident.triggeredAt;
  return {
    ...announcedOf(before, content, state),
    severity: state === 'partial' ? incident.severity : content.severity,
    ...silenceAfter(before, content),
    sentAt: nowMs,
    reminders: own !== null && own.outage === content.outage ? own.reminders : 0,
    maintainedUntil: maintenanceEnd(maintenance, failedAt) ?? own?.maintainedUntil ?? null,
  };
}

/** Returns what is announced once outages, or the incident if there are none, were only logged. */
export function announcedAfterSkip(before: Before, content: MessageContent): Announced {
  const { own } = before;
  const after = announcedOf(before, content, own?.state ?? 'over');
  return { ...after, severity: own?.severity ?? content.severity, ...silenceOf(before) };
}

function announcedOf(
  { id, incident, own, last }: Before,
  content: MessageContent,
  state: Announced['state'],
): Announced {
  const outage = Math.max(own?.outage ?? 0, content.outage ?? 0, ...content.ended);
  return {
    incidentId: id,
    incidentAt: incident.triggeredAt,
    monitorId: incident.monitorId,
    url: incident.endpoint.url,
    outage,
    state,
    severity: content.severity,
    failureAt: null,
    failureSeverity: null,
    sentAt: own?.sentAt ?? null,
    reminders: own?.reminders ?? 0,
    warned: last?.warned ?? [],
    maintainedUntil: own?.maintainedUntil ?? null,
    unfinished: null,
    isClosed: isOver(incident, state) && outage >= (incident.outage?.number ?? 0),
  };
}

function isOver({ status }: Incident, state: Announced['state']): boolean {
  return status === 'resolved' && state === 'over';
}

/**
 * From when the next silence period counts: from the message of a failure that goes on. What was over before it was
 * announced counts from its end, but not if it waited for a silence period itself: that would delay the next failure
 * again and again.
 */
function silenceAfter(
  before: Before,
  { kind, severity, values }: MessageContent,
): Pick<Announced, 'failureAt' | 'failureSeverity'> {
  const unchanged = silenceOf(before);
  if (kind === 'recovery' || kind === 'partial_over' || kind === 'stable' || kind === 'slow_over') return unchanged;
  if (kind !== 'short_outage' && kind !== 'short_partial')
    return { failureAt: before.nowMs, failureSeverity: severity };
  const hasWaited = unchanged.failureAt !== null && values.occurredAt < unchanged.failureAt + before.policy.silenceMs;
  return hasWaited ? unchanged : { failureAt: values.occurredAt, failureSeverity: severity };
}

/** Returns from when the silence period of the same URL counts already. */
function silenceOf({ incident, last }: Before): Pick<Announced, 'failureAt' | 'failureSeverity'> {
  if (last?.url !== incident.endpoint.url) return { failureAt: null, failureSeverity: null };
  return { failureAt: last.failureAt, failureSeverity: last.failureSeverity };
}
