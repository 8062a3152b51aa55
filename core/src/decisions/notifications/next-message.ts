import type { ChannelEvent } from '../../documents/channel.ts';
import { type Flapping, type Outage, runningOutage } from '../../documents/incident.ts';
import type { MessageContent, SkipCode } from '../../documents/message.ts';
import { type Announced, WARNED_CERTIFICATES } from '../../documents/outbox.ts';
import { expiryWarnings } from '../../values/expiry-warnings.ts';
import { ALERT } from '../../values/limits.ts';
import { compareSeverity, mostSevere, type Severity } from '../../values/severity.ts';
import { admits, WARNING_SEVERITY } from '../../values/severity-filter.ts';
import { announcedAfter, announcedAfterSkip } from './after-sending.ts';
import {
  expiryContent,
  failureContent,
  flappingContent,
  recoveryContent,
  reminderContent,
  shortOutageContent,
  shortPartialContent,
  slowContent,
  stableContent,
} from './contents.ts';
import { announcedFrom, causeAwaitedUntil, gatheringEnd, heldUntil, skipCodeOf } from './delays.ts';
import type { Policy, SubjectIncident } from './subject.ts';

/**
 * What a message waits for: until the locations that vote up, or those that fail, have checked the endpoint again since
 * `sinceMs`.
 */
export type Gathering = { endpointId: string; recheckedBy: 'up' | 'failing'; sinceMs: number };

/**
 * What to do next about a subject: send this, or only log it because of `code`, and then store what was announced; look
 * again, for a gathering earlier if it is complete; `close` an announced incident that ended without a message; forget the
 * subject; or nothing until an incident changes.
 */
export type NextMessage =
  | { do: 'send'; content: MessageContent; announced: Announced }
  | { do: 'skip'; content: MessageContent; announced: Announced; code: SkipCode }
  | { do: 'wait'; untilMs: number; gathering: Gathering | null }
  | { do: 'close' }
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
  const remaining = incidents.filter((each) => !isDone(each, announced));
  for (const [index, each] of remaining.entries()) {
    const own = announced?.incidentId === each.id ? announced : announcedBeforeMove(each, announced);
    const context = { ...each, own, last: announced, policy, nowMs, isGathered, isUrgent: false };
    const next = nextOfIncident(context);
    if (next === null) continue;
    if (next.do !== 'wait' || next.gathering !== null) return next;
    const later = remaining.slice(index + 1).map((other) => nextOfIncident({ ...context, ...other, own: null }));
    // A held failure is announced first if a later incident may be announced now.
    if (later.some((other) => other?.do === 'send')) return nextOfIncident({ ...context, isUrgent: true });
    return later.reduce(sooner, next);
  }
  return null;
}

/**
 * Returns what was announced of an endpoint before it was moved to another monitor, as if of this incident; null if it was
 * not moved, or what was announced had ended.
 */
function announcedBeforeMove({ id, incident }: SubjectIncident, last: Announced | null): Announced | null {
  const { monitorId, endpoint, triggeredAt, outage } = incident;
  if (!last?.unfinished || last.monitorId === monitorId || last.url !== endpoint.url) return null;
  const isDown = outage !== null && last.unfinished.state !== 'partial';
  return {
    ...last,
    incidentId: id,
    incidentAt: triggeredAt,
    monitorId,
    state: isDown ? 'down' : 'partial',
    outage: outage?.number ?? 0,
    isClosed: false,
    unfinished: null,
  };
}

/** The first, or the second if it waits for less long. */
function sooner(first: NextMessage, second: NextMessage): NextMessage {
  return first?.do === 'wait' && second?.do === 'wait' && second.untilMs < first.untilMs ? second : first;
}

/** Whether nothing of the incident is left to announce: it is closed, or older than the last that was announced. */
export function isDone({ id, incident }: Omit<SubjectIncident, 'maintenance'>, announced: Announced | null): boolean {
  if (announced === null) return false;
  return announced.incidentId === id ? announced.isClosed : incident.triggeredAt <= announced.incidentAt;
}

/** `own`: what was announced of this incident; `last`: of any incident of the subject. */
type Context = SubjectIncident & {
  own: Announced | null;
  last: Announced | null;
  policy: Policy;
  nowMs: number;
  isGathered: boolean;
  /** Whether it may not wait for the silence period or the end of the quiet hours. */
  isUrgent: boolean;
};

