import { HEALTHY, healthCalls, type SystemHealth } from '@farwatch/core/contracts/api/health';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { isSweepLate } from '@farwatch/core/decisions/health/is-sweep-late';
import { CHANNEL_NAMES, type ChannelName } from '@farwatch/core/values/channels/channels';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type Query, Timestamp } from 'firebase-admin/firestore';
import { alerts, verdictChanges } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import { POLLED_MS } from '../answer-cache.ts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
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
    const [at, changes, channels] = await Promise.all([
      lastSweepAt(run),
      countChanges(run),
      Promise.all(CHANNEL_NAMES.map((name) => countFailing(run, name))),
    ]);
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

/** The alerts of the last 24 hours for which a channel failed last: those it retries, and those it gave up. */
async function countFailing(run: Run, name: ChannelName): Promise<SystemHealth['channels'][number]> {
  const failed = alerts
    .collection(run.db)
    .where('lastErrorBy', '==', name)
    .where('createdAt', '>=', Timestamp.fromMillis(run.nowMs - DAY_MS));
  const [retrying, dead] = await Promise.all([
    count(failed.where('state', '==', 'waiting')),
    count(failed.where('state', '==', 'dead')),
  ]);
  return { name, retrying, dead };
}

async function count(query: Query): Promise<number> {
  return (await query.count().get()).data().count;
}
