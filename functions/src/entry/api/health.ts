import { HEALTHY, healthCalls, type SystemHealth } from '@farwatch/core/contracts/api/health';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { isSweepLate } from '@farwatch/core/decisions/agents/is-sweep-late';
import { allCollections } from '@farwatch/core/documents/collections';
import { SWEEP_ID } from '@farwatch/core/documents/sweep';
import { STUCK_FOR_MS } from '@farwatch/core/values/stuck';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { countRefused } from '../../domain/notifications/notices.ts';
import { lastNotifiedAt } from '../../domain/notifications/notify-operators.ts';
import { MAIL_REFUSED } from '../../domain/pages/mail-refused.ts';
import { outboxes, sweeps, verdictChanges } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { POLLED_MS } from '../../platform/http/answer-cache.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';

const KEPT_MS = 5 * SECOND_MS;

type Kept = { untilMs: number; at: Promise<number | null> };

const kept = new WeakMap<Firestore, Kept>();
const lastRunFields = sweeps.pick('lastRunAt');

export const getHealth = route(healthCalls.check, {
  run: async (run) => {
    if (isSweepLate(await lastSweepAt(run), run.nowMs)) throw new ApiError('unhealthy');
    return HEALTHY;
  },
});

export const getSystemHealth = route(healthCalls.system, {
  cachedForMs: POLLED_MS,
  run: async (run) => {
    const [at, changes, refused, channels, refusedAt, stuck] = await Promise.all([
      lastSweepAt(run),
      countChanges(run),
      countRefused(run),
      countFailing(run),
      lastNotifiedAt(run, MAIL_REFUSED),
      countStuck(run),
    ]);
    const sweep = { at: isoOf(at), late: isSweepLate(at, run.nowMs) };
    return { sweep, changes: { ...changes, refused }, channels, mail: { refusedAt: isoOf(refusedAt) }, stuck };
  },
});

const createdFields = verdictChanges.pick('createdAt');

/** Counts the changes that neither a trigger nor a sweep has applied within a minute, and the parked ones. */
async function countChanges(run: Run): Promise<Omit<SystemHealth['changes'], 'refused'>> {
  const all = verdictChanges.collection(run.db);
  const before = Timestamp.fromMillis(run.nowMs - MINUTE_MS);
  const late = all.where('state', '==', 'new').where('createdAt', '<=', before);
  const parked = all.where('state', '==', 'parked');
  const [waitingCount, [oldest], parkedCount] = await Promise.all([
    count(late),
    createdFields.find(late.orderBy('createdAt').limit(1)),
    count(parked),
  ]);
  return { waiting: waitingCount, since: isoOf(oldest?.createdAt ?? null), parked: parkedCount };
}

/** The channels of all accounts that fail and are tried again, and those that have stopped. */
async function countFailing(run: Run): Promise<SystemHealth['channels']> {
  const ever = Timestamp.fromMillis(0);
  const all = outboxes.collection(run.db);
  const [failing, stopped] = await Promise.all([
    count(all.where('failure.since', '>=', ever)),
    count(all.where('stopped.at', '>=', ever)),
  ]);
  return { failing, stopped };
}

/** The collections whose documents scheduled work can put off (platform/db/due-work.ts); none is below another. */
const STUCK = allCollections().filter(({ schema }) => 'stuck' in schema.shape);

async function countStuck(run: Run): Promise<number> {
  const since = Timestamp.fromMillis(run.nowMs - STUCK_FOR_MS);
  const counts = STUCK.map(({ path }) => count(run.db.collection(path).where('stuck.retryAt', '>', since)));
  return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
}

async function count(query: Query): Promise<number> {
  return (await query.count().get()).data().count;
}

/**
 * When the sweep last ran, null before the first time. Read at most once in 5 s, also if the sweep has stopped, since
 * anyone may ask for it.
 */
function lastSweepAt(run: Run): Promise<number | null> {
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
