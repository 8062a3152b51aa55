import { describe, expect, test } from 'vitest';
import { sampleCheck } from '../spool/testing/sample.ts';
import { buildOwners, type ReportedVerdict, tellable } from './build-report.ts';
import { Ledger } from './ledger.ts';

function verdict(endpoint: string, up: boolean, generation = 1, ownerId = 'o1', rev = 0): ReportedVerdict {
  const verdict = { up, since: 5, statusCode: up ? 200 : 503, error: up ? null : ('status' as const) };
  return { key: `${ownerId}/${endpoint}`, ownerId, generation, rev, endpoint, verdict };
}

describe('the parts of owners', () => {
  test('hold their checks and verdicts', () => {
    const check = sampleCheck('e1', 10);
    const { owners, carried } = buildOwners([check], [verdict('e1', true), verdict('e2', false, 4, 'o2', 3)]);
    expect(owners).toEqual({
      o1: { generation: 1, checks: [check.check], verdicts: { e1: { ...verdict('e1', true).verdict, rev: 0 } } },
      o2: { generation: 4, checks: [], verdicts: { e2: { ...verdict('e2', false).verdict, rev: 3 } } },
    });
    expect(carried).toEqual(['o1/e1', 'o2/e2']);
  });
  test('leave a verdict under another generation for the next report', () => {
    const { owners, carried } = buildOwners([sampleCheck('e1', 10)], [verdict('e1', true, 2)]);
    expect(owners.o1?.verdicts).toEqual({});
    expect(carried).toEqual([]);
  });
  test('are none where there is nothing', () => {
    expect(buildOwners([], [])).toEqual({ owners: {}, carried: [] });
  });
});

test('nothing is called down while the agent abstains', () => {
  const verdicts = [verdict('e1', true), verdict('e2', false)];
  expect(tellable(verdicts, true)).toEqual([verdicts[0]]);
  expect(tellable(verdicts, false)).toEqual(verdicts);
});

describe('the ledger', () => {
  test('forgets what arrived, and keeps what came meanwhile', () => {
    const ledger = new Ledger();
    for (const key of ['a', 'b']) ledger.note(key);
    ledger.carried(['a', 'b']);
    ledger.note('b');
    expect(ledger.list()).toEqual(['b']);
    ledger.arrived();
    expect(ledger.list()).toEqual(['b']);
  });
  test('takes back what does not arrive', () => {
    const ledger = new Ledger();
    for (const key of ['a', 'b', 'c']) ledger.note(key);
    ledger.carried(['a', 'b']);
    ledger.returned();
    expect(ledger.list()).toEqual(['a', 'b', 'c']);
  });
});
