import { UPGRADE_ID, type Upgrade, upgradedTo } from '@farwatch/core/documents/upgrade';
import { clip } from '@farwatch/core/values/clip';
import { DRAIN } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { upgrades } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { STEPS, type UpgradeStep } from './steps.ts';

/** No batch starts later in a run; the next one continues. */
const WITHIN_MS = 20 * SECOND_MS;

/** Databases that this process has seen with every step done, so that it reads their state once. */
const upgraded = new WeakSet<Firestore>();

/**
 * Does the upgrade steps that the data has not had, batch by batch, and stores how far they are. A step that fails is
 * tried again by the next call, from the same batch on, and its error is thrown.
 */
export async function upgradeData(run: Run, clock: () => number, steps: readonly UpgradeStep[] = STEPS): Promise<void> {
  if (upgraded.has(run.db)) return;
  const ref = upgrades.ref(run.db, UPGRADE_ID);
  const endsAt = clock() + WITHIN_MS;
  for (let state = upgrades.read(await ref.get()) ?? upgradedTo(0, run.nowMs); ; ) {
    const step = steps[state.version];
    if (!step) break;
    if (clock() >= endsAt) return;
    const { after, error } = await doBatch(run, step, state);
    await ref.set(upgrades.toDocument(after));
    if (error) throw error;
    state = after;
  }
  upgraded.add(run.db);
}

async function doBatch(run: Run, step: UpgradeStep, state: Upgrade): Promise<{ after: Upgrade; error?: Error }> {
  try {
    const { position, handled } = await step.run(run, state.position);
    if (position === null) return { after: upgradedTo(state.version + 1, run.nowMs) };
    return { after: { ...state, position, handled: state.handled + handled, failure: null, changedAt: run.nowMs } };
  } catch (cause) {
    const reason = clip(reasonOf(cause), DRAIN.reasonLength);
    const failure = { reason, at: run.nowMs, tries: (state.failure?.tries ?? 0) + 1 };
    const error = new Error(`The upgrade step ${step.id} failed: ${reason}`, { cause });
    return { after: { ...state, failure, changedAt: run.nowMs }, error };
  }
}
