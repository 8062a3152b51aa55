import { describe, expect, it } from 'vitest';
import { type Random, seeded } from '../testing/seeded.ts';
import { type Check, checkErrorSchema, checkSchema } from './check.ts';
import { packChecks, unpackChecks } from './pack.ts';
import { HOUR_MS, WINDOW_MS } from './time.ts';

const START = 1_795_000_200_000;
const WORST: Check = {
  endpoint: 'zZ9_-zZ9_-zZ9_-zZ9_-',
  at: START + WINDOW_MS - 1,
  ms: 120_000,
  statusCode: 999,
  error: 'network',
  phases: [30_000, 30_000, 30_000, 30_000, 30_000],
};

function randomCheck(random: Random): Check {
  const letters = [...'abcXYZ019_-'];
  const [first = 'a', ...rest] = letters;
  const error = random.share() < 0.5 ? null : random.one(['status', ...checkErrorSchema.options]);
  return checkSchema.parse({
    endpoint: Array.from({ length: 20 }, () => random.one([first, ...rest])).join(''),
    at: START + random.whole(0, HOUR_MS - 1),
    ms: random.one([0, 1, 35, 36, random.whole(0, 120_000)]),
    statusCode: random.share() < 0.3 ? null : random.whole(100, 999),
    error,
    ...(random.share() < 0.3 ? {} : { phases: randomPhases(random) }),
  });
}

/** A check reaches one phase after the other, and does not need each. */
function randomPhases(random: Random): (number | null)[] {
  const reached = random.whole(1, 5);
  const values = Array.from({ length: reached }, () => (random.share() < 0.2 ? null : random.whole(0, 30_000)));
  return [...values.slice(0, -1), random.whole(0, 30_000), ...Array(5 - reached).fill(null)];
}

describe('packed checks', () => {
  it('come back as they were, any number of any kind', () => {
    const random = seeded(11);
    for (let round = 0; round < 500; round += 1) {
      const checks = Array.from({ length: random.whole(0, 30) }, () => randomCheck(random));
      expect(unpackChecks(packChecks(checks, START), START)).toEqual(checks);
    }
  });

  it.each(checkErrorSchema.options)('the failure %s stays that failure', (error) => {
    expect(unpackChecks(packChecks([{ ...WORST, error }], START), START)).toEqual([{ ...WORST, error }]);
  });

  it('concatenated with others are the checks of both', () => {
    const both = `${packChecks([WORST], START)};${packChecks([{ ...WORST, ms: 3 }], START)}`;
    expect(unpackChecks(both, START)).toEqual([WORST, { ...WORST, ms: 3 }]);
  });

  it('take at most 60 bytes per check', () => {
    const packed = packChecks(Array(2500).fill(WORST), START);
    expect(new TextEncoder().encode(packed).length / 2500).toBeLessThanOrEqual(60);
  });

  it.each(['', ';', 'a', 'a,1', 'a,,5,,', 'a,!!,5,,', 'a,1,~,,', '%00,1,2,,', 'a,1,2,,,,,'])(
    '%j holds none',
    (packed) => {
      expect(unpackChecks(packed, START)).toEqual([]);
    },
  );

  it('malformed parts do not hide the checks next to them', () => {
    expect(unpackChecks(`x;${packChecks([WORST], START)};?,?,?`, START)).toEqual([WORST]);
  });

  it('an unknown failure is still a failure', () => {
    expect(unpackChecks('a,1,2,,zz', START)[0]?.error).toBe('network');
  });
});
