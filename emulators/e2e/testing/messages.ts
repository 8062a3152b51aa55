import type { Channel } from '@farwatch/core/documents/channel';
import {
  type Message,
  type MessageContent,
  type MessageValues,
  messageContentSchema,
  messageSchema,
} from '@farwatch/core/documents/message';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  storedNotificationsSchema,
} from '@farwatch/core/documents/notification-settings';
import { type Outbox, outboxId, outboxSchema } from '@farwatch/core/documents/outbox';
import { type ChannelTiming, IMMEDIATE } from '@farwatch/core/values/channel-timing';
import { DAY_MS } from '@farwatch/core/values/time';
import { SeedDocuments } from '../../src/seed/documents.ts';
import { type Account, database } from './accounts.ts';

/**
 * The fields that a test sets in a message of one content; the others are those of an outage's message that Telegram
 * accepted.
 */
export type MessageSeed = Partial<Omit<Message, 'contents'>> &
  Partial<Omit<MessageContent, 'values'>> &
  Partial<MessageValues>;

/** Adds messages to an account's log, newest first. */
export async function seedMessages(account: Account, seeds: readonly MessageSeed[], nowMs = Date.now()): Promise<void> {
  const documents = new SeedDocuments();
  for (const [index, seed] of seeds.entries()) {
    const createdAt = seed.createdAt ?? nowMs - (index + 1) * 60_000;
    const message = buildMessage(account, createdAt, { incidentId: `${account.uid}i${index}`, ...seed });
    documents.put(messageSchema, `messages/${account.uid}${createdAt}_${index}`, message);
  }
  await documents.write(database());
}

function buildMessage({ uid: ownerId }: Account, createdAt: number, seed: MessageSeed): Message {
  const content = { kind: 'outage', severity: 'critical', endpointId: `${ownerId}e`, outage: 1, ...seed };
  const values = {
    endpoint: 'Shop',
    url: 'https://shop.farwatch.test/',
    monitor: 'Shop',
    locations: ['tw'],
    occurredAt: createdAt,
    durationMs: null,
    statusCode: 503,
    error: 'status',
    certificateEndsAt: null,
    ...seed,
  };
  const channel = { channelId: 'telegram', channelType: 'telegram', channelName: 'Telegram' } as const;
  return messageSchema.parse({
    ...channel,
    state: 'sent',
    code: null,
    reason: null,
    ...seed,
    ownerId,
    contents: [messageContentSchema.parse({ ...content, values })],
    createdAt,
    expireAt: createdAt + 30 * DAY_MS,
  });
}

type SeededChannel = Pick<Channel, 'type' | 'name' | 'settings'> &
  Partial<Omit<Channel, 'timing'>> & { timing?: Partial<ChannelTiming> };

/** Stores a verified channel as the account's only one, without having it looked at. */
export async function seedChannel(account: Account, id: string, channel: SeededChannel): Promise<void> {
  return seedChannels(account, { [id]: channel });
}

/** Stores verified channels, in this order, as the account's only ones, without having them looked at. */
export async function seedChannels({ uid }: Account, channels: Record<string, SeededChannel>): Promise<void> {
  const nowMs = Date.now();
  const given = {
    severity: null,
    monitors: null,
    tags: null,
    alsoSlow: false,
    events: null,
    language: null,
    enabled: true,
    verifiedAt: nowMs,
  };
  const stored = Object.entries(channels).map(([id, channel], index): [string, Channel] => [
    id,
    {
      ...given,
      ...channel,
      timing: { ...IMMEDIATE, ...channel.timing },
      createdAt: channel.createdAt ?? nowMs + index,
    },
  ]);
  const documents = new SeedDocuments();
  const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, channels: Object.fromEntries(stored) };
  documents.put(storedNotificationsSchema, `users/${uid}/private/notifications`, settings);
  await documents.write(database());
}

/** Stores what became of a channel's deliveries. */
export async function seedOutbox(
  { uid: ownerId }: Account,
  channelId: string,
  changes: Pick<Outbox, 'lastSentAt' | 'failure' | 'stopped'>,
): Promise<void> {
  const nowMs = Date.now();
  const documents = new SeedDocuments();
  const idle = { leaseId: null, dueAt: null, waitsUntil: null, announced: {}, reportedAt: null };
  const since = { seenAt: nowMs, startedAt: nowMs, generation: 'seeded', scope: 'seeded' };
  const path = `outboxes/${outboxId(ownerId, channelId)}`;
  documents.put(outboxSchema, path, { ownerId, channelId, ...idle, ...since, ...changes });
  await documents.write(database());
}
