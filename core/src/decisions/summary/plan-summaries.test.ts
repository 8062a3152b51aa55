import { describe, expect, it } from 'vitest';
import type { SummaryPlan, SummarySettings } from '../../values/summary/summary-plan.ts';
import { DAY_MS, MINUTE_MS } from '../../values/time.ts';
import { changePlan, dueSummaries, newPlan, planAfter, summaryDueAt } from './plan-summaries.ts';

const SETTINGS: SummarySettings = { weekly: true, monthly: false, timeZone: 'Asia/Taipei', channels: ['email'] };
const plan = (changes: Partial<SummaryPlan> = {}): SummaryPlan => ({
  ...SETTINGS,
  done: { weekly: '2026-11-09', monthly: '2026-10-01' },
  ...changes,
});
const at = (text: string) => Date.parse(text);
/** Monday 09:00 in Taipei. */
const MONDAY = at('2026-11-23T01:00Z');
const due = (given: SummaryPlan, nowMs: number) =>
  dueSummaries(given, nowMs).map(({ kind, firstDay }) => `${kind} ${firstDay}`);

describe('the week that ended on Sunday', () => {
  it.each([
    { what: 'a minute before', nowMs: MONDAY - MINUTE_MS, expected: [] },
    { what: 'on time', nowMs: MONDAY, expected: ['weekly 2026-11-16'] },
    { what: 'three days late', nowMs: MONDAY + 3 * DAY_MS, expected: ['weekly 2026-11-16'] },
    { what: 'later, which is too late', nowMs: MONDAY + 3 * DAY_MS + 1, expected: [] },
    {
      what: 'after a month without a run, only the newest',
      nowMs: MONDAY + 28 * DAY_MS,
      expected: ['weekly 2026-12-14'],
    },
  ])('$what', ({ nowMs, expected }) => expect(due(plan(), nowMs)).toEqual(expected));

  it('is due once', () => {
    const [first] = dueSummaries(plan(), MONDAY);
    if (!first) throw new Error('nothing is due');
    const after = planAfter(plan(), first);
    expect(due(after, MONDAY + DAY_MS)).toEqual([]);
    expect(summaryDueAt(after, MONDAY + DAY_MS)).toBe(MONDAY + 7 * DAY_MS);
  });
});

it('weekly and monthly summaries are due together if a month starts on Monday', () => {
  const both = plan({ monthly: true, timeZone: 'UTC', done: { weekly: '2026-05-18', monthly: '2026-04-01' } });
  expect(due(both, at('2026-06-01T09:00Z'))).toEqual(['weekly 2026-05-25', 'monthly 2026-05-01']);
});

describe('a change of the time zone', () => {
  const sent = plan({ done: { weekly: '2026-11-16', monthly: '2026-10-01' } });

  it('to the west, where it is Sunday still, repeats no week', () => {
    const moved = changePlan(sent, { ...SETTINGS, timeZone: 'America/Los_Angeles' }, MONDAY + MINUTE_MS);
    expect(due(moved, at('2026-11-23T17:00Z'))).toEqual([]);
    expect(summaryDueAt(moved, MONDAY)).toBe(at('2026-11-30T17:00Z'));
  });

  it('to the east, where Monday 09:00 is over, loses no week', () => {
    const nowMs = at('2026-11-23T02:00Z');
    const moved = changePlan(plan({ timeZone: 'America/Los_Angeles' }), SETTINGS, nowMs);
    expect(due(moved, nowMs)).toEqual(['weekly 2026-11-16']);
  });
});

describe('what is switched on', () => {
  it.each([
    { what: 'on Wednesday starts with the current week', now: '2026-11-25T00:00Z', next: '2026-11-30T01:00Z' },
    { what: 'on Monday before 09:00 starts with the last week', now: '2026-11-23T00:00Z', next: '2026-11-23T01:00Z' },
    { what: 'on Monday after 09:00 starts with the current week', now: '2026-11-23T02:00Z', next: '2026-11-30T01:00Z' },
  ])('$what', ({ now, next }) => {
    for (const off of [plan({ weekly: false }), plan({ channels: [] })]) {
      expect(summaryDueAt(off, at(now))).toBeNull();
      expect(summaryDueAt(changePlan(off, SETTINGS, at(now)), at(now))).toBe(at(next));
    }
    expect(summaryDueAt(newPlan(SETTINGS, at(now)), at(now))).toBe(at(next));
  });

  it('after it was switched off for an hour does not repeat a week', () => {
    const sent = plan({ done: { weekly: '2026-11-16', monthly: '2026-10-01' } });
    const off = changePlan(sent, { ...SETTINGS, weekly: false }, MONDAY + MINUTE_MS);
    expect(due(changePlan(off, SETTINGS, MONDAY + 2 * MINUTE_MS), MONDAY + DAY_MS)).toEqual([]);
  });
});
