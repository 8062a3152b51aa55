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
  const taken = leaseHour(hours, HOUR, agentSeq, NOW);
  if (!taken) throw new Error('somebody is at it');
  return taken;
}

describe('an hour that is to be rolled up', () => {
  it('is marked with the newest report that brought checks of it', () => {
    expect(markHour(markHour(OTHER, HOUR, 5), HOUR, 7)).toEqual({
      ...OTHER,
      [HOUR]: { agentSeq: 7, leaseUntil: null },
    });
  });

  it('is rolled up by one at a time, and marked meanwhile, also when nothing new came for it', () => {
    const hours = leased(OTHER);
    expect(hours[HOUR]).toMatchObject({ agentSeq: 20 });
    expect(leased(markHour(OTHER, HOUR, 5))[HOUR]).toMatchObject({ agentSeq: 5 });
    expect(leaseHour(hours, HOUR, 21, NOW + MINUTE_MS)).toBeNull();
    expect(isUnleased(hours, HOUR, NOW + MINUTE_MS)).toBe(false);
  });

  it('whoever died at it is followed by another', () => {
    expect(leaseHour(leased(OTHER), HOUR, 21, NOW + 10 * MINUTE_MS)).not.toBeNull();
    expect(isUnleased(leased(OTHER), HOUR, NOW + 10 * MINUTE_MS)).toBe(true);
  });

  it.each([
    ['while it runs', 30 * MINUTE_MS, false],
    ['while checks of it may come that mark it not', MARK_HOUR_AFTER_MS, false],
    ['with the hourly roll-up', HOUR_MS + 5 * MINUTE_MS, true],
  ])('is over or not: %s', (_, afterMs, isIt) => {
    expect(isHourComplete(HOUR, HOUR + afterMs)).toBe(isIt);
  });

  it('is done once it was written', () => {
    const hours = leased(OTHER);
    expect(finishHour(hours, HOUR, hours)).toEqual(OTHER);
  });

  it('stays marked where checks came meanwhile, free for the next', () => {
    const hours = leased(OTHER);
    expect(finishHour(markHour(hours, HOUR, 21), HOUR, hours)).toEqual({
      ...OTHER,
      [HOUR]: { agentSeq: 21, leaseUntil: null },
    });
  });

  it('stays marked where the work failed, free for the next', () => {
    const hours = leased(OTHER);
    expect(releaseHour(hours, HOUR, hours)).toEqual({ ...OTHER, [HOUR]: { agentSeq: 20, leaseUntil: null } });
  });

  it('is left alone by one whose time was up', () => {
    const mine = leased(OTHER);
    const theirs = leaseHour(mine, HOUR, 21, NOW + 10 * MINUTE_MS) ?? {};
    expect(finishHour(theirs, HOUR, mine)).toBe(theirs);
    expect(releaseHour(theirs, HOUR, mine)).toBe(theirs);
    expect(finishHour(OTHER, HOUR, mine)).toBe(OTHER);
  });
});

describe('an hour that was rolled up', () => {
  const hourAt = hourStart(NOW);
  const doneAt = hourAt + MARK_HOUR_AFTER_MS + MINUTE_MS;

  it('is noted from five past on, when every check that comes has marked it since', () => {
    expect(addRolledUp([], hourAt, doneAt)).toEqual([hourAt]);
    expect(addRolledUp([], hourAt, doneAt - 1)).toEqual([]);
  });

  it('is kept with the newest other one, once', () => {
    expect(addRolledUp([hourAt], hourAt, doneAt)).toEqual([hourAt]);
    const before = [hourAt - 2 * HOUR_MS, hourAt - HOUR_MS];
    expect(addRolledUp(before, hourAt, doneAt)).toEqual([hourAt - HOUR_MS, hourAt]);
    expect(addRolledUp([hourAt - HOUR_MS, hourAt], hourAt - 5 * HOUR_MS, doneAt)).toEqual([hourAt - HOUR_MS, hourAt]);
  });

  it('is to be rolled up again once it is marked', () => {
    expect(isRolledUp([hourAt], {}, hourAt)).toBe(true);
    expect(isRolledUp([hourAt], markHour({}, hourAt, 3), hourAt)).toBe(false);
    expect(isRolledUp([hourAt], {}, hourAt - HOUR_MS)).toBe(false);
  });
});

describe('hours that the schedule has missed', () => {
  const hourAt = hourStart(NOW);
  const ago = (hours: number) => hourAt - hours * HOUR_MS;
  const missed = (rolled: number[]) => Object.keys(markMissed({}, rolled, hourAt, 7)).map(Number);

  it('are those since the newest that was rolled up, and none where that is the one before', () => {
    expect(missed([ago(5), ago(4)])).toEqual([ago(3), ago(2), ago(1)]);
    expect(missed([ago(2), ago(1)])).toEqual([]);
    expect(missed([ago(1), hourAt])).toEqual([]);
  });

  it('are none of an agent that never had one, and go back as far as late checks do', () => {
    expect(missed([])).toEqual([]);
    expect(missed([ago(1000)])).toHaveLength(8 * 24);
  });
});
