import { createHash } from 'node:crypto';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import type { MessageContent, MessageKind } from '@farwatch/core/documents/message';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';
import type { ChannelSettingsOf } from '@farwatch/core/values/channels/channel-types';
import { ALERT } from '@farwatch/core/values/limits';
import type { Severity } from '@farwatch/core/values/severity';
import { z } from 'zod';
import { parseAnswer } from '../../platform/net/answer.ts';
import { type Answer, postJson } from '../../platform/net/post.ts';
import type { ChannelSender, DeliveryResult } from './channel-sender.ts';
import { accepted, failed, reasonOf, rejected, stopped, tryLater } from './delivery.ts';
import { cutWithin } from './fit.ts';

/**
 * The hosts of accounts in the US and in the EU. A key does not contain where its account is, and each region knows
 * only its own.
 */
const HOSTS = ['events.pagerduty.com', 'events.eu.pagerduty.com'] as const;

/** An event without the routing key. Events of the same `dedup_key` are about the same alert. */
type AlertEvent = { event_action: 'trigger' | 'resolve'; dedup_key: string; [field: string]: unknown };
/** An event that PagerDuty only shows, without an alert that would have to be resolved. */
type ChangeEvent = { event_action?: never; dedup_key?: never; [field: string]: unknown };
type PagerDutyEvent = AlertEvent | ChangeEvent;

/** Sends a message as events. All of them are sent again if one fails, which their keys make harmless. */
export const sendPagerDuty: ChannelSender<ChannelSettingsOf<'pagerduty'>> = async (settings, message, { appUrl }) => {
  const events = renderPagerDuty(message, appUrl);
  const untilMs = performance.now() + ALERT.sendTimeoutMs;
  const send = (event: PagerDutyEvent) => sendEvent(settings.routingKey, event, untilMs);
  if (message.kind !== 'test') return worstOf(await Promise.all(events.map(send)));
  for (const event of events) {
    const result = await send(event);
    if (result.outcome !== 'sent') return result;
  }
  return { outcome: 'sent' };
};

/** `untilMs`: by `performance.now()`. */
async function sendEvent(routingKey: string, event: PagerDutyEvent, untilMs: number): Promise<DeliveryResult> {
  const body = { routing_key: routingKey, ...event };
  const sendTo = async (host: string): Promise<DeliveryResult> => {
    try {
      const timeoutMs = untilMs - performance.now();
      const path = event.event_action ? '/v2/enqueue' : '/v2/change/enqueue';
      return resultOf(await postJson(`https://${host}${path}`, body, { timeoutMs }), routingKey);
    } catch (error) {
      return failed(error);
    }
  };
  const [us, eu] = HOSTS;
  const result = await sendTo(us);
  return result.outcome === 'stopped' && result.code === 'unauthorized' ? sendTo(eu) : result;
}

/** What decides about the whole message, first to last. */
const WORST_FIRST = ['stopped', 'limited', 'failed', 'rejected'] as const;

function worstOf(results: readonly DeliveryResult[]): DeliveryResult {
  for (const outcome of WORST_FIRST) {
    const found = results.find((result) => result.outcome === outcome);
    if (found) return found;
  }
  return { outcome: 'sent' };
}

/** The body of PagerDuty's own 400, which a proxy's lacks. */
const errorSchema = z.object({ status: z.string(), message: z.string(), errors: z.array(z.string()).default([]) });

/** developer.pagerduty.com/docs/events-api-v2/overview, Response Codes. Waiting 30 s is advised after 429. */
function resultOf(answer: Answer, routingKey: string): DeliveryResult {
  const { status } = answer;
  if (status === 202) return accepted(answer);
  const reason = reasonOf(answer, [routingKey]);
  const error = status === 400 ? parseAnswer(errorSchema, answer) : null;
  if (error) {
    const isAboutKey = /routing.?key/i.test([error.message, ...error.errors].join(' '));
    return isAboutKey ? stopped('unauthorized', reason) : rejected(reason);
  }
  return status === 413 ? rejected(reason) : tryLater(answer, reason);
}

/** The limit of a summary (developer.pagerduty.com/docs/events-api-v2/trigger-events). */
const MAX_SUMMARY = 1024;
/** The limit of texts without a documented limit. */
const MAX_TEXT = 255;

const SEVERITIES: Record<Severity, string> = {
  critical: 'critical',
  major: 'error',
  minor: 'warning',
  informational: 'info',
};

