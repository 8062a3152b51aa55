import type { HistoryQuery } from '@farwatch/core/contracts/api/endpoints';
import type { LocatedCheck } from '@farwatch/core/decisions/checks/endpoint-hours';
import { hourId } from '@farwatch/core/documents/hour';
import type { Range } from '@farwatch/core/values/history/range-metrics';
import { unpackChecks } from '@farwatch/core/values/pack';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { type Checked, readRunning } from '../../../domain/checks/read-running.ts';
import { hours } from '../../../platform/db/collections.ts';
import type { Run } from '../../../platform/db/run.ts';

const CACHED_MS = 10 * SECOND_MS;
const MAX_CACHED = 50;
/** Longer than any instance caches checks. */
const KNOWN_FOR_MS = 10 * MINUTE_MS;

/** The least time between two reads of an endpoint for callers that claim to have seen more. */
const RENEWED_EVERY_MS = 2 * SECOND_MS;

/** `isRenewed`: read because the previous copy lacked checks that a caller had seen. */
type Cached = { atMs: number; isRenewed: boolean; checks: Promise<LocatedCheck[]> };
const cacheOf = new WeakMap<Firestore, Map<string, Cached>>();

/**
 * An endpoint's checks of the last 24 h, the current hour included, unordered. Its page requests them twice, as
 * statistics and one by one, so they are cached for ten seconds, until the status changes, and for callers that have
 * not `seen` more. A copy just renewed for one caller serves all.
 */
export async function readDayOfChecks(run: Run, endpoint: Checked, seen: HistoryQuery): Promise<LocatedCheck[]> {
  const cache = cacheOf.get(run.db) ?? new Map<string, Cached>();
  cacheOf.set(run.db, cache);
  const key = `${endpoint.id} ${endpoint.locations} ${endpoint.since}`;
  for (const [each, { atMs }] of cache)
    if (Math.abs(run.nowMs - atMs) >= CACHED_MS || cache.size > MAX_CACHED) cache.delete(each);
  const isRenewed = cache.has(key);
  for (let known = cache.get(key); known; ) {
    const checks = await known.checks;
    const isFresh = known.isRenewed && run.nowMs - known.atMs < RENEWED_EVERY_MS;
    if (isFresh || hasAllSeen(checks, seen, run.nowMs)) return checks;
    // Another call may have renewed the copy while this one waited.
    const newest = cache.get(key);
    if (newest === known) break;
    known = newest;
  }
  const checks = readDay(run, endpoint);
  cache.set(key, { atMs: run.nowMs, isRenewed, checks });
  checks.catch(() => cache.delete(key));
  return checks;
}

/** Whether the checks include all that the caller has already seen. */
function hasAllSeen(checks: readonly LocatedCheck[], { known, knownSince }: HistoryQuery, nowMs: number): boolean {
  if (known === undefined || knownSince === undefined) return true;
  const sinceMs = Date.parse(knownSince);
  return sinceMs < nowMs - KNOWN_FOR_MS || checks.filter((check) => check.at >= sinceMs).length >= known;
}

function readDay(run: Run, endpoint: Checked): Promise<LocatedCheck[]> {
  return readChecks(run, endpoint, { fromMs: run.nowMs - DAY_MS, toMs: run.nowMs + 1 });
}

/** An endpoint's checks in a range, unordered: a document for each hour and location, and seven for the running hour. */
export async function readChecks(run: Run, endpoint: Checked, { fromMs, toMs }: Range): Promise<LocatedCheck[]> {
  const running = hourStart(run.nowMs);
  const rolledUp = await readRolledUp(run, endpoint, { fromMs: hourStart(fromMs), toMs: Math.min(running, toMs) });
  const live = toMs > running - HOUR_MS ? await readRunning(run, endpoint, rolledUp.lastHourAgents) : [];
  return [...rolledUp.checks, ...live].filter(({ at }) => fromMs <= at && at < toMs);
}

/** `lastHourAgents`: agents whose checks in the hour before the current one are included. */
type RolledUp = { checks: LocatedCheck[]; lastHourAgents: ReadonlySet<string> };

async function readRolledUp(run: Run, { id, ownerId, locations }: Checked, { fromMs, toMs }: Range): Promise<RolledUp> {
  const running = hourStart(run.nowMs);
  const count = Math.max(0, Math.ceil((toMs - fromMs) / HOUR_MS));
  const starts = Array.from({ length: count }, (_, index) => fromMs + index * HOUR_MS);
  const parts = locations.flatMap((location) => starts.map((hourAt) => ({ location, hourAt })));
  const lastHourAgents = new Set<string>();
  if (parts.length === 0) return { checks: [], lastHourAgents };
  const refs = parts.map(({ location, hourAt }) => hours.ref(run.db, hourId(ownerId, location, hourAt)));
  const stored = await hours.getEntries(run.db, refs, 'endpoints', id);
  const checks = parts.flatMap(({ location, hourAt }, index) => {
    const byAgent = Object.entries(stored[index] ?? {});
    return byAgent.flatMap(([agentId, { points }]) => {
      if (hourAt === running - HOUR_MS) lastHourAgents.add(agentId);
      return unpackChecks(points, hourAt).map((check) => ({ ...check, endpoint: id, location }));
    });
  });
  return { checks, lastHourAgents };
}
