import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../values/time.ts';
import { segmentState } from './segment-state.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 34);
const CURRENT = Date.UTC(2026, 10, 20, 12, 30);

it.each([
  { rule: 'with a check-in', segment: true, startMs: CURRENT, state: 'present' },
  { rule: 'without one', segment: false, startMs: CURRENT - 10 * MINUTE_MS, state: 'absent' },
  { rule: 'before activation', segment: null, startMs: CURRENT - 10 * MINUTE_MS, state: 'none' },
  { rule: 'of now without a check-in yet', segment: null, startMs: CURRENT, state: 'future' },
  { rule: 'in the future', segment: null, startMs: CURRENT + 10 * MINUTE_MS, state: 'future' },
] as const)('ten minutes $rule: $state', ({ segment, startMs, state }) => {
  expect(segmentState(segment, startMs, NOW)).toBe(state);
});
