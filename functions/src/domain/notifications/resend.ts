import { randomUUID } from 'node:crypto';
import { canResend, type Message } from '@farwatch/core/documents/message';
import { targetOf } from '@farwatch/core/values/channels/channel-settings';
import { RETENTION } from '@farwatch/core/values/limits';
import { messages } from '../../platform/db/collections.ts';
import { changeInTransaction } from '../../platform/db/read-then-write.ts';
import { createIfMissing } from '../../platform/db/retry.ts';
import type { Run } from '../../platform/db/run.ts';
import type { LogEntry } from './outbox.ts';
import { readOwner } from './owner.ts';
import { saveSettings } from './save-settings.ts';
import { sendContents, stateOf } from './send-contents.ts';

/**
 * Sends a message of the log once more, through its channel as it is set now and with the id of the first time, and logs
 * what became of it. If it arrives, a channel resumes that had stopped with the settings that it was
 * sent with. Null if it cannot be sent again, or the channel does not send. Throws RepeatedRequest before anything is sent.
 */
export async function resend(run: Run, id: string, message: Message): Promise<LogEntry | null> {
  const { channelId, contents } = message;
  const owner = await readOwner(run, message.ownerId);
  const channel = owner?.channels[channelId];
  const [first, ...others] = contents;
  if (!owner || !channel || !first || !canResend(message) || channel.type !== message.channelType) return null;
  const firstId = message.resendOf ?? id;
  const entryId = randomUUID();
  await claim(run, { id: entryId, name: channel.name });
  const result = await sendContents(run, { owner, channelId, channel }, [first, ...others], firstId);
  const entry: LogEntry = {
    id: entryId,
    message: {
      ...message,
      ...stateOf(result),
      channelName: channel.name,
      resendOf: firstId,
      createdAt: run.nowMs,
      expireAt: run.nowMs + RETENTION.messageMs,
    },
  };
  await createIfMissing(messages.ref(run.db, entry.id), messages.toDocument(entry.message));
  if (result.outcome === 'sent') {
    await saveSettings(run, owner.id, (stored) => stored, channelId, targetOf(channel.type, channel.settings));
  }
  return entry;
}

/** Stores the request's activity, which names the new entry, so that a repeat with its idempotency key sends nothing. */
async function claim(run: Run, subject: { id: string; name: string }): Promise<void> {
  run.activity?.describe(subject);
  await changeInTransaction(run, async () => undefined);
}
