import { expect, test } from 'vitest';
import { aResult } from '../probe/testing/result.ts';
import { planFor } from '../schedule/plan.ts';
import { assignmentOf } from './testing/assignment.ts';
import { mustSurvive } from './watcher-options.ts';

const [planned] = planFor(new Map(), [assignmentOf({ e1: 'http://a.farwatch.test/' })], 'a1', 0).values();
const up = { up: true, since: 1, statusCode: 200, error: null };
const down = { up: false, since: 2, statusCode: null, error: 'timeout' as const };

test.each([
  ['the first success', null, up, true, false],
  ['the first failure', null, down, true, true],
  ['a failure', up, down, true, true],
  ['a recovery', down, up, true, true],
  ['a usual check', up, up, false, false],
])('%s may be lost to a power cut or not', (_what, before, verdict, changed, expected) => {
  if (!planned) throw new Error('nothing is planned');
  const checked = {
    planned,
    result: aResult({}),
    before,
    verdict,
    changed,
    isUrgent: changed,
    isNewerThanRequest: false,
  };
  expect(mustSurvive(checked)).toBe(expected);
});
