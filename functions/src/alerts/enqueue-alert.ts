import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { alerts } from '../db/collections.ts';
import type { Run } from '../db/run.ts';
import { needsSender } from './lease.ts';

/**
 * Passes a new alert to its owner's sender, unless one is at work: hundreds that come together need no sender each. The
 * sweep finds those that wait for the end of a silence period.
 */
export async function enqueueAlert(run: Run, created: DocumentSnapshot): Promise<void> {
  const alert = alerts.read(created);
  if (alert?.state !== 'waiting') return;
  const { ownerId, nextAt } = alert;
  const dueAt = nextAt ?? 0;
  if (await needsSender(run, ownerId, dueAt)) await run.tasks.enqueue('sendAlerts', { ownerId, dueAt });
}
