import { summaryDueAt } from '@farwatch/core/decisions/summary/plan-summaries';
import { channelsOf } from '@farwatch/core/documents/channels-of';
import { NOTIFICATIONS_ID, notifications, users } from '../../platform/db/collections.ts';
import { changeInTransaction } from '../../platform/db/read-then-write.ts';
import type { Run } from '../../platform/db/run.ts';
import type { LinkTarget } from '../channels/email/mail-links.ts';
import { readStoredSettings } from '../channels/stored-settings.ts';

/**
 * Sends no more summaries to a mail channel, whose alerts go on. False, without a change, if it was removed or sends to
 * another address now.
 */
export async function stopSummaries(
  run: Run,
  { ownerId, channelId, address }: Pick<LinkTarget, 'ownerId' | 'channelId' | 'address'>,
): Promise<boolean> {
  const refs = [users.ref(run.db, ownerId), notifications.ref(run.db, NOTIFICATIONS_ID, ownerId)];
  return changeInTransaction(run, async (tx, unchanged) => {
    const [userDoc, settingsDoc] = await tx.getAll(...refs);
    const user = userDoc && users.read(userDoc);
    if (!userDoc || !user?.summaries) return unchanged(false);
    const settings = readStoredSettings(settingsDoc);
    const channel = channelsOf(settings, user, { isMailConfigured: true })[channelId];
    if (channel?.type !== 'email' || channel.settings.address !== address) return unchanged(false);
    const channels = user.summaries.channels.filter((id) => id !== channelId);
    const summaries = { ...user.summaries, channels };
    tx.update(userDoc.ref, users.toUpdate({ summaries, summaryDueAt: summaryDueAt(summaries, run.nowMs) }));
    return true;
  });
}
