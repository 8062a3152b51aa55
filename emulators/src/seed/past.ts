import { type Maintenance, maintenanceSchema, type Occurrence } from '@farwatch/core/documents/maintenance';
import type { LocationCode } from '@farwatch/core/values/locations';
import { DAY_MS, HOUR_MS, hourStart, MINUTE_MS } from '@farwatch/core/values/time';
import { DEMO_DAYS, type DemoEndpoint } from './scenario-table.ts';

/** Time of a location, counted back from now. */
type PastTime = { location: LocationCode; hoursAgo: number; hours: number };

/** When a location's demo agent was away: it checked nothing, and its votes did not count. */
export const AWAY: readonly PastTime[] = [{ location: 'bd', hoursAgo: 296, hours: 7.3 }];

/** When everything was slow from a location, and some checks timed out. */
const SLOW: readonly PastTime[] = [{ location: 'th', hoursAgo: 40 * 24, hours: 7 * 24 }];
const SLOW_FACTOR = 2.4;

/** The share of checks that fail once, usually and while everything is slow. */
const FAILED = { usual: 0.0015, slow: 0.02 };

export function isAway(location: LocationCode, atMs: number, nowMs: number): boolean {
  return AWAY.some((time) => time.location === location && isWithin(time, atMs, nowMs));
}

export function isSlow(location: LocationCode, atMs: number, nowMs: number): boolean {
  return SLOW.some((time) => time.location === location && isWithin(time, atMs, nowMs));
}

function isWithin({ hoursAgo, hours }: PastTime, atMs: number, nowMs: number): boolean {
  const startMs = nowMs - hoursAgo * HOUR_MS;
  return atMs >= startMs && atMs < startMs + hours * HOUR_MS;
}

/** By how much a demo endpoint's response time at a past time differs from its present one. */
export function pastFactor({ growth = 0 }: DemoEndpoint, location: LocationCode, atMs: number, nowMs: number): number {
  const age = Math.min(1, (nowMs - atMs) / (DEMO_DAYS * DAY_MS));
  return (isSlow(location, atMs, nowMs) ? SLOW_FACTOR : 1) / (1 + growth * age);
}

/** Whether a check failed that no other confirmed. The last day has none. `chance`, 0 to 1, is that of the check. */
export function isPassingFailure(location: LocationCode, chance: number, atMs: number, nowMs: number): boolean {
  return atMs < nowMs - DAY_MS && chance < (isSlow(location, atMs, nowMs) ? FAILED.slow : FAILED.usual);
}

/** Work on monitors in the past, which they are not down in. */
const WORK = {
  id: 'demoMaintenance',
  name: 'New search index',
  monitors: ['demoStorefront'],
  hoursAgo: 1129,
  hours: 2,
};
const TIME_ZONE = 'Asia/Taipei';
const TIME_ZONE_MS = 8 * HOUR_MS;

/** The demo's maintenance window by its id, and its one occurrence, which starts at a full hour. */
export function pastWork(ownerId: string, nowMs: number): { id: string; window: Maintenance; occurrence: Occurrence } {
  const { id, name, monitors, hoursAgo, hours } = WORK;
  const startsAt = hourStart(nowMs - hoursAgo * HOUR_MS);
  const createdAt = startsAt - 2 * DAY_MS;
  const start = new Date(startsAt + TIME_ZONE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  const planned = {
    name,
    monitors,
    start,
    timeZone: TIME_ZONE,
    durationMin: (hours * HOUR_MS) / MINUTE_MS,
    rule: null,
  };
  const window = maintenanceSchema.parse({ ...planned, ownerId, refreshAt: null, createdAt, updatedAt: createdAt });
  return { id, window, occurrence: { id, name, startsAt, endsAt: startsAt + hours * HOUR_MS } };
}

/** The past occurrences of maintenance of a monitor. */
export function pastMaintenance(monitorId: string, ownerId: string, nowMs: number): Occurrence[] {
  const { window, occurrence } = pastWork(ownerId, nowMs);
  return window.monitors?.includes(monitorId) ? [occurrence] : [];
}
