import { type Hour, hourId } from '@farwatch/core/documents/hour';
import type { Check } from '@farwatch/core/values/check';
import { hourStat } from '@farwatch/core/values/hour-stat';
import { RETENTION } from '@farwatch/core/values/limits';
import type { LocationCode } from '@farwatch/core/values/locations';
import { HOUR_MS, hourStart, MINUTE_MS } from '@farwatch/core/values/time';
import { checkMs, checkPhases } from '../targets/latency.ts';
import { DEMO_AGENTS, type DemoEndpoint } from './scenario-table.ts';

const HOURS = 24;
const EVERY_MS = 10 * MINUTE_MS;

type Watched = { demo: DemoEndpoint; locations: LocationCode[] };

/**
 * The hour documents of one owner over the last 24 full hours, by id: a check every ten minutes of every endpoint and
 * location.
 */
export function seedHours(ownerId: string, watched: Watched[], nowMs: number): Map<string, Hour> {
  const found = new Map<string, Hour>();
  for (let back = HOURS; back >= 1; back -= 1) {
    const hourAt = hourStart(nowMs) - back * HOUR_MS;
    for (const { id: agentId, location } of DEMO_AGENTS) {
      const here = watched.filter((each) => each.locations.includes(location));
      if (here.length === 0) continue;
      const endpoints = Object.fromEntries(
        here.map(({ demo }) => [demo.id, { [agentId]: hourStat(checksIn(demo, location, hourAt, nowMs), hourAt) }]),
      );
      found.set(hourId(ownerId, location, hourAt), {
        ownerId,
        location,
        hourAt,
        expireAt: nowMs + RETENTION.hourMs,
        rebuildAt: null,
        endpoints,
      });
    }
  }
  return found;
}

function checksIn(demo: DemoEndpoint, location: LocationCode, hourAt: number, nowMs: number): Check[] {
  return Array.from({ length: HOUR_MS / EVERY_MS }, (_, index) => {
    const at = hourAt + index * EVERY_MS + 1000 * (demo.id.length + index);
    const outage = demo.outages.find((each) => isDuring(at, each, nowMs) && each.locations.includes(location));
    const ms = checkMs(demo.typicalMs, location, at);
    const phases = (tookMs: number, isAnswered: boolean) => checkPhases(tookMs, location, isAnswered);
    if (!outage) return { endpoint: demo.id, at, ms, statusCode: 200, error: null, phases: phases(ms, true) };
    const answered = outage.statusCode !== null;
    const tookMs = answered ? ms : 10_000;
    return {
      endpoint: demo.id,
      at,
      ms: tookMs,
      statusCode: outage.statusCode,
      error: answered ? 'status' : 'timeout',
      phases: phases(tookMs, answered),
    };
  });
}

function isDuring(atMs: number, outage: DemoEndpoint['outages'][number], nowMs: number): boolean {
  const startMs = nowMs - outage.hoursAgo * HOUR_MS;
  return atMs >= startMs && (outage.minutes === null || atMs < startMs + outage.minutes * MINUTE_MS);
}
