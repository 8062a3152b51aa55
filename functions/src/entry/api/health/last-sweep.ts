import { SWEEP_ID } from '@farwatch/core/documents/sweep';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { sweeps } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';

const KEPT_MS = 5 * SECOND_MS;

type Kept = { untilMs: number; at: Promise<number | null> };

const kept = new WeakMap<Firestore, Kept>();
const lastRunFields = sweeps.pick('lastRunAt');

/**
 * When the sweep last ran, null before the first time. Read at most once in 5 s, also if the sweep has stopped, since
 * anyone may ask for it.
 */
export function lastSweepAt(run: Run): Promise<number | null> {
  const known = kept.get(run.db);
  if (known && known.untilMs > run.nowMs) return known.at;
  const at = readLastRun(run);
  kept.set(run.db, { untilMs: run.nowMs + KEPT_MS, at });
  at.catch(() => kept.delete(run.db));
  return at;
}

async function readLastRun({ db }: Run): Promise<number | null> {
  const [state] = await lastRunFields.getAll(db, sweeps.ref(db, SWEEP_ID));
  return state?.lastRunAt ?? null;
}
