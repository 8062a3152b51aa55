import type { StableSoon, Sweep } from '@farwatch/core/documents/sweep';
import { isInNewPeriod, MINUTE_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import { applyToMonitor } from '../../../domain/status/apply-to-monitor.ts';
import { attemptEach } from '../../../platform/db/attempt-each.ts';
import { incidents } from '../../../platform/db/collections.ts';
import { fail, findDue } from '../../../platform/db/due-work.ts';
import type { Run } from '../../../platform/db/run.ts';

/** Shorter than the half hour after which an endpoint is stable, so that none is missed between two looks. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** The earliest first; later ones wait for the next look. */
const MOST = 500;
const AT_ONCE = 5;
const dueFields = incidents.pick('ownerId', 'monitorId', 'endpointId', 'stableAt');

/**
 * Decides endpoints again that flapped and are stable now (docs/status.md, Flapping). Every ten minutes it looks for those
 * that become stable before the next look; sweeps in between know them from `state` and read nothing.
 */
export async function sweepFlapping(
  run: Run,
  state: Pick<Sweep, 'stableSoon'>,
  { lastRunAt }: Pick<Sweep, 'lastRunAt'>,
): Promise<void> {
  const known = isInNewPeriod(lastRunAt, run.nowMs, LOOK_EVERY_MS) ? await findStableSoon(run) : state.stableSoon;
  state.stableSoon = known.filter(({ at }) => at > run.nowMs);
  const byMonitor = Map.groupBy(
    known.filter(({ at }) => at <= run.nowMs),
    ({ monitorId }) => monitorId,
  );
  const decideAgain = async ([monitorId, stable]: [string, StableSoon[]]) => {
    // One that has changed since is not stable yet, and is found by a later look.
    const causes = new Map(stable.map(({ endpointId }) => [endpointId, { changedAtMs: run.nowMs }]));
    const refs = stable.map(({ incidentId }) => incidents.ref(run.db, incidentId));
    const target = { monitorId, ownerId: stable[0]?.ownerId ?? '' };
    await applyToMonitor(run, target, causes, new Map()).catch((error) => fail(run, refs, error));
  };
  await attemptEach(byMonitor, decideAgain, { atOnce: AT_ONCE, what: 'monitors with stable endpoints' });
}

async function findStableSoon(run: Run): Promise<StableSoon[]> {
  const before = Timestamp.fromMillis(run.nowMs + LOOK_EVERY_MS);
  const soon = incidents.collection(run.db).where('stableAt', '<=', before).orderBy('stableAt');
  const found = await findDue(run, soon, dueFields, MOST);
  return found.map(({ id: incidentId, ownerId, monitorId, endpointId, stableAt }) => {
    return { incidentId, ownerId, monitorId, endpointId, at: stableAt ?? 0 };
  });
}
