import type { QueuedAlert } from '@farwatch/core/alerts/queue';
import { alerts } from '../db/kinds.ts';
import type { Run } from '../db/run.ts';

/**
 * Whether an alert may be told: a recovery only when its outage was, before it or in the same message (design 5); anything
 * else always.
 */
export async function wasTold(run: Run, { alert }: QueuedAlert, sameMessage: readonly QueuedAlert[]): Promise<boolean> {
  if (alert.kind !== 'recovery') return true;
  if (sameMessage.some((each) => each.alert.incidentId === alert.incidentId && each.alert.kind === 'outage'))
    return true;
  const outages = alerts.collection(run.db).where('incidentId', '==', alert.incidentId).where('kind', '==', 'outage');
  const { docs } = await outages.where('state', '==', 'sent').limit(1).get();
  return docs.length > 0;
}
