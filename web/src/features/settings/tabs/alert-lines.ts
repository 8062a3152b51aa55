import type { Message, MessageContent } from '@farwatch/core/documents/message';

type WithId<T> = T & { id: string };

/** How an event was delivered by one channel, from the newest message about it. */
export type Delivery = Pick<Message, 'channelId' | 'channelName' | 'state' | 'code' | 'reason' | 'createdAt'>;

/**
 * A line of the last alerts: an event with its deliveries by channel, or, without content, a channel that was removed.
 */
export type AlertLine = {
  key: string;
  content: MessageContent | null;
  deliveries: Delivery[];
  /** When the newest message about it was made. */
  atMs: number;
};

/** Makes one line for each event that the messages report, newest first, as the messages are. */
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

/**
 * Returns the same key for all messages about one event. Notices belong to no incident: their time distinguishes them.
 */
function keyOf({ kind, endpointId, incidentId, outage, values }: MessageContent): string {
  if (incidentId !== null) return [endpointId, incidentId, outage, kind].join(' ');
  return [kind, values.occurredAt, values.agent, values.channel].join(' ');
}
