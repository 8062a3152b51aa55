import { describe, expect, it } from 'vitest';
import type { Waiting } from '../../documents/sweep.ts';
import { NOW } from '../../testing/samples.ts';
import { LIMITS } from '../../values/limits.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';
import { freeCapacity, isPlanDue, nextPlanRetry } from './plan-retry.ts';

/** The minutes of a day at which a location is planned, given its agents' capacity at each minute. */
function planned(capacityAt: (minute: number) => number): number[] {
  let waiting: Waiting | undefined;
  const minutes: number[] = [];
  for (let minute = 0; minute < DAY_MS / MINUTE_MS; minute += 1) {
    const nowMs = NOW + minute * MINUTE_MS;
    if (!isPlanDue(waiting, capacityAt(minute), nowMs)) continue;
    waiting = nextPlanRetry(waiting, capacityAt(minute), nowMs);
    minutes.push(minute);
  }
  return minutes;
}

describe('a location where endpoints wait', () => {
  it('is planned immediately, then less and less often, at least once an hour', () => {
    expect(planned(() => 0).slice(0, 9)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
  });

  it('is planned as soon as there is more capacity, and then less often again', () => {
    expect(planned((minute) => (minute < 20 ? 3 : 10)).slice(0, 8)).toEqual([0, 1, 3, 7, 15, 20, 21, 23]);
  });

  it('is not planned more often when the capacity shrinks', () => {
    expect(planned((minute) => Math.max(0, 100 - minute)).slice(0, 6)).toEqual([0, 1, 3, 7, 15, 31]);
  });
});

it('the free capacity is that of agents below both their limits', () => {
  const { endpointsPerAgent, checksPerAgent } = LIMITS;
  const agents = [
    { endpointCount: endpointsPerAgent - 7, plannedChecks: 0 },
    { endpointCount: endpointsPerAgent + 9, plannedChecks: 0 },
    { endpointCount: 0, plannedChecks: checksPerAgent - 3 },
  ];
  expect(freeCapacity(agents)).toBe(10);
});
