import { HEALTHY, healthCalls, type SystemHealth } from '@farwatch/core/contracts/api/health';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { isSweepLate } from '@farwatch/core/decisions/agents/is-sweep-late';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { outboxes, verdictChanges } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';
import { POLLED_MS } from '../../../platform/http/answer-cache.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { lastSweepAt } from './last-sweep.ts';

export const getHealth = route(healthCalls.check, {
  run: async (run) => {
    if (isSweepLate(await lastSweepAt(run), run.nowMs)) throw new ApiError('unhealthy');
    return HEALTHY;
  },
});

export const getSystemHealth = route(healthCalls.system, {
  cachedForMs: POLLED_MS,
  run: async (run) => {
    const [at, changes, channels] = await Promise.all([lastSweepAt(run), countChanges(run), countFailing(run)]);
    return { sweep: { at: isoOf(at), late: isSweepLate(at, run.nowMs) }, changes, channels };
  },
});

const createdFields = verdictChanges.pick('createdAt');

/** Those that neither a trigger nor a sweep has applied within a minute, and the parked ones. */
async function countChanges(run: Run): Promise<SystemHealth['changes']> {
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

async function count(query: Query): Promise<number> {
  return (await query.count().get()).data().count;
}
