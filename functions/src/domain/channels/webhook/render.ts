import { failuresAnswer } from '@farwatch/core/contracts/api/failure-answer';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { WEBHOOK_VERSION, type WebhookEvent } from '@farwatch/core/contracts/webhook-event';
import type { OutgoingMessage } from '@farwatch/core/texts/outgoing-message';

/** The body of a webhook. `nowMs`: stands for the time of an event, for a test. */
export function renderWebhook(message: OutgoingMessage, nowMs: number): WebhookEvent {
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
