import { type Incident, type Outage, runningOutage } from '../../documents/incident.ts';
import type { MessageContent } from '../../documents/message.ts';
import type { Announced } from '../../documents/outbox.ts';
import { ALERT } from '../../values/limits.ts';
import { compareSeverity, mostSevere, type Severity } from '../../values/severity.ts';
import { admits, type SeverityFilter } from '../../values/severity-filter.ts';
import {
  certificateContent,
  failureContent,
  recoveryContent,
  shortOutageContent,
  shortPartialContent,
} from './contents.ts';
import { gatheringEnd, silenceEnd } from './delays.ts';

export type SubjectIncident = { id: string; incident: Incident };

/** What a channel admits. `sinceMs`: what ended before is not announced. */
export type Policy = { filter: SeverityFilter; silenceMs: number; sinceMs: number };

/**
 * What a message waits for: until the locations that vote up, or those that fail, have checked the endpoint again since
 * `sinceMs`.
 */
export type Gathering = { endpointId: string; recheckedBy: 'up' | 'failing'; sinceMs: number };

/**
 * What to do next about a subject: send this and then store what was announced; look again, for a gathering earlier if
 * it is complete; forget the subject; or nothing.
 */
export type NextMessage =
  | { do: 'send'; content: MessageContent; announced: Announced }
  | { do: 'wait'; untilMs: number; gathering: Gathering | null }
  | { do: 'forget' }
  | null;

/**
 * Compares what a channel has announced of one subject with what is true (docs/notifications.md, The model).
 *
 * @param incidents - Those of the subject that changed, and the open one, the oldest first.
 * @param announced - What the channel has announced; null for nothing.
 * @param isGathered - Whether the gathering that an earlier call returned is complete.
 */
export function nextMessage(
  incidents: readonly SubjectIncident[],
  announced: Announced | null,
  policy: Policy,
  nowMs: number,
  isGathered = false,
): NextMessage {
  for (const [index, { id, incident }] of incidents.entries()) {
    if (announced && announced.incidentId !== id && incident.triggeredAt <= announced.incidentAt) continue;
    const own = announced?.incidentId === id ? announced : null;
    if (own?.isClosed) continue;
    const context = { id, incident, own, last: announced, policy, nowMs, isGathered, isUrgent: false };
    const next = nextOfIncident(context);
    if (next === null) continue;
    // What waits for the silence period is said first if a later incident may be announced now.
    const isSilent = next.do === 'wait' && next.gathering === null;
    const later = isSilent ? incidents.slice(index + 1) : [];
    const isUrgent = later.some((each) => nextOfIncident({ ...context, ...each, own: null })?.do === 'send');
    return isUrgent ? nextOfIncident({ ...context, isUrgent }) : next;
  }
  return null;
}

/** `own`: what was announced of this incident; `last`: of any incident of the subject. */
type Context = SubjectIncident & {
  own: Announced | null;
  last: Announced | null;
  policy: Policy;
  nowMs: number;
  isGathered: boolean;
  /** Whether it may not wait for the silence period. */
  isUrgent: boolean;
};

function nextOfIncident(context: Context): NextMessage {
  const { incident, own } = context;
  const isUnmonitored = incident.status === 'resolved' && incident.updates.at(-1)?.event === 'unmonitored';
  if (isUnmonitored) return own ? { do: 'forget' } : null;
  if (incident.type === 'certificate') return nextOfCertificate(context);
  const outage = runningOutage(incident);
  if (outage) return nextOfDown(context, outage);
  return incident.status === 'active' ? nextOfPartial(context) : nextOfOver(context);
}

function nextOfCertificate(context: Context): NextMessage {
  const { incident, own } = context;
  if (incident.status === 'resolved') return own ? { do: 'forget' } : null;
  if (own || !isAdmitted(context, incident.severity)) return null;
  return send(context, certificateContent(context), 'partial');
}

function nextOfDown(context: Context, outage: Outage): NextMessage {
  const { incident, own } = context;
  const { severity } = incident;
  const isSame = own?.state === 'down' && own.outage === outage.number;
  if (isSame) {
    const isWorse = isAdmitted(context, severity) && compareSeverity(severity, own.severity) > 0;
    return isWorse ? sendFailure(context, failureContent(context, 'worse', outage)) : null;
  }
  const ended = endedOutages(context);
  if (!isAdmitted(context, severity)) return own?.state === 'down' ? sendRecovery(context, ended, 'over') : null;
  return sendFailure(context, failureContent(context, ended.length > 0 ? 'down_again' : 'outage', outage, ended));
}

function nextOfPartial(context: Context): NextMessage {
  const { incident, own } = context;
  const { severity } = incident;
  const isPartialAdmitted = isAdmitted(context, severity);
  const ended = endedOutages(context);
  if (own?.state === 'down') {
    if (!isPartialAdmitted) return sendRecovery(context, ended, 'over');
    return waitForFailing(context, ended) ?? sendRecovery(context, ended, 'partial');
  }
  const most = mostSevere(ended);
  if (most && isAdmitted(context, most)) {
    const content = shortOutageContent(context, ended, isPartialAdmitted ? incident.downLocations : []);
    return afterSilence(context, content, isPartialAdmitted ? 'partial' : 'over');
  }
  const isKnown = own?.state === 'partial' && compareSeverity(severity, own.severity) <= 0;
  return isPartialAdmitted && !isKnown ? sendFailure(context, failureContent(context, 'partial', null)) : null;
}

