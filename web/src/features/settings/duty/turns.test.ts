import type { RotationAnswer } from '@farwatch/core/contracts/api/rotations';
import { expect, it, test } from 'vitest';
import { shiftsToSwap, startNow, startThatKeeps, whoseTurn } from './turns.ts';

const PEOPLE = ['ann', 'bob', 'cy'].map((id) => ({ id, name: id }));
const at = (iso: string) => Date.parse(`${iso}Z`);
const NOW = at('2026-11-11T12:00');
/** Ann from Monday, 2026-11-02, 9:00 in Taipei, then Bob. */
const WEEKLY = {
  people: ['ann', 'bob', 'cy'],
  every: 1,
  unit: 'weeks' as const,
  start: '2026-11-02T09:00',
  timeZone: 'Asia/Taipei',
};

it.each([
  ['another order', { people: ['cy', 'bob', 'ann'] }, 'bob', 'ann'],
  ['a person more in front', { people: ['cy', 'ann', 'bob'] }, 'bob', 'cy'],
  ['one less', { people: ['bob', 'cy'] }, 'bob', 'cy'],
  ['longer shifts', { every: 2 }, 'bob', 'cy'],
  ['another zone', { timeZone: 'America/New_York' }, 'bob', 'cy'],
])('%s: who is on duty stays until the next hand-over', (_, changes, current, next) => {
  const after = { ...WEEKLY, ...changes };
  const kept = startThatKeeps(WEEKLY, after, PEOPLE, NOW);
  expect(kept).toMatchObject({ uid: current, untilMs: at('2026-11-16T01:00') });
  const turns = { ...after, start: kept?.start ?? '' };
  expect(whoseTurn(turns, PEOPLE, NOW)).toBe(current);
  expect(whoseTurn(turns, PEOPLE, at('2026-11-16T00:59'))).toBe(current);
  expect(whoseTurn(turns, PEOPLE, at('2026-11-16T01:00'))).toBe(next);
});

it.each([
  ['who is on duty is taken out', { people: ['ann', 'cy'] }],
  ['shifts are shorter than the rest of this one', { every: 1, unit: 'days' as const }],
])('if %s, nobody is kept', (_, changes) => {
  expect(startThatKeeps(WEEKLY, { ...WEEKLY, ...changes }, PEOPLE, NOW)).toBeNull();
});

test('with a start now the first is on duty from now on', () => {
  const start = startNow('Asia/Taipei', NOW);
  expect(start).toBe('2026-11-11T20:00');
  expect(whoseTurn({ ...WEEKLY, start }, PEOPLE, NOW)).toBe('ann');
});

test('shifts of four weeks can be swapped, each whole, with those that were changed', () => {
  const iso = (text: string) => `${text}:00.000Z`;
  const override = { id: 'o1', uid: 'cy', startsAt: iso('2026-11-12T00:00'), endsAt: iso('2026-11-13T00:00') };
  const shift = { uid: 'bob', startsAt: iso('2026-11-11T12:00'), endsAt: iso('2026-11-12T00:00'), isOverride: false };
  const rotation: RotationAnswer = {
    ...WEEKLY,
    id: 'r1',
    name: 'Servers',
    handOverMail: false,
    every: 2,
    overrides: [override],
    current: shift,
    next: null,
  };
  const shown = shiftsToSwap(rotation, PEOPLE, NOW).map(({ uid, startsAt, endsAt }) => {
    return `${uid} ${[startsAt, endsAt].map((each) => new Date(each).toISOString().slice(0, 10)).join(' ')}`;
  });
  expect(shown).toEqual([
    'ann 2026-11-11 2026-11-12',
    'cy 2026-11-12 2026-11-13',
    'ann 2026-11-13 2026-11-16',
    'bob 2026-11-16 2026-11-30',
    'cy 2026-11-30 2026-12-14',
  ]);
});
