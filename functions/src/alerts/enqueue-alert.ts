import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { alerts } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import { needsSender } from './outbox-lease.ts';

/**
 * Starts a sender for a new alert unless one is running: hundreds of simultaneous alerts need only one. The sweep finds
 * deferred alerts.
 */
export async function enqueueAlert(run: Run, created: DocumentSnapshot): Promise<void> {
  const alert = alerts.read(created);
  if (alert?.state !== 'waiting') return;
  const { ownerId, nextAt } = alert;
  const dueAt = nextAt ?? 0;
  if (await needsSender(run, ownerId, dueAt)) await run.tasks.enqueue('sendAlerts', { ownerId, dueAt });
}
