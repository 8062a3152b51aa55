import { HEALTHY, healthCalls, type SystemHealth } from '@farwatch/core/contracts/api/health';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import { isSweepLate } from '@farwatch/core/decisions/agents/is-sweep-late';
import { isUnreachable } from '@farwatch/core/decisions/heartbeats/canary';
import { allCollections } from '@farwatch/core/documents/collections';
import { NO_SWEEP, SWEEP_ID, type Sweep } from '@farwatch/core/documents/sweep';
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

type State = Pick<Sweep, 'lastRunAt' | 'canary'>;
type Kept = { untilMs: number; state: Promise<State> };

const kept = new WeakMap<Firestore, Kept>();
const stateFields = sweeps.pick('lastRunAt', 'canary');

export const getHealth = route(healthCalls.check, {
  run: async (run) => {
    const { lastRunAt } = await lastState(run);
    if (isSweepLate(lastRunAt, run.nowMs)) throw new ApiError('unhealthy');
    return HEALTHY;
  },
});

export const getSystemHealth = route(healthCalls.system, {
  cachedForMs: POLLED_MS,
  run: async (run) => {
    const [{ lastRunAt: at, canary }, changes, refused, channels, refusedAt, stuck] = await Promise.all([
      lastState(run),
      countChanges(run),
      countRefused(run),
      countFailing(run),
      lastNotifiedAt(run, MAIL_REFUSED),
      countStuck(run),
    ]);
    const sweep = { at: isoOf(at), late: isSweepLate(at, run.nowMs) };
    const unreachableSince = isUnreachable(canary) ? (canary.missed?.since ?? null) : null;
    const pings = { heardAt: isoOf(canary.heardAt), unreachableSince: isoOf(unreachableSince) };
    const mail = { refusedAt: isoOf(refusedAt) };
    return { sweep, pings, changes: { ...changes, refused }, channels, mail, stuck };
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
 * What the last sweep left. Read at most once in 5 s, also if the sweep has stopped, since anyone may ask for it.
 */
function lastState(run: Run): Promise<State> {
  const known = kept.get(run.db);
  if (known && known.untilMs > run.nowMs) return known.state;
  const state = readState(run);
  kept.set(run.db, { untilMs: run.nowMs + KEPT_MS, state });
  state.catch(() => kept.delete(run.db));
  return state;
}

async function readState({ db }: Run): Promise<State> {
  const [state] = await stateFields.getAll(db, sweeps.ref(db, SWEEP_ID));
  return state ?? NO_SWEEP;
}