function nextOfIncident(context: Context): NextMessage {
  const { incident, own } = context;
  const lastEvent = incident.updates.at(-1)?.event;
  const isUnwatched = lastEvent === 'unmonitored' || lastEvent === 'paused';
  if (incident.status === 'resolved' && isUnwatched) return own ? { do: 'forget' } : null;
  if (incident.type === 'slow') return nextOfSlow(context);
  if (incident.type !== 'downtime') return nextOfExpiry(context, incident.type);
  if (incident.flapping?.until === null) return nextOfFlapping(context, incident.flapping);
  const outage = runningOutage(incident);
  if (outage) return nextOfDown(context, outage);
  return incident.status === 'active' ? nextOfPartial(context) : nextOfOver(context);
}

/**
 * Once for each certificate, then again at each of its later warnings. A certificate that is shown again after another one is
 * not announced again.
 */
function nextOfExpiry(context: Context, type: 'certificate' | 'domain'): NextMessage {
  const { incident, own, last, nowMs } = context;
  const { severity, details } = incident;
  if (incident.status === 'resolved') return own && own.state !== 'over' ? { do: 'close' } : null;
  if (!gets(context, 'expiry') || !isAdmitted(context, WARNING_SEVERITY)) return null;
  const endsAt = details.certificateEndsAt ?? nowMs;
  const warnings = expiryWarnings(type, endsAt);
  const step = Math.max(1, warnings.filter((atMs) => atMs <= nowMs).length);
  const warned = last?.warned ?? [];
  const sentStep = warned.find((each) => each.endsAt === endsAt)?.step ?? 0;
  if (sentStep >= step) {
    const nextAtMs = warnings[sentStep];
    return nextAtMs === undefined ? null : wait(nextAtMs);
  }
  const untilMs = heldUntil({ ...context, severity }, nowMs);
  if (untilMs > nowMs) return wait(untilMs);
  const content = expiryContent(context, nowMs);
  const others = warned.filter((each) => each.endsAt !== endsAt).slice(0, WARNED_CERTIFICATES - 1);
  const announced = { ...announcedAfter(context, content, 'partial'), warned: [{ endsAt, step }, ...others] };
  return { do: 'send', content, announced };
}

/** Announced once, whatever the severity filter, to channels that choose so; the end goes to those that announced the start. */
function nextOfSlow(context: Context): NextMessage {
  const { incident, own, policy, nowMs } = context;
  const isKnown = own !== null && own.state !== 'over';
  if (incident.status === 'resolved') return isKnown ? send(context, slowContent(context, 'slow_over'), 'over') : null;
  if (isKnown || !policy.alsoSlow) return null;
  const untilMs = Math.max(heldUntil({ ...context, severity: incident.severity }, nowMs), causeAwaitedUntil(context));
  return untilMs > nowMs ? wait(untilMs) : send(context, slowContent(context, 'slow'), 'partial');
}

/** An endpoint that flaps is announced once: its next message is about how it became stable. */
function nextOfFlapping(context: Context, flapping: Flapping): NextMessage {
  const { incident, own, nowMs } = context;
  const severity = incident.peakSeverity;
  if (own?.state === 'flapping' || !admitsFailure(context, severity)) return null;
  const untilMs = Math.max(heldUntil({ ...context, severity }, nowMs), causeAwaitedUntil(context));
  return untilMs > nowMs ? wait(untilMs) : send(context, flappingContent(context, flapping), 'flapping');
}

function nextOfDown(context: Context, outage: Outage): NextMessage {
  const { incident, own } = context;
  const { severity } = incident;
  const isSame = own?.state === 'down' && own.outage === outage.number;
  if (isSame) {
    const isWorse = admitsFailure(context, severity) && compareSeverity(severity, own.severity) > 0;
    if (isWorse) return sendFailure(context, failureContent(context, 'worse', outage));
    return nextReminder(context, outage, own);
  }
  const { ended, skipCode } = nextEnded(context);
  if (skipCode) return skip(context, ended, skipCode);
  if (!admitsFailure(context, severity)) return isKnownDown(own) ? sendRecovery(context, ended, 'over') : null;
  return sendFailure(context, failureContent(context, ended.length > 0 ? 'down_again' : 'outage', outage, ended));
}

