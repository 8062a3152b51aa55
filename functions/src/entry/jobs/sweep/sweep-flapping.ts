import { Timestamp } from 'firebase-admin/firestore';
import { applyToMonitor } from '../../../domain/status/apply-to-monitor.ts';
import { attemptEach } from '../../../platform/db/attempt-each.ts';
import { incidents } from '../../../platform/db/collections.ts';
import { fail, findDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';

const MOST = 500;
const AT_ONCE = 5;
const dueFields = incidents.pick('ownerId', 'monitorId', 'endpointId', 'stableAt');

/**
 * Decides endpoints again that flapped and are stable now (docs/status.md, Flapping). A minute without any costs one read.
 */
export async function sweepFlapping(run: Run): Promise<void> {
  const due = incidents.collection(run.db).where('stableAt', '<=', Timestamp.fromMillis(run.nowMs));
  const found = await findDue(run, due.orderBy('stableAt'), dueFields, MOST);
  const byMonitor = Map.groupBy(found, ({ monitorId }) => monitorId);
  const decideAgain = async ([monitorId, stable]: [string, typeof found]) => {
    const causes = new Map(stable.map(({ endpointId }) => [endpointId, { changedAtMs: run.nowMs }]));
    const refs = stable.map(({ ref }) => ref);
    const target = { monitorId, ownerId: stable[0]?.ownerId ?? '' };
    await applyToMonitor(run, target, causes, new Map()).catch((error) => fail(run, refs, error));
  };
  await attemptEach(byMonitor, decideAgain, { atOnce: AT_ONCE, what: 'monitors with stable endpoints' });
}
