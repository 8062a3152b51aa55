import type { LocationCode } from '@farwatch/core/values/locations';
import { describe, expect, it } from 'vitest';
import { answersOf, answersSince, isAnswer, requestedOf, type ShownCheck } from './check-progress.ts';

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 0, 15, 12, 0, second, ms)).toISOString();
const asked = requestedOf({ success: true, locations: ['tw', 'th'], requested_at: at(10), checked_just_now: [] });

function check(location: LocationCode, check_time: string, response_time = 80): ShownCheck {
  const answered = { success: true, status_code: 200, error: null, error_message: null, phases: null };
  return { location, check_time, response_time, ...answered };
}

describe('isAnswer', () => {
  it.each([
    [null, false],
    [at(9), false],
    [at(9, 499), false],
    [at(9, 500), true],
    [at(10), true],
    [at(20), true],
  ])('what was checked at %s: %s', (lastCheckAt, expected) => {
    expect(isAnswer(asked, lastCheckAt)).toBe(expected);
  });

  it('asks for the same', () => {
    expect(isAnswer(asked, answersSince(asked))).toBe(true);
  });
});

describe('answersOf', () => {
  it('gives each asked location its newest check since then', () => {
    const checks = [check('tw', at(11), 1), check('tw', at(13), 2), check('bd', at(12)), check('th', at(4))];
    expect(answersOf(asked, checks, {})).toEqual([
      { location: 'tw', check: checks[1], doubted: false },
      { location: 'th', check: null, doubted: false },
    ]);
  });

  it('says which a second check is to confirm', () => {
    const failed = { ...check('tw', at(11)), success: false };
    const votes = {
      tw: { up: true, generation: 1, agentSeq: 1, since: 0 },
      th: { up: false, generation: 1, agentSeq: 1, since: 0 },
    };
    const doubted = answersOf(asked, [failed, check('th', at(12))], votes).map((answer) => answer.doubted);
    expect(doubted).toEqual([true, true]);
    const confirmed = { ...votes, tw: { ...votes.tw, up: false, since: Date.parse(at(11)) } };
    expect(answersOf(asked, [failed], confirmed)[0]?.doubted).toBe(false);
  });
});
