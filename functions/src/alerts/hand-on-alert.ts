import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { alerts } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

/** Hands a new alert on to its owner's sender. One that waits for the end of a silence period is found by the sweep. */
export async function handOnAlert(run: Run, created: DocumentSnapshot): Promise<void> {
  const alert = alerts.read(created);
  if (alert?.state !== 'waiting') return;
  await run.tasks.enqueue('sendAlerts', { ownerId: alert.ownerId, dueAt: alert.nextAt ?? 0 });
}
