import { describe, expect, it } from 'vitest';
import { NOW } from '../testing/samples.ts';
import {
  addRolledUp,
  type DirtyHours,
  finishHour,
  isHourComplete,
  isRolledUp,
  isUnleased,
  leaseHour,
  MARK_HOUR_AFTER_MS,
  markHour,
  markMissed,
  releaseHour,
} from './dirty-hours.ts';
import { HOUR_MS, hourStart, MINUTE_MS } from './time.ts';

const HOUR = hourStart(NOW) - HOUR_MS;
const OTHER = { [HOUR - HOUR_MS]: { agentSeq: 2, leaseUntil: null } };

function leased(hours: DirtyHours, agentSeq = 20): DirtyHours {
  const next = leaseHour(hours, HOUR, agentSeq, NOW);
  if (!next) throw new Error('already leased');
  return next;
}

describe('an hour that needs a roll-up', () => {
  it('is marked with the newest report that has checks of it', () => {
    expect(markHour(markHour(OTHER, HOUR, 5), HOUR, 7)).toEqual({
      ...OTHER,
      [HOUR]: { agentSeq: 7, leaseUntil: null },
    });
  });

  it('is leased by one roll-up at a time and stays marked, also without new checks', () => {
    const hours = leased(OTHER);
    expect(hours[HOUR]).toMatchObject({ agentSeq: 20 });
    expect(leased(markHour(OTHER, HOUR, 5))[HOUR]).toMatchObject({ agentSeq: 5 });
    expect(leaseHour(hours, HOUR, 21, NOW + MINUTE_MS)).toBeNull();
    expect(isUnleased(hours, HOUR, NOW + MINUTE_MS)).toBe(false);
  });

  it('can be leased again after the roll-up died', () => {
    expect(leaseHour(leased(OTHER), HOUR, 21, NOW + 10 * MINUTE_MS)).not.toBeNull();
    expect(isUnleased(leased(OTHER), HOUR, NOW + 10 * MINUTE_MS)).toBe(true);
  });

  it.each([
    ['the current hour', 30 * MINUTE_MS, false],
    ['while late checks do not mark it yet', MARK_HOUR_AFTER_MS, false],
    ['at its hourly roll-up', HOUR_MS + 5 * MINUTE_MS, true],
  ])('is complete or not: %s', (_, afterMs, expected) => {
    expect(isHourComplete(HOUR, HOUR + afterMs)).toBe(expected);
  });

  it('is unmarked once it is finished', () => {
    const hours = leased(OTHER);
    expect(finishHour(hours, HOUR, hours)).toEqual(OTHER);
  });

  it('stays marked and unleased if checks came meanwhile', () => {
    const hours = leased(OTHER);
    expect(finishHour(markHour(hours, HOUR, 21), HOUR, hours)).toEqual({
      ...OTHER,
      [HOUR]: { agentSeq: 21, leaseUntil: null },
    });
  });

  it('stays marked and unleased if the roll-up failed', () => {
    const hours = leased(OTHER);
    expect(releaseHour(hours, HOUR, hours, NOW)).toEqual({
      ...OTHER,
      [HOUR]: { agentSeq: 20, leaseUntil: null, failures: 1 },
    });
  });

  it('is not changed by a roll-up whose lease has ended', () => {
    const expired = leased(OTHER);
    const current = leaseHour(expired, HOUR, 21, NOW + 10 * MINUTE_MS) ?? {};
    expect(finishHour(current, HOUR, expired)).toBe(current);
    expect(releaseHour(current, HOUR, expired, NOW)).toBe(current);
    expect(finishHour(OTHER, HOUR, expired)).toBe(OTHER);
  });
});

describe('an hour that was rolled up', () => {
  const hourAt = hourStart(NOW);
  const doneAt = hourAt + MARK_HOUR_AFTER_MS + MINUTE_MS;

  it('is recorded from five past on, when every later check marks it', () => {
    expect(addRolledUp([], hourAt, doneAt)).toEqual([hourAt]);
    expect(addRolledUp([], hourAt, doneAt - 1)).toEqual([]);
  });

  it('is stored once, with the newest other one', () => {
    expect(addRolledUp([hourAt], hourAt, doneAt)).toEqual([hourAt]);
    const before = [hourAt - 2 * HOUR_MS, hourAt - HOUR_MS];
    expect(addRolledUp(before, hourAt, doneAt)).toEqual([hourAt - HOUR_MS, hourAt]);
    expect(addRolledUp([hourAt - HOUR_MS, hourAt], hourAt - 5 * HOUR_MS, doneAt)).toEqual([hourAt - HOUR_MS, hourAt]);
  });

  it('needs another roll-up once it is marked', () => {
    expect(isRolledUp([hourAt], {}, hourAt)).toBe(true);
    expect(isRolledUp([hourAt], markHour({}, hourAt, 3), hourAt)).toBe(false);
    expect(isRolledUp([hourAt], {}, hourAt - HOUR_MS)).toBe(false);
  });
});

describe('hours that the schedule has missed', () => {
  const hourAt = hourStart(NOW);
  const ago = (hours: number) => hourAt - hours * HOUR_MS;
  const missed = (rolled: number[]) => Object.keys(markMissed({}, rolled, hourAt, 7)).map(Number);

  it('are those since the newest rolled-up one', () => {
    expect(missed([ago(5), ago(4)])).toEqual([ago(3), ago(2), ago(1)]);
    expect(missed([ago(2), ago(1)])).toEqual([]);
    expect(missed([ago(1), hourAt])).toEqual([]);
  });

  it('are none without any roll-up, and go back as far as late checks are accepted', () => {
    expect(missed([])).toEqual([]);
    expect(missed([ago(1000)])).toHaveLength(8 * 24);
  });
});
