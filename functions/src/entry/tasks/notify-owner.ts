import { unreadableNotice } from '@farwatch/core/decisions/notifications/notices';
import { outboxId } from '@farwatch/core/documents/outbox';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { type QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import { closeAlerts } from '../../domain/notifications/close-alerts.ts';
import { notifyOperatorsDaily } from '../../domain/notifications/notify-operators.ts';
import { type Owner, readOwner } from '../../domain/notifications/owner.ts';
import { serveChannel } from '../../domain/notifications/serve-channel.ts';
import { attemptEach } from '../../platform/db/attempt-each.ts';
import { type Clock, SYSTEM_CLOCK } from '../../platform/db/clock.ts';
import { outboxes } from '../../platform/db/collections.ts';
import { attemptTask, fail, putOffAll } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

/** Shorter than a task's time limit: a task that is stopped while it sends may send the same message twice. */
const RUN_MS = 4 * MINUTE_MS;

/** Task `notifyOwner` (docs/notifications.md, Sending): serves all channels of an owner, each independently. */
export async function notifyOwner(
  run: Run,
  { ownerId }: TaskInputs['notifyOwner'],
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  const dueRefs = async () => (await readDueOutboxes(run, ownerId)).map(({ ref }) => ref);
  let owner: Owner | null;
  try {
    owner = await readOwner(run, ownerId);
  } catch (error) {
    return fail(run, await dueRefs(), error);
  }
  const ids = Object.keys(owner?.channels ?? {});
  const terms = { clock, untilMs: clock.now() + RUN_MS };
  // No message waits for the deletion.
  const parts = [
    () => (owner?.isUnreadable ? reportUnreadable(run, ownerId, ids) : deleteOrphans(run, ownerId, ids)),
    ...(owner ? ids.map((id) => () => serve(run, owner, id, terms)) : []),
  ];
  await attemptEach(parts, (part) => part(), { atOnce: parts.length, what: 'channels' });
}

/** A channel that always fails is put off: its owner's others are served, and so are other owners. */
function serve(run: Run, owner: Owner, channelId: string, terms: Parameters<typeof serveChannel>[3]): Promise<void> {
  const ref = outboxes.ref(run.db, outboxId(owner.id, channelId));
  return attemptTask(run, [ref], () => serveChannel(run, owner, channelId, terms));
}

async function readDueOutboxes(run: Run, ownerId: string): Promise<QueryDocumentSnapshot[]> {
  const own = outboxes.collection(run.db).where('ownerId', '==', ownerId);
  const due = own.where('dueAt', '<=', Timestamp.fromMillis(run.nowMs));
  return (await due.get()).docs;
}

/**
 * Notifies the operators of settings that cannot be read. Outboxes of channels that are left out are put off instead of
 * deleted: once the settings are repaired, nothing is announced again.
 */
async function reportUnreadable(run: Run, ownerId: string, readyIds: readonly string[]): Promise<void> {
  await notifyOperatorsDaily(run, `unreadable_${ownerId}`, (adminId) =>
    unreadableNotice(adminId, ownerId, { occurredAt: run.nowMs, nowMs: run.nowMs }),
  );
  const orphans = await readOrphans(run, ownerId, readyIds);
  await putOffAll(
    run,
    orphans.map(({ ref }) => ref),
    'The settings of the channel cannot be read',
  );
}

/**
 * Deletes the outboxes that are due and belong to no ready channel: otherwise each sweep would find them again. Those
 * that close alerts do that first.
 */
async function deleteOrphans(run: Run, ownerId: string, readyIds: readonly string[]): Promise<void> {
  const orphans = await readOrphans(run, ownerId, readyIds);
  await Promise.all(orphans.map((doc) => (doc.get('closing') ? closeAlerts(run, doc) : doc.ref.delete())));
}

async function readOrphans(run: Run, ownerId: string, readyIds: readonly string[]): Promise<QueryDocumentSnapshot[]> {
  const due = await readDueOutboxes(run, ownerId);
  return due.filter((doc) => !readyIds.includes(String(doc.get('channelId'))));
}
