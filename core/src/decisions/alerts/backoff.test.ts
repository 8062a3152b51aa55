import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';
import { planRetry } from './backoff.ts';

/** The times of all attempts for a chat that is never reachable, in ms since the alert was created. */
function attemptTimes(): number[] {
  const times: number[] = [0];
  for (let nowMs = NOW; ; ) {
    const plan = planRetry(times.length, NOW, nowMs);
    if (plan.state === 'dead') return times;
    nowMs = plan.nextAt;
    times.push(nowMs - NOW);
  }
}

describe('a failure that persists', () => {
  const waits = attemptTimes().flatMap((at, index, all) => (index === 0 ? [] : [at - (all[index - 1] ?? 0)]));

  it('is retried within seconds, then at growing intervals of up to a minute', () => {
    expect(waits[0]).toBeLessThanOrEqual(10_000);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(MINUTE_MS);
  });

  it('is given up after a day', () => {
    expect(attemptTimes().at(-1)).toBeGreaterThan(DAY_MS - MINUTE_MS);
    expect(attemptTimes().at(-1)).toBeLessThanOrEqual(DAY_MS);
  });

  it('waits for a minute after any number of attempts', () => {
    expect(planRetry(5000, NOW, NOW)).toEqual({ state: 'waiting', nextAt: NOW + MINUTE_MS });
  });
});
