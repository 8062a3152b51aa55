import { describe, expect, it } from 'vitest';
import type { CheckRow } from './check-columns.tsx';
import { type CheckView, checkViewIn, filterChecks, isTooOld, neighbours, withCheckView } from './check-view.ts';

const TODAY = '2026-03-02';
const ALL: CheckView = { date: null, location: 'all', result: 'all' };

describe('the address', () => {
  it.each<[string, Partial<CheckView>]>([
    ['', {}],
    ['checks-day=2026-03-01', { date: '2026-03-01' }],
    ['checks-day=2026-02-21', { date: '2026-02-21' }],
    ['checks-day=2026-02-20', {}],
    ['checks-day=2026-03-02', {}],
    ['checks-day=2026-03-03', {}],
    ['checks-day=tomorrow', {}],
    ['checks-location=th&checks-result=failed', { location: 'th', result: 'failed' }],
    ['checks-location=xx&checks-result=broken', {}],
  ])('%s', (query, expected) => {
    expect(checkViewIn(new URLSearchParams(query), TODAY, null)).toEqual({ ...ALL, ...expected });
  });

  it.each<[string, string | null, string | null]>([
    ['', '2026-02-27', '2026-02-27'],
    ['', '2026-02-20', null],
    ['', TODAY, null],
    ['checks-day=2026-03-01', '2026-02-27', '2026-03-01'],
    ['checks-day=24h', '2026-02-27', null],
    ['checks-day=2026-01-01', '2026-02-27', '2026-02-27'],
  ])('%j in a range that ends on %j lists %j', (query, rangeEnd, expected) => {
    const view = checkViewIn(new URLSearchParams(query), TODAY, rangeEnd);
    expect(view.date).toBe(expected);
    const again = withCheckView(new URLSearchParams('range=x'), view, TODAY, rangeEnd);
    expect(checkViewIn(again, TODAY, rangeEnd)).toEqual(view);
  });

  it.each([
    [null, false],
    [TODAY, false],
    ['2026-02-21', false],
    ['2026-02-20', true],
  ])('checks of a range that ends on %j are too old: %j', (rangeEnd, expected) => {
    expect(isTooOld(rangeEnd, TODAY)).toBe(expected);
  });

  it.each<[string, CheckView, string]>([
    ['range=7d&checks-page=3', { ...ALL, date: '2026-03-01' }, 'range=7d&checks-day=2026-03-01'],
    ['checks-day=2026-03-01&checks-location=th', ALL, ''],
    ['', { date: null, location: 'tw', result: 'successful' }, 'checks-location=tw&checks-result=successful'],
  ])('from %j to a view', (query, view, expected) => {
    expect(withCheckView(new URLSearchParams(query), view, TODAY, null).toString()).toBe(expected);
  });
});

it.each([
  [null, '2026-03-01', undefined],
  ['2026-03-01', '2026-02-28', null],
  ['2026-02-27', '2026-02-26', '2026-02-28'],
  ['2026-02-21', undefined, '2026-02-22'],
])('around %j are %j and %j', (date, earlier, later) => {
  expect(neighbours(date, TODAY)).toEqual({ earlier, later });
});

const check = (location: CheckRow['location'], success: boolean): CheckRow => ({
  checkTime: '2026-03-01T10:00:00.000Z',
  success,
  responseTime: 100,
  statusCode: 200,
  error: null,
  errorMessage: null,
  location,
  phases: null,
});
const checks = [check('tw', true), check('tw', false), check('th', true)];

it.each<[Partial<CheckView>, number[]]>([
  [{}, [0, 1, 2]],
  [{ location: 'tw' }, [0, 1]],
  [{ result: 'failed' }, [1]],
  [{ result: 'successful', location: 'th' }, [2]],
  [{ location: 'bd' }, []],
])('filters by %j', (view, expected) => {
  expect(filterChecks(checks, { ...ALL, ...view })).toEqual(expected.map((index) => checks[index]));
});
