import { closedContent } from '@farwatch/core/decisions/notifications/contents';
import { nextTry } from '@farwatch/core/decisions/notifications/retry';
import type { Channel } from '@farwatch/core/documents/channel';
import { type Outbox, outboxId } from '@farwatch/core/documents/outbox';
import type { User } from '@farwatch/core/documents/user';
import { composeMessage } from '@farwatch/core/texts/compose-message';
import { textsOf } from '@farwatch/core/texts/texts';
import { getChannelType } from '@farwatch/core/values/channels/channel-types';
import { DEFAULT_LANGUAGE } from '@farwatch/core/values/languages';
import { ALERT } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { outboxes, users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { appUrl } from '../../platform/links/app-url.ts';
import { sendToChannel } from '../channels/send-to-channel.ts';
import { hashOf } from './outbox.ts';

/**
 * Returns the outbox, with its id, that closes the alerts which a channel had open when it ended or got another target,
 * with the settings that it had; null if it holds none. While a task sends for the channel it waits for the end of the
 * lease, after which nothing opens an alert again.
 */
export function closingOutbox(
  { type, settings }: Channel,
  { stuck: _, ...outbox }: Outbox,
  nowMs: number,
): { id: string; outbox: Outbox } | null {
  const sending = Object.entries(outbox.sending).map(([key, each]) => [`sending ${key}`, each] as const);
  const held = [...Object.entries(outbox.announced), ...sending];
  const announced = Object.fromEntries(held.filter(([, { state }]) => state !== 'over'));
  if (!getChannelType(type).holdsAlerts || Object.keys(announced).length === 0) return null;
  const channelId = `${outbox.channelId}_${outbox.generation}_${nowMs}`;
  const closing = { type, settings };
  const dueAt = outbox.leaseId === null ? nowMs : Math.max(nowMs, outbox.dueAt ?? 0);
  const started = { leaseId: null, waitsUntil: null, dueAt, failure: null, stopped: null, reportedAt: null };
  return {
    id: outboxId(outbox.ownerId, channelId),
    outbox: { ...outbox, ...started, channelId, announced, sending: {}, closing },
  };
}

/**
 * Closes the alerts of such an outbox and deletes it. While the service cannot be reached it is tried again for a day.
 * Closing an alert twice does nothing.
 */
export async function closeAlerts(run: Run, document: DocumentSnapshot): Promise<void> {
  const outbox = outboxes.readIfValid(document);
  const closing = outbox?.closing;
  const [first, ...rest] = Object.values(outbox?.announced ?? {}).map((own) => closedContent(own, null, run.nowMs));
  if (!outbox || !closing || !first) {
    await document.ref.delete();
    return;
  }
  const { ownerId, channelId } = outbox;
  const user: User | null = users.readIfValid(await users.ref(run.db, ownerId).get());
  const texts = await textsOf(user?.language ?? DEFAULT_LANGUAGE);
  const message = composeMessage([first, ...rest], texts, { id: hashOf(document.id), nowMs: run.nowMs, link: null });
  const url = appUrl(process.env);
  const result = await sendToChannel(closing, message, { run, ownerId, channelId, account: user, appUrl: url });
  const since = outbox.failure?.since ?? run.nowMs;
  const isTemporary = result.outcome === 'limited' || result.outcome === 'failed';
  if (!isTemporary || run.nowMs - since > ALERT.giveUpAfterMs) {
    await document.ref.delete();
    return;
  }
  const { code, reason } = result;
  const failure = { code, reason, at: run.nowMs, since, tries: (outbox.failure?.tries ?? 0) + 1 };
  const limitedMs = result.outcome === 'limited' ? result.retryAfterSec * SECOND_MS : 0;
  const dueAt = Math.max(run.nowMs + limitedMs, nextTry(failure, run.nowMs));
  await document.ref.update(outboxes.toUpdate({ failure, dueAt }));
}