/** No reminder is sent for an acknowledged failure, nor within a silence period. */
function nextReminder(context: Context, outage: Outage, own: Announced): NextMessage {
  const { incident, policy, nowMs } = context;
  if (policy.reminderMs === null || own.sentAt === null) return null;
  if (incident.acknowledgement || !admitsFailure(context, incident.severity)) return null;
  const number = own.reminders + 1;
  const content = reminderContent(context, outage, number, nowMs);
  const nextAtMs = own.sentAt + Math.max(policy.reminderMs, policy.silenceMs);
  const untilMs = Math.max(nextAtMs, heldUntil({ ...context, severity: content.severity }, nowMs));
  if (untilMs > nowMs) return wait(untilMs);
  return { do: 'send', content, announced: { ...own, reminders: number, sentAt: nowMs } };
}

function nextOfPartial(context: Context): NextMessage {
  const { incident, own } = context;
  const { severity } = incident;
  const isPartialAdmitted = isAdmitted(context, severity);
  const { ended, skipCode } = nextEnded(context);
  if (isKnownDown(own)) {
    if (!isPartialAdmitted) return sendRecovery(context, ended, 'over');
    return waitForFailing(context, ended) ?? sendRecovery(context, ended, 'partial');
  }
  if (skipCode) return skip(context, ended, skipCode);
  const most = mostSevere(ended);
  if (most && isAdmitted(context, most)) {
    const waiting = gets(context, 'failure') ? null : waitForFailing(context, ended);
    if (waiting) return waiting;
    const content = shortOutageContent(context, ended, isPartialAdmitted ? incident.downLocations : []);
    return sendOver(context, content, isPartialAdmitted ? 'partial' : 'over');
  }
  const isKnown = own?.state === 'partial' && compareSeverity(severity, own.severity) <= 0;
  return admitsFailure(context, severity) && !isKnown
    ? sendFailure(context, failureContent(context, 'partial', null))
    : null;
}

function nextOfOver(context: Context): NextMessage {
  const { incident, own, policy } = context;
  const { flapping } = incident;
  const isUnsaid = own === null || (own.state === 'over' && own.outage < (incident.outage?.number ?? 0));
  if (flapping && flapping.until === incident.resolvedAt && isUnsaid) return nextOfStable(context, flapping);
  const { ended, skipCode } = nextEnded(context);
  if (skipCode) return skip(context, ended, skipCode);
  if (own && own.state !== 'over') return sendRecovery(context, ended, 'over');
  const most = mostSevere(ended);
  if (most) return isAdmitted(context, most) ? sendOver(context, shortOutageContent(context, ended, []), 'over') : null;
  const { peakSeverity: severity, resolvedAt } = incident;
  const isMissed = own === null && incident.outage === null && (resolvedAt ?? 0) >= policy.sinceMs;
  if (!isMissed || !isAdmitted(context, severity)) return null;
  const code = skipCodeOf({ ...context, severity }, resolvedAt ?? 0);
  return code ? skip(context, [], code) : sendOver(context, shortPartialContent(context), 'over');
}

/** An endpoint that flapped and became stable before that was announced. */
function nextOfStable(context: Context, flapping: Flapping): NextMessage {
  const { incident, policy } = context;
  const severity = incident.peakSeverity;
  const endedAtMs = flapping.until ?? 0;
  if (!isAdmitted(context, severity) || endedAtMs < policy.sinceMs) return null;
  const code = skipCodeOf({ ...context, severity }, endedAtMs);
  const content = stableContent(context, flapping);
  if (code) return { do: 'skip', content, announced: announcedAfterSkip(context, content), code };
  return sendOver(context, content, 'over');
}

/** Whether people believe that the endpoint is down, at least now and then. */
function isKnownDown(own: Announced | null): boolean {
  return own?.state === 'down' || own?.state === 'flapping';
}

function isAdmitted({ policy }: Context, severity: Severity): boolean {
  return admits(policy.filter, severity);
}

function gets({ policy }: Context, event: ChannelEvent): boolean {
  return policy.events.includes(event);
}

/** Whether a failure that continues is announced; without failures, the channel learns of it by its recovery. */
function admitsFailure(context: Context, severity: Severity): boolean {
  return gets(context, 'failure') && isAdmitted(context, severity);
}

/** The outages that are over and not announced as over, the oldest first. */
function endedOutages({ incident, own, policy }: Context): Outage[] {
  const { earlierOutages, outage, flapping } = incident;
  return [...earlierOutages, ...(outage ? [outage] : [])].filter(({ number, startedAt, endedAt }) => {
    if (endedAt === null) return false;
    if (own?.state === 'flapping' && startedAt < (flapping?.until ?? Number.POSITIVE_INFINITY)) return false;
    const isAnnounced = own?.state === 'down' && own.outage === number;
    return isAnnounced || (number > (own?.outage ?? 0) && endedAt >= policy.sinceMs);
  });
}

