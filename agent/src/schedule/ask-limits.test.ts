import { describe, expect, test } from 'vitest';
import { AskLimits } from './ask-limits.ts';

const SEC = 1_000;

/** Asks for endpoints of an owner at these moments, each checked as soon as it may be; returns the delays. */
function delays(limits: AskLimits, key: string, moments: number[], ownerId = 'o1'): (number | null)[] {
  return moments.map((nowMs) => {
    const delayMs = limits.admit(key, ownerId, nowMs);
    limits.began(key);
    return delayMs === null ? null : Math.round(delayMs);
  });
}

describe('an endpoint', () => {
  test.each<[string, number[], number[]]>([
    ['asked for once in 30 s is checked at once', [0, 30, 60, 90, 120], [0, 0, 0, 0, 0]],
    ['has two in reserve for what the server asks', [0, 3, 5, 30, 60], [0, 0, 0, 0, 0]],
    ['asked for without end is checked once in 30 s', [0, 1, 2, 30, 60, 60, 60], [0, 0, 0, 0, 0, 30, 60]],
    ['is not checked less often for having been asked too often', [0, 0, 0, 0, 40, 70], [0, 0, 0, 30, 20, 20]],
  ])('%s', (_what, moments, expected) => {
    const got = delays(
      new AskLimits(),
      'o1/e1',
      moments.map((sec) => sec * SEC),
    );
    expect(got).toEqual(expected.map((sec) => sec * SEC));
  });

  test('is checked once for all that ask before its check begins', () => {
    const limits = new AskLimits();
    delays(limits, 'o1/e1', [0, 0, 0]);
    expect(limits.admit('o1/e1', 'o1', 0)).toBe(30 * SEC);
    expect(limits.admit('o1/e1', 'o1', 10 * SEC)).toBeNull();
    limits.began('o1/e1');
    expect(limits.admit('o1/e1', 'o1', 31 * SEC)).toBe(29 * SEC);
  });

  test.each<['changed' | 'forget']>([['changed'], ['forget']])('%s: is checked at once again', (event) => {
    const limits = new AskLimits();
    delays(limits, 'o1/e1', [0, 0, 0]);
    limits[event]('o1/e1');
    expect(limits.admit('o1/e1', 'o1', 0)).toBe(0);
  });
});

describe('an owner', () => {
  const all = Array.from({ length: 200 }, (_, index) => `o1/e${index}`);
  const slowest = (limits: AskLimits, nowMs: number, ownerId = 'o1') =>
    Math.max(...all.map((key) => delays(limits, key, [nowMs], ownerId)[0] ?? 0));

  test('may ask for everything, the server too, and is then slowed to 200 a minute', () => {
    const limits = new AskLimits();
    expect([slowest(limits, 0), slowest(limits, 0)]).toEqual([0, 0]);
    expect(slowest(limits, 0)).toBe(60 * SEC);
  });

  test('does not slow another', () => {
    const limits = new AskLimits();
    for (let round = 0; round < 3; round += 1) slowest(limits, 0);
    expect(limits.admit('o2/e1', 'o2', 0)).toBe(0);
  });

  test('has it all again after two minutes, and nothing is kept of it', () => {
    const limits = new AskLimits();
    slowest(limits, 0);
    slowest(limits, 0);
    limits.tidy(120 * SEC);
    expect(slowest(limits, 120 * SEC)).toBe(0);
  });
});
