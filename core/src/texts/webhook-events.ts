import { failuresAnswer } from '../contracts/api/failure-answer.ts';
import { isoOf } from '../contracts/api/parts.ts';
import { WEBHOOK_VERSION, type WebhookEvent } from '../contracts/api/webhook-event.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** The body of a webhook. `nowMs` replaces the time of an event in a test. */
export function webhookEventOf(message: OutgoingMessage, nowMs: number): WebhookEvent {
  const { id, kind, title, text, link, contents } = message;
  const events = contents.map(({ values, ...content }) => ({
    ...content,
    ...values,
    failures: failuresAnswer(values.failures),
    occurredAt: isoOf(values.occurredAt),
    certificateEndsAt: isoOf(values.certificateEndsAt),
  }));
  const times = contents.map(({ values }) => values.occurredAt);
  return {
    type: kind,
    version: WEBHOOK_VERSION,
    timestamp: isoOf(times.length > 0 ? Math.max(...times) : nowMs),
    data: { id, title, text, link: link?.url ?? null, events },
  };
}
