import { describe, expect, test } from 'vitest';
import { sampleCheck } from '../spool/testing/sample.ts';
import type { VerdictToReport } from '../verdict/verdict-to-report.ts';
import { buildOwners, reportable, UnreportedVerdicts } from './reporter.ts';

function verdict(endpoint: string, up: boolean, generation = 1, ownerId = 'o1', rev = 0): VerdictToReport {
  const verdict = { up, since: 5, statusCode: up ? 200 : 503, error: up ? null : ('status' as const) };
  return { key: `${ownerId}/${endpoint}`, ownerId, generation, rev, endpoint, verdict };
}

describe('the parts of owners', () => {
  test('hold their checks and verdicts', () => {
    const check = sampleCheck('e1', 10);
    const { owners, includedKeys } = buildOwners([check], [verdict('e1', true), verdict('e2', false, 4, 'o2', 3)]);
    expect(owners).toEqual({
      o1: { generation: 1, checks: [check.check], verdicts: { e1: { ...verdict('e1', true).verdict, rev: 0 } } },
      o2: { generation: 4, checks: [], verdicts: { e2: { ...verdict('e2', false).verdict, rev: 3 } } },
    });
    expect(includedKeys).toEqual(['o1/e1', 'o2/e2']);
  });
  test('leave a verdict under another generation for the next report', () => {
    const { owners, includedKeys } = buildOwners([sampleCheck('e1', 10)], [verdict('e1', true, 2)]);
    expect(owners.o1?.verdicts).toEqual({});
    expect(includedKeys).toEqual([]);
  });
  test('are none where there is nothing', () => {
    expect(buildOwners([], [])).toEqual({ owners: {}, includedKeys: [] });
  });
});

test('nothing is called down while the agent abstains', () => {
  const verdicts = [verdict('e1', true), verdict('e2', false)];
  expect(reportable(verdicts, true)).toEqual([verdicts[0]]);
  expect(reportable(verdicts, false)).toEqual(verdicts);
});

describe('unreported verdicts', () => {
  test('forgets what arrived, and keeps what came meanwhile', () => {
    const unreported = new UnreportedVerdicts();
    for (const key of ['a', 'b']) unreported.note(key);
    unreported.sent(['a', 'b']);
    unreported.note('b');
    expect(unreported.list()).toEqual(['b']);
    unreported.delivered();
    expect(unreported.list()).toEqual(['b']);
  });
  test('takes back what does not arrive', () => {
    const unreported = new UnreportedVerdicts();
    for (const key of ['a', 'b', 'c']) unreported.note(key);
    unreported.sent(['a', 'b']);
    unreported.returned();
    expect(unreported.list()).toEqual(['a', 'b', 'c']);
  });
});
