import { describe, expect, it } from 'vitest';
import { NOW } from '../../testing/samples.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';
import { afterFailure } from './backoff.ts';

/** The times of all tries, from the alert's creation, of a chat that can never be reached. */
function tries(): number[] {
  const times: number[] = [0];
  for (let nowMs = NOW; ; ) {
    const after = afterFailure(times.length, NOW, nowMs);
    if (after.state === 'dead') return times;
    nowMs = after.nextAt;
    times.push(nowMs - NOW);
  }
}

describe('a fault that does not pass', () => {
  const waits = tries().flatMap((at, index, all) => (index === 0 ? [] : [at - (all[index - 1] ?? 0)]));

  it('is tried again within seconds, then ever more slowly, at least every minute', () => {
    expect(waits[0]).toBeLessThanOrEqual(10_000);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(MINUTE_MS);
  });

  it('is given up after a day, not much before', () => {
    expect(tries().at(-1)).toBeGreaterThan(DAY_MS - MINUTE_MS);
    expect(tries().at(-1)).toBeLessThanOrEqual(DAY_MS);
  });

  it('waits a finite time after any number of attempts', () => {
    expect(afterFailure(5000, NOW, NOW)).toEqual({ state: 'waiting', nextAt: NOW + MINUTE_MS });
  });
});
