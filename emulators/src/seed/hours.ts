import { type Hour, hourId } from '@farwatch/core/documents/hour';
import type { Check } from '@farwatch/core/values/check';
import { hourStat } from '@farwatch/core/values/hour-stat';
import { RETENTION } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS } from '@farwatch/core/values/time';
import { chanceOf, checkMs, checkPhases } from '../targets/latency.ts';
import { isAway, isPassingFailure, pastFactor } from './past.ts';
import { DEMO_AGENTS, type DemoEndpoint, type PastOutage } from './scenario-table.ts';

const EVERY_MS = 10 * MINUTE_MS;
const TIMEOUT_MS = 10_000;

export type Watched = { demo: DemoEndpoint; locations: LocationCode[] };

/**
 * The hour documents of one owner over the last full hours, by id, as many as in that many days: a check every ten
 * minutes of every endpoint and location.
 */
export function seedHours(ownerId: string, watched: Watched[], nowMs: number, days = 1): Map<string, Hour> {
  const found = new Map<string, Hour>();
  for (let back = (days * DAY_MS) / HOUR_MS; back >= 1; back -= 1) {
    const hourAt = hourStart(nowMs) - back * HOUR_MS;
    for (const { id: agentId, location } of DEMO_AGENTS) {
      const checked = watched.flatMap(({ demo, locations }) => {
        const checks = locations.includes(location) ? checksIn(demo, location, hourAt, nowMs) : [];
        return checks.length === 0 ? [] : [[demo.id, { [agentId]: hourStat(checks, hourAt) }] as const];
      });
      if (checked.length === 0) continue;
      found.set(hourId(ownerId, location, hourAt), {
        ownerId,
        location,
        hourAt,
        expireAt: nowMs + RETENTION.hourMs,
        rebuildAt: null,
        endpoints: Object.fromEntries(checked),
      });
    }
  }
  return found;
}

/** An endpoint's checks from a location in an hour. */
export function checksIn(demo: DemoEndpoint, location: LocationCode, hourAt: number, nowMs: number): Check[] {
  const starts = Array.from({ length: HOUR_MS / EVERY_MS }, (_, index) => {
    return hourAt + index * EVERY_MS + 1000 * (demo.id.length + index);
  });
  return starts.filter((at) => !isAway(location, at, nowMs)).map((at) => checkAt(demo, location, at, nowMs));
}

function checkAt(demo: DemoEndpoint, location: LocationCode, at: number, nowMs: number): Check {
  const { id: endpoint, typicalMs } = demo;
  const outage = demo.outages.find((each) => isDuring(at, each, nowMs) && each.locations.includes(location));
  const isPassing = isPassingFailure(location, chanceOf(typicalMs, location, at), at, nowMs);
  const statusCode = outage ? outage.statusCode : isPassing ? null : 200;
  const isAnswered = statusCode !== null;
  const factor = pastFactor(demo, location, at, nowMs);
  const ms = isAnswered ? checkMs(typicalMs, location, at, factor) : TIMEOUT_MS;
  const error = !isAnswered ? 'timeout' : outage ? 'status' : null;
  return { endpoint, at, ms, statusCode, error, phases: checkPhases(ms, location, isAnswered, factor) };
}

function isDuring(atMs: number, outage: PastOutage, nowMs: number): boolean {
  const { fromMs, toMs } = timeOf(outage, nowMs);
  return atMs >= fromMs && atMs < toMs;
}

function timeOf({ hoursAgo, minutes }: PastOutage, nowMs: number): { fromMs: number; toMs: number } {
  const fromMs = nowMs - hoursAgo * HOUR_MS;
  return { fromMs, toMs: minutes === null ? Number.POSITIVE_INFINITY : fromMs + minutes * MINUTE_MS };
}

/** Whether an endpoint had or changed an outage in that time; locations see one within a minute. */
export function hasOutage({ outages }: DemoEndpoint, fromMs: number, toMs: number, nowMs: number): boolean {
  return outages.some((outage) => {
    const time = timeOf(outage, nowMs);
    return time.fromMs < toMs && time.toMs + MINUTE_MS >= fromMs;
  });
}
