import { channelNotice } from '@farwatch/core/decisions/notifications/notices';
import { ALERT } from '@farwatch/core/values/limits';
import { FieldValue } from 'firebase-admin/firestore';
import { users } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import type { OwnedChannel } from './deliver.ts';
import { channelNoticePrefix } from './look.ts';
import { notify } from './notices.ts';
import { type OpenOutbox, storeOutbox } from './outbox.ts';

/**
 * Reports a channel that has stopped, or has failed for a day: once through the owner's other channels, and on the
 * dashboard until it delivers again.
 */
export async function reportProblem(
  run: Run,
  { owner, channelId, channel }: OwnedChannel,
  open: OpenOutbox,
): Promise<void> {
  const { failure, stopped, reportedAt } = open.outbox;
  const isLasting = failure !== null && run.nowMs - failure.since > ALERT.giveUpAfterMs;
  const occurredAt = stopped?.at ?? (isLasting ? failure.since : null);
  if (occurredAt === null || reportedAt !== null) return;
  const id = `${channelNoticePrefix(owner.id, channelId)}${occurredAt}`;
  await notify(run, id, channelNotice(owner.id, channel.name, { occurredAt, nowMs: run.nowMs }));
  if (owner.user) {
    await users.ref(run.db, owner.id).update({ [`failingChannels.${channelId}`]: channel.name });
  }
  const dueAt = stopped ? stopped.until : open.outbox.dueAt;
  await storeOutbox(run, open, { reportedAt: run.nowMs, dueAt });
}

/** Removes a channel from the dashboard's warning once it delivers again. */
export async function reportRecovery(run: Run, { owner, channelId }: OwnedChannel, open: OpenOutbox): Promise<void> {
  if (open.outbox.reportedAt === null) return;
  if (owner.user) await users.ref(run.db, owner.id).update({ [`failingChannels.${channelId}`]: FieldValue.delete() });
  await storeOutbox(run, open, { reportedAt: null });
}
