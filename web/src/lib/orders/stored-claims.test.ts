import { expect, it } from 'vitest';
import {
  assignClaims,
  hasWaitingClaim,
  newestClaim,
  readClaims,
  type StoredClaim,
  withClaim,
} from './stored-claims.ts';

const claim = (name: string, untilMs = 100, uid: string | null = null): StoredClaim => ({
  ...{ claim: `${name}.secret`, untilMs, uid },
});

it.each<[string, string | null, StoredClaim[]]>([
  ['nothing', null, []],
  ['no JSON', '{', []],
  ['something else', '{"claim":"a"}', []],
  ['another shape', '[{"claim":1}]', []],
  ['an expired and a valid one', JSON.stringify([claim('old', 50), claim('new', 51)]), [claim('new', 51)]],
  [
    'invalid ones and a valid one',
    JSON.stringify([{ ...claim('a'), claim: 'no secret' }, { claim: 1 }, claim('b')]),
    [claim('b')],
  ],
])('reads %s', (_, text, expected) => {
  expect(readClaims(text, 50)).toEqual(expected);
});

it('adds an unassigned claim and drops the oldest beyond the limit', () => {
  const many = Array.from({ length: 20 }, (_, index) => claim(`c${index}`));
  const after = withClaim(many, 'newest.secret', 7);
  expect(after).toHaveLength(20);
  expect(after[0]).toEqual(claim('c1'));
  expect(after.at(-1)).toEqual(claim('newest', 7));
});

it('assigns claims to the first account to sign in, permanently', () => {
  const first = assignClaims([claim('a'), claim('b', 100, 'ada')], 'bob');
  expect(first.map(({ uid }) => uid)).toEqual(['bob', 'ada']);
  expect(assignClaims(first, 'eve')).toEqual(first);
});

it.each<[StoredClaim[], string | null, boolean]>([
  [[], null, false],
  [[claim('a')], null, true],
  [[claim('a')], 'ada', true],
  [[claim('a', 100, 'ada')], 'ada', true],
  [[claim('a', 100, 'ada')], 'bob', false],
  [[claim('a', 100, 'ada')], null, false],
])('%o waits for %s: %s', (claims, uid, expected) => {
  expect(hasWaitingClaim(claims, uid)).toBe(expected);
});

it.each<[StoredClaim[], string | null]>([
  [[], null],
  [[claim('a'), claim('b'), claim('c', 100, 'ada')], 'b.secret'],
  [[claim('a', 100, 'ada')], null],
])('the newest of %o is %s', (claims, expected) => {
  expect(newestClaim(claims)).toBe(expected);
});
