import type { Message, MessageContent } from '@farwatch/core/documents/message';

type WithId<T> = T & { id: string };

/** What became of an event at one channel, the newest message of it. */
export type Delivery = Pick<Message, 'channelId' | 'channelName' | 'state' | 'code' | 'reason' | 'createdAt'>;

/**
 * A line of the last alerts: an event with its deliveries by channel, or, without content, a channel that was removed.
 * `atMs`: when the newest message of it was made.
 */
export type AlertLine = { key: string; content: MessageContent | null; deliveries: Delivery[]; atMs: number };

/** One line for each event that the messages report, newest first, as the messages are. */
export function alertLines(messages: readonly WithId<Message>[]): AlertLine[] {
  const lines = new Map<string, AlertLine>();
  for (const message of messages) {
    if (message.contents.length === 0) {
      const key = message.id;
      lines.set(key, { key, content: null, deliveries: [deliveryOf(message)], atMs: message.createdAt });
    }
    for (const content of message.contents) {
      const key = keyOf(content);
      const line = lines.get(key) ?? { key, content, deliveries: [], atMs: message.createdAt };
      const isKnown = line.deliveries.some(({ channelId }) => channelId === message.channelId);
      if (!isKnown) line.deliveries.push(deliveryOf(message));
      lines.set(key, line);
    }
  }
  return [...lines.values()];
}

function deliveryOf({ channelId, channelName, state, code, reason, createdAt }: Message): Delivery {
  return { channelId, channelName, state, code, reason, createdAt };
}

/** The same for all messages about one event. Notices belong to no incident: their time tells them apart. */
function keyOf({ kind, endpointId, incidentId, outage, values }: MessageContent): string {
  if (incidentId !== null) return [endpointId, incidentId, outage, kind].join(' ');
  return [kind, values.occurredAt, values.agent, values.channel].join(' ');
}