/** What ends an alert, unless it still fails from some locations. */
const ENDS: readonly MessageKind[] = [
  'recovery',
  'stable',
  'partial_over',
  'short_outage',
  'short_partial',
  'slow_over',
  'closed',
  'coverage_restored',
  'agent_back',
];

/** Notices of which no other message tells the end. An alert about them would stay open for ever. */
const ENDLESS: readonly MessageKind[] = [
  'domain_changed',
  'channel_failing',
  'results_refused',
  'weekly_summary',
  'monthly_summary',
  'agents_silent',
  'location_full',
  'location_without_agent',
  'pings_unreachable',
  'page_reported',
  'mail_refused',
  'settings_unreadable',
];

/** What notices are about, if several kinds are about the same. */
const SUBJECTS: Partial<Record<MessageKind, string>> = {
  coverage_gap: 'coverage',
  coverage_restored: 'coverage',
  agent_lost: 'agent',
  agent_abstaining: 'agent',
  agent_stuck: 'agent',
  agent_back: 'agent',
};

/**
 * The events of a message, one for each alert: of several contents about the same incident the last counts. A notice
 * without an end is a change event. A test is an alert that is resolved at once, in this order.
 */
export function renderPagerDuty(message: OutgoingMessage, appUrl: string): PagerDutyEvent[] {
  if (message.kind === 'test') return testEvents(message, appUrl);
  const events = message.contents.map((content, index) => eventOf(message, content, index, appUrl));
  return [...new Map(events.map((event, index) => [event.dedup_key ?? index, event])).values()];
}

function eventOf(message: OutgoingMessage, content: MessageContent, index: number, appUrl: string): PagerDutyEvent {
  const { kind, severity, values } = content;
  const dedup_key = alertKey(content);
  if (ENDS.includes(kind) && values.stillFailing.length === 0) return { event_action: 'resolve', dedup_key };
  const isDigest = message.kind === 'digest';
  const summary = cutWithin((isDigest ? message.paragraphs[index] : undefined) ?? message.title, MAX_SUMMARY);
  const details = isDigest ? [] : message.fields.map(({ label, value }) => [label, value]);
  const timestamp = isoOf(values.occurredAt);
  if (ENDLESS.includes(kind)) {
    const payload = { summary, source: sourceOf(content), timestamp, custom_details: Object.fromEntries(details) };
    return { payload, ...linksOf(message) };
  }
  return {
    ...triggerOf(message, { dedup_key, summary, appUrl }),
    payload: {
      summary,
      source: sourceOf(content),
      severity: SEVERITIES[severity],
      timestamp,
      component: cutWithin(values.endpoint || values.agent || values.channel, MAX_TEXT),
      group: cutWithin(values.monitor, MAX_TEXT),
      class: kind,
      custom_details: Object.fromEntries(details),
    },
  };
}

type Trigger = { dedup_key: string; summary: string; appUrl: string };

function triggerOf(message: OutgoingMessage, { dedup_key, summary, appUrl }: Trigger): AlertEvent {
  return {
    event_action: 'trigger',
    dedup_key,
    payload: { summary, source: 'Farwatch', severity: 'info' },
    client: 'Farwatch',
    client_url: appUrl,
    ...linksOf(message),
  };
}

function linksOf({ link }: OutgoingMessage) {
  return link ? { links: [{ href: link.url, text: link.label }] } : {};
}

function testEvents(message: OutgoingMessage, appUrl: string): PagerDutyEvent[] {
  const dedup_key = `test:${message.id}`;
  return [triggerOf(message, { dedup_key, summary: message.title, appUrl }), { event_action: 'resolve', dedup_key }];
}

/** An incident's alert, or that of a notice's subject; a hash, since names may be longer than a key. */
function alertKey({ kind, incidentId, values }: MessageContent): string {
  if (incidentId !== null) return `incident:${incidentId}`;
  const subject = [SUBJECTS[kind] ?? kind, values.agent, values.channel, ...values.locations];
  return `notice:${createHash('sha256').update(JSON.stringify(subject)).digest('hex')}`;
}

/** The host that fails, as PagerDuty prefers. */
function sourceOf({ values }: MessageContent): string {
  const host = URL.canParse(values.url) ? new URL(values.url).host : '';
  return host || cutWithin(values.agent, MAX_TEXT) || 'Farwatch';
}
