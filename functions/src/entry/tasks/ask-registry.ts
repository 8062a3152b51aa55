import { applyAnswer, type DomainChange } from '@farwatch/core/decisions/domains/apply-answer';
import { voteUpdateOf } from '@farwatch/core/decisions/domains/vote-update';
import { domainNotice } from '@farwatch/core/decisions/notifications/notices';
import type { DocumentReference, DocumentSnapshot, Transaction } from 'firebase-admin/firestore';
import { lookUp } from '../../domain/domains/look-up.ts';
import { enqueueLook } from '../../domain/notifications/enqueue.ts';
import { createNotice } from '../../domain/notifications/notices.ts';
import { announceApplied, applyInTransaction } from '../../domain/status/apply-to-monitor.ts';
import { domains, endpoints, monitors } from '../../platform/db/collections.ts';
import { attemptTask } from '../../platform/db/due-work.ts';
import type { Run } from '../../platform/db/run.ts';
import type { TaskInputs } from '../../platform/db/tasks.ts';

const endpointFields = endpoints.pick('ownerId', 'monitorId', 'name', 'url');
const monitorFields = monitors.pick('name');

/**
 * Queries the registry of a domain that is due, and stores the answer: one read and one write, unless the endpoint's
 * status or the registration changes. Throws if the domain was changed in the meantime; the task is then tried again.
 */
export async function askRegistry(run: Run, { endpointId }: TaskInputs['askRegistry']): Promise<void> {
  const ref = domains.ref(run.db, endpointId);
  await attemptTask(run, [ref], () => ask(run, ref));
}

async function ask(run: Run, ref: DocumentReference): Promise<void> {
  const document = await ref.get();
  const before = domains.read(document);
  if (!before || before.askAt === null || before.askAt > run.nowMs) return;
  const change = applyAnswer(before, await lookUp(run, before.name), run.nowMs);
  const applied = await run.db.runTransaction((tx) => store(run, tx, document, change));
  if (applied) await announceApplied(run, before.ownerId, applied);
  if (change.changes.length > 0) await enqueueLook(run, before.ownerId);
}

/** The domain, its vote and the notice of what changed are written together. */
async function store(run: Run, tx: Transaction, { id, ref, updateTime }: DocumentSnapshot, change: DomainChange) {
  const { domain, vote, changes } = change;
  const { monitorId, ownerId } = domain;
  const notice = changes.length > 0 ? await noticeOf(run, tx, id, change) : null;
  const causes = vote && new Map([[id, voteUpdateOf(domain, vote)]]);
  const applied = causes && (await applyInTransaction(run, tx, { monitorId, ownerId }, causes));
  if (notice) createNotice(run, tx, `domain_${id}_${run.nowMs}`, notice);
  tx.update(ref, domains.toUpdate(domain), updateTime ? { lastUpdateTime: updateTime } : {});
  return applied;
}

async function noticeOf(run: Run, tx: Transaction, id: string, { domain, changes }: DomainChange) {
  const [endpointDocument, monitorDocument] = await tx.getAll(
    endpoints.ref(run.db, id),
    monitors.ref(run.db, domain.monitorId),
  );
  const endpoint = endpointDocument && endpointFields.readIfValid(endpointDocument);
  const monitor = monitorDocument && monitorFields.readIfValid(monitorDocument);
  if (!endpoint || !monitor) return null;
  const timestamps = { occurredAt: run.nowMs, nowMs: run.nowMs };
  return domainNotice({ ...endpoint, monitor: monitor.name }, changes, timestamps);
}
