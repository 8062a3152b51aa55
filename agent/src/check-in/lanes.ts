import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { AGENT } from '@farwatch/core/values/limits';
import { SECOND_MS, WINDOW_MS } from '@farwatch/core/values/time';
import type { SpooledCheck } from '../spool/line.ts';

export type Lane = CheckInInput['lane'];

/** Checks leave the live lane a little before ten minutes, so that they arrive in time. */
const LIVE_MS = AGENT.liveLaneMs - 30 * SECOND_MS;

/** Returns the lane of a check now, which is live while it is under ten minutes old. */
export function laneOf(checkAtMs: number, nowMs: number): Lane {
  return nowMs - checkAtMs < LIVE_MS ? 'live' : 'backfill';
}

/** Returns those of the given windows that may hold checks for the lane, the oldest first. */
export function windowsFor(lane: Lane, windows: readonly number[], nowMs: number): number[] {
  return windows
    .filter((windowAt) =>
      lane === 'live' ? laneOf(windowAt + WINDOW_MS, nowMs) === 'live' : laneOf(windowAt, nowMs) === 'backfill',
    )
    .sort((a, b) => a - b);
}

/**
 * Returns a filter of the checks that a report may carry: those of the lane, and of each owner only those under one
 * generation, which is in `generations` or else the one of the owner's first check.
 */
export function admission(lane: Lane, generations: ReadonlyMap<string, number>, nowMs: number) {
  const fixed = new Map(generations);
  return ({ ownerId, generation, check }: SpooledCheck): boolean => {
    if (laneOf(check.at, nowMs) !== lane) return false;
    const only = fixed.get(ownerId);
    if (only === undefined) fixed.set(ownerId, generation);
    return only === undefined || only === generation;
  };
}
