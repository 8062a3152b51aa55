import { hourStart } from '@farwatch/core/time';
import { describe, expect, it } from 'vitest';
import { answerMs, checkMs, roundTripMs } from './latency.ts';

const AT = hourStart(Date.parse('2026-03-01T12:00:00Z'));
const moments = Array.from({ length: 200 }, (_, index) => AT + index * 600_000);

describe('how long a demo target takes', () => {
  it('differs from check to check around what is typical', () => {
    const all = moments.map((at) => answerMs(200, at));
    expect(Math.min(...all)).toBeGreaterThanOrEqual(170);
    expect(Math.max(...all)).toBeLessThanOrEqual(230);
    expect(new Set(all).size).toBeGreaterThan(20);
    expect(all).toEqual(moments.map((at) => answerMs(200, at)));
  });

  it('is more from farther away, in the history as in the checks of now', () => {
    for (const at of moments) {
      expect(checkMs(200, 'bd', at) - checkMs(200, 'tw', at)).toBe(roundTripMs('bd') - roundTripMs('tw'));
      expect(checkMs(200, 'th', at)).toBe(answerMs(200, at) + roundTripMs('th'));
    }
  });
});
