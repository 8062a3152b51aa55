import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { expect, test } from 'vitest';
import { jumpBetween, mayHaveJumped } from './jump.ts';

const BEFORE = { monotonicMs: 1_000, wallMs: 1_800_000_000_000, uptimeMs: 86_400_000 };
const NONE = { sleptMs: 0, setMs: 0 };

/** How far each clock advanced. */
type Advance = { monotonicMs: number; wallMs: number; uptimeMs: number };
const all = (ms: number): Advance => ({ monotonicMs: ms, wallMs: ms, uptimeMs: ms });

test.each<[what: string, advance: Advance, expected: { sleptMs: number; setMs: number }]>([
  ['an hour awake', all(HOUR_MS), NONE],
  ['the clock set forward', { ...all(SECOND_MS), wallMs: SECOND_MS + 3 * HOUR_MS }, { sleptMs: 0, setMs: 3 * HOUR_MS }],
  ['the clock set back', { ...all(SECOND_MS), wallMs: SECOND_MS - 3 * HOUR_MS }, { sleptMs: 0, setMs: -3 * HOUR_MS }],
  ['an hour’s sleep', { ...all(HOUR_MS), monotonicMs: 0 }, { sleptMs: HOUR_MS, setMs: 0 }],
  [
    'asleep, and set forward',
    { monotonicMs: 0, uptimeMs: HOUR_MS, wallMs: 4 * HOUR_MS },
    { sleptMs: HOUR_MS, setMs: 3 * HOUR_MS },
  ],
  [
    'asleep, and set back',
    { monotonicMs: 0, uptimeMs: HOUR_MS, wallMs: -2 * HOUR_MS },
    { sleptMs: HOUR_MS, setMs: -3 * HOUR_MS },
  ],
  ['a doze of ten seconds', { monotonicMs: 500, uptimeMs: 10_500, wallMs: 10_500 }, { sleptMs: 10_000, setMs: 0 }],
  ['uptime in hundredths', { ...all(1_004), uptimeMs: 1_010 }, NONE],
  ['uptime in whole seconds, a second more', { ...all(1_001), uptimeMs: 2_000 }, NONE],
  ['uptime in whole seconds, a second less', { ...all(1_999), uptimeMs: 1_000 }, NONE],
  [
    'an hour’s sleep, uptime in whole seconds',
    { monotonicMs: 0, wallMs: HOUR_MS, uptimeMs: HOUR_MS + 1_000 },
    { sleptMs: HOUR_MS + 1_000, setMs: 0 },
  ],
  ['the wall clock drifts', { ...all(HOUR_MS), wallMs: HOUR_MS + 4_000 }, NONE],
  ['uptime stops', { ...all(HOUR_MS), uptimeMs: 0 }, NONE],
  ['uptime is that of the host from now on, no time has passed', { ...all(1_000), uptimeMs: 90 * HOUR_MS }, NONE],
  ['uptime restarts', { ...all(1_000), uptimeMs: -86_000_000 }, NONE],
  ['no uptime can be read', { ...all(1_000), uptimeMs: Number.NaN }, NONE],
  [
    'no uptime can be read, the clock is set',
    { monotonicMs: 1_000, wallMs: MINUTE_MS, uptimeMs: Number.NaN },
    { sleptMs: 0, setMs: MINUTE_MS - 1_000 },
  ],
])('%s', (_what, advance, expected) => {
  const after = {
    monotonicMs: BEFORE.monotonicMs + advance.monotonicMs,
    wallMs: BEFORE.wallMs + advance.wallMs,
    uptimeMs: BEFORE.uptimeMs + advance.uptimeMs,
  };
  expect(jumpBetween(BEFORE, after)).toEqual(expected);
  if (!mayHaveJumped(BEFORE, after)) expect(expected).toEqual(NONE);
});

test('as long as the wall clock goes on as the process does, the uptime need not be read', () => {
  const after = { monotonicMs: BEFORE.monotonicMs + HOUR_MS, wallMs: BEFORE.wallMs + HOUR_MS + SECOND_MS };
  expect(mayHaveJumped(BEFORE, after)).toBe(false);
});