/**
 * Returns which of the ended outages to report next: all if the first of them was announced, otherwise those in a row
 * that are to be announced, or that are only logged for the same reason.
 */
function nextEnded(context: Context): { ended: Outage[]; skipCode: SkipCode | null } {
  const all = endedOutages(context);
  const admitted = all.filter(({ severity }) => isAdmitted(context, severity));
  const [first] = admitted;
  if (isKnownDown(context.own) || !first) return { ended: all, skipCode: null };
  const codeOf = ({ severity, endedAt }: Outage) => skipCodeOf({ ...context, severity }, endedAt ?? 0);
  const skipCode = codeOf(first);
  const next = admitted.find((each) => codeOf(each) !== skipCode);
  return { ended: next ? all.filter(({ number }) => number < next.number) : all, skipCode };
}

/** Waits for the failing locations to check again: those that failed with the outage usually recover with it. */
function waitForFailing({ incident, nowMs, isGathered }: Context, ended: readonly Outage[]): NextMessage {
  const sinceMs = ended.at(-1)?.endedAt ?? incident.changedAt;
  const untilMs = incident.changedAt + ALERT.holdMs;
  if (isGathered || untilMs <= nowMs) return null;
  return wait(untilMs, { endpointId: incident.endpointId, recheckedBy: 'failing', sinceMs });
}

function sendRecovery(context: Context, ended: readonly Outage[], state: 'partial' | 'over'): NextMessage {
  const { own, incident } = context;
  const stable = own?.state === 'flapping' ? incident.flapping : null;
  const content = stable ? stableContent(context, stable) : recoveryContent(context, ended, state === 'partial');
  const sent = send(context, content, state);
  if (gets(context, 'recovery')) return sent;
  // The channel's last message is about the failure.
  return { ...sent, do: 'skip', announced: { ...sent.announced, sentAt: own?.sentAt ?? null }, code: 'events' };
}

/** Sends a failure after its gathering and all that holds it. */
function sendFailure(context: Context, content: MessageContent): NextMessage {
  const { incident, nowMs, isGathered } = context;
  const heldUntilMs = heldUntil({ ...context, severity: content.severity }, nowMs);
  const awaitedUntilMs = Math.max(heldUntilMs, incident.awaitsVotesUntil ?? 0, causeAwaitedUntil(context));
  const untilMs = Math.max(awaitedUntilMs, isGathered ? 0 : gatheringEnd(incident, nowMs));
  if (untilMs <= nowMs) return send(context, content, content.kind === 'partial' ? 'partial' : 'down');
  if (awaitedUntilMs > nowMs) return wait(untilMs);
  const sinceMs = content.values.occurredAt;
  return wait(untilMs, { endpointId: incident.endpointId, recheckedBy: 'up', sinceMs });
}

/** Sends what is over already. Its cause may be noticed after its end, too. */
function sendOver(context: Context, content: MessageContent, state: Announced['state']): NextMessage {
  const { nowMs, isUrgent } = context;
  const heldUntilMs = announcedFrom({ ...context, severity: content.severity }, nowMs);
  const untilMs = isUrgent ? 0 : Math.max(heldUntilMs, causeAwaitedUntil(context));
  return untilMs > nowMs ? wait(untilMs) : send(context, content, state);
}

/** What has no end waits for a change of the incident. */
function wait(untilMs: number, gathering: Gathering | null = null): NextMessage {
  return Number.isFinite(untilMs) ? { do: 'wait', untilMs, gathering } : null;
}

function send(
  context: Context,
  content: MessageContent,
  state: Announced['state'],
): Extract<NextMessage, { do: 'send' }> {
  return { do: 'send', content, announced: announcedAfter(context, content, state) };
}

/** Only logs these outages, or for none the incident, with their whole length. */
function skip(context: Context, ended: readonly Outage[], code: SkipCode): NextMessage {
  const whole = { ...context, maintenance: [] };
  const content = ended.length > 0 ? shortOutageContent(whole, ended, []) : shortPartialContent(whole);
  return { do: 'skip', content, announced: announcedAfterSkip(context, content), code };
}
