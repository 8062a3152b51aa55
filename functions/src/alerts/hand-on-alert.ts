import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { alerts } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

/** Passes a new alert to its owner's sender. The sweep finds those that wait for the end of a silence period. */
export async function handOnAlert(run: Run, created: DocumentSnapshot): Promise<void> {
  const alert = alerts.read(created);
  if (alert?.state !== 'waiting') return;
  await run.tasks.enqueue('sendAlerts', { ownerId: alert.ownerId, dueAt: alert.nextAt ?? 0 });
}
