import type { HistoryQuery } from '@farwatch/core/contracts/api/endpoints';
import type { LocatedCheck } from '@farwatch/core/decisions/rollups/endpoint-hours';
import { hourId } from '@farwatch/core/documents/hour';
import { unpackChecks } from '@farwatch/core/values/pack';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import type { Firestore } from 'firebase-admin/firestore';
import { hours } from '../../db/collections.ts';
import type { Run } from '../../db/run.ts';
import { type Checked, readRunning } from './read-running.ts';

const KEPT_MS = 10 * SECOND_MS;
const MOST_KEPT = 50;
/** Longer than any instance keeps a copy. */
const KNOWN_FOR_MS = 10 * MINUTE_MS;

/** An endpoint is not read again more often than this because a caller claims to know more. */
const RENEWED_EVERY_MS = 2 * SECOND_MS;

/** `isRenewed`: it was read because another copy lacked something. */
type Kept = { atMs: number; isRenewed: boolean; checks: Promise<LocatedCheck[]> };
const keptOf = new WeakMap<Firestore, Map<string, Kept>>();

/**
 * The checks of an endpoint in the last 24 h, in no order, the running hour included. Its page requests them twice, as
 * statistics and one by one, so a copy is good for ten seconds, until the status changes, and for callers that have not
 * `seen` more. A copy just renewed for one caller serves all.
 */
export async function readDayOfChecks(run: Run, endpoint: Checked, seen: HistoryQuery): Promise<LocatedCheck[]> {
  const kept = keptOf.get(run.db) ?? new Map<string, Kept>();
  keptOf.set(run.db, kept);
  const key = `${endpoint.id} ${endpoint.locations} ${endpoint.since}`;
  for (const [each, { atMs }] of kept)
    if (Math.abs(run.nowMs - atMs) >= KEPT_MS || kept.size > MOST_KEPT) kept.delete(each);
  const isRenewed = kept.has(key);
  for (let known = kept.get(key); known; ) {
    const checks = await known.checks;
    const isFresh = known.isRenewed && run.nowMs - known.atMs < RENEWED_EVERY_MS;
    if (isFresh || holds(checks, seen, run.nowMs)) return checks;
    // Another call may have read again while this one waited.
    const newest = kept.get(key);
    if (newest === known) break;
    known = newest;
  }
  const checks = readDay(run, endpoint);
  kept.set(key, { atMs: run.nowMs, isRenewed, checks });
  checks.catch(() => kept.delete(key));
  return checks;
}

/** Whether nothing is missing that the caller has already seen. */
function holds(checks: readonly LocatedCheck[], { known, knownSince }: HistoryQuery, nowMs: number): boolean {
  if (known === undefined || knownSince === undefined) return true;
  const sinceMs = Date.parse(knownSince);
  return sinceMs < nowMs - KNOWN_FOR_MS || checks.filter((check) => check.at >= sinceMs).length >= known;
}

async function readDay(run: Run, endpoint: Checked): Promise<LocatedCheck[]> {
  const rolledUp = await readRolledUp(run, endpoint);
  const running = await readRunning(run, endpoint, rolledUp.lastHourAgents);
  return [...rolledUp.checks, ...running].filter((check) => check.at >= run.nowMs - DAY_MS);
}

/** `lastHourAgents`: those whose checks in the hour before the running one are among them. */
type RolledUp = { checks: LocatedCheck[]; lastHourAgents: ReadonlySet<string> };

/** An endpoint's rolled-up checks of the 24 hours before the running one: a document for each hour and location. */
async function readRolledUp(run: Run, { id, ownerId, locations }: Checked): Promise<RolledUp> {
  const running = hourStart(run.nowMs);
  const first = hourStart(run.nowMs - DAY_MS);
  const starts = Array.from({ length: (running - first) / HOUR_MS }, (_, index) => first + index * HOUR_MS);
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
