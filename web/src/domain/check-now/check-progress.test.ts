import type { LocationCode } from '@farwatch/core/values/locations';
import { describe, expect, it } from 'vitest';
import {
  isNewerThanRequest,
  resultsByLocation,
  type ShownCheck,
  toCheckRequest,
  validSince,
} from './check-progress.ts';

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 0, 15, 12, 0, second, ms)).toISOString();
const request = toCheckRequest({ success: true, locations: ['tw', 'th'], requestedAt: at(10), checkedJustNow: [] });

function check(location: LocationCode, checkTime: string, responseTime = 80): ShownCheck {
  const result = { success: true, statusCode: 200, error: null, errorMessage: null, phases: null };
  return { location, checkTime, responseTime, ...result };
}

describe('isNewerThanRequest', () => {
  it.each([
    [null, false],
    [at(9), false],
    [at(9, 499), false],
    [at(9, 500), true],
    [at(10), true],
    [at(20), true],
  ])('a last check at %s: %s', (lastCheckAt, expected) => {
    expect(isNewerThanRequest(request, lastCheckAt)).toBe(expected);
  });

  it('agrees with validSince', () => {
    expect(isNewerThanRequest(request, validSince(request))).toBe(true);
  });
});

describe('resultsByLocation', () => {
  it('gives each requested location its newest check since the request', () => {
    const checks = [check('tw', at(11), 1), check('tw', at(13), 2), check('bd', at(12)), check('th', at(4))];
    expect(resultsByLocation(request, checks, {})).toEqual([
      { location: 'tw', check: checks[1], isUnconfirmed: false },
      { location: 'th', check: null, isUnconfirmed: false },
    ]);
  });

  it('marks results that contradict the vote as unconfirmed', () => {
    const failed = { ...check('tw', at(11)), success: false };
    const votes = {
      tw: { up: true, generation: 1, agentSeq: 1, since: 0 },
      th: { up: false, generation: 1, agentSeq: 1, since: 0 },
    };
    const results = resultsByLocation(request, [failed, check('th', at(12))], votes);
    expect(results.map((result) => result.isUnconfirmed)).toEqual([true, true]);
    const confirmed = { ...votes, tw: { ...votes.tw, up: false, since: Date.parse(at(11)) } };
    expect(resultsByLocation(request, [failed], confirmed)[0]?.isUnconfirmed).toBe(false);
  });
});