function nextOfOver(context: Context): NextMessage {
  const { incident, own, policy } = context;
  const ended = endedOutages(context);
  if (own && own.state !== 'over') return sendRecovery(context, ended, 'over');
  const most = mostSevere(ended);
  if (most)
    return isAdmitted(context, most) ? afterSilence(context, shortOutageContent(context, ended, []), 'over') : null;
  const isMissed = own === null && incident.outage === null && (incident.resolvedAt ?? 0) >= policy.sinceMs;
  if (!isMissed || !isAdmitted(context, incident.peakSeverity)) return null;
  return afterSilence(context, shortPartialContent(context), 'over');
}

function isAdmitted({ policy }: Context, severity: Severity): boolean {
  return admits(policy.filter, severity);
}

/** The outages that are over and not announced as over, the oldest first. */
function endedOutages({ incident, own, policy }: Context): Outage[] {
  const { earlierOutages, outage } = incident;
  return [...earlierOutages, ...(outage ? [outage] : [])].filter(({ number, endedAt }) => {
    if (endedAt === null) return false;
    const isAnnounced = own?.state === 'down' && own.outage === number;
    return isAnnounced || (number > (own?.outage ?? 0) && endedAt >= policy.sinceMs);
  });
}

/** Waits for the failing locations to check again: those that failed with the outage usually recover with it. */
function waitForFailing({ incident, nowMs, isGathered }: Context, ended: readonly Outage[]): NextMessage {
  const sinceMs = ended.at(-1)?.endedAt ?? incident.changedAt;
  const untilMs = incident.changedAt + ALERT.holdMs;
  if (isGathered || untilMs <= nowMs) return null;
  return { do: 'wait', untilMs, gathering: { endpointId: incident.endpointId, recheckedBy: 'failing', sinceMs } };
}

function sendRecovery(context: Context, ended: readonly Outage[], state: 'partial' | 'over'): NextMessage {
  return send(context, recoveryContent(context, ended, state === 'partial'), state);
}

/** Sends a failure after its gathering and the silence period. */
function sendFailure(context: Context, content: MessageContent): NextMessage {
  const { incident, nowMs, isGathered } = context;
  const state = content.kind === 'partial' ? 'partial' : 'down';
  const silentUntilMs = silenceEndOf(context, content.severity);
  const gatheredAtMs = isGathered ? 0 : gatheringEnd(incident, nowMs);
  const untilMs = Math.max(silentUntilMs, gatheredAtMs);
  if (untilMs <= nowMs) return send(context, content, state);
  if (silentUntilMs > nowMs) return { do: 'wait', untilMs, gathering: null };
  const sinceMs = content.values.occurredAt;
  return { do: 'wait', untilMs, gathering: { endpointId: incident.endpointId, recheckedBy: 'up', sinceMs } };
}

/** Sends what is over already: it waits for the silence period only. */
function afterSilence(context: Context, content: MessageContent, state: Announced['state']): NextMessage {
  const untilMs = silenceEndOf(context, content.severity);
  return untilMs > context.nowMs ? { do: 'wait', untilMs, gathering: null } : send(context, content, state);
}

function silenceEndOf({ incident, last, policy, isUrgent }: Context, severity: Severity): number {
  return isUrgent ? 0 : silenceEnd(last, { url: incident.endpoint.url, severity }, policy.silenceMs);
}

/**
 * From when the next silence period counts: from the message of a failure that goes on. What was over before it was
 * announced counts from its end, but not if it waited for a silence period itself: that would delay the next failure
 * again and again.
 */
function silenceAfter(
  { incident, last, policy, nowMs }: Context,
  { kind, severity, values }: MessageContent,
): Pick<Announced, 'failureAt' | 'failureSeverity'> {
  const isSameUrl = last?.url === incident.endpoint.url;
  const before = isSameUrl ? last : { failureAt: null, failureSeverity: null };
  const unchanged = { failureAt: before.failureAt, failureSeverity: before.failureSeverity };
  if (kind === 'recovery' || kind === 'partial_over') return unchanged;
  if (kind !== 'short_outage' && kind !== 'short_partial') return { failureAt: nowMs, failureSeverity: severity };
  const hasWaited = before.failureAt !== null && values.occurredAt < before.failureAt + policy.silenceMs;
  return hasWaited ? unchanged : { failureAt: values.occurredAt, failureSeverity: severity };
}

function send(context: Context, content: MessageContent, state: Announced['state']): NextMessage {
  const { id, incident, own } = context;
  const announced: Announced = {
    incidentId: id,
    incidentAt: incident.triggeredAt,
    monitorId: incident.monitorId,
    url: incident.endpoint.url,
    outage: Math.max(own?.outage ?? 0, content.outage ?? 0, ...content.ended),
    state,
    severity: state === 'partial' ? incident.severity : content.severity,
    ...silenceAfter(context, content),
    isClosed: incident.status === 'resolved',
  };
  return { do: 'send', content, announced };
}
