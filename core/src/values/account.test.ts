import { describe, expect, it, test } from 'vitest';
import {
  type AccountRole,
  accountOf,
  comparableAddress,
  fromClaim,
  hasRole,
  isOwnAccount,
  linkInto,
  type NeededRole,
  ownerOf,
  toClaim,
} from './account.ts';

describe('hasRole', () => {
  const needed: NeededRole[] = ['anyone', 'viewer', 'editor', 'owner', 'self'];
  it.each<[AccountRole, NeededRole[]]>([
    ['owner', needed],
    ['editor', ['anyone', 'viewer', 'editor']],
    ['viewer', ['anyone', 'viewer']],
  ])('of a person who is %s', (role, allowed) => {
    expect(needed.filter((each) => hasRole(role, each))).toEqual(allowed);
  });
});

describe('the claim', () => {
  test('says each role, in an order that does not depend on when they joined', () => {
    const roles = { b: 'editor', a: 'viewer', c: 'owner' } as const;
    expect(JSON.stringify(toClaim(roles))).toBe('{"a":"v","b":"e","c":"o"}');
    expect(fromClaim(toClaim(roles))).toEqual(roles);
  });

  test.each([undefined, null, 'e', 5, [], { a: 'x' }, { a: ['e'] }])('%j names no account', (claim) => {
    expect(fromClaim(claim)).toEqual({});
  });

  test('keeps its roles next to what is none', () => {
    expect(fromClaim({ a: 'e', b: 'x' })).toEqual({ a: 'editor' });
  });
});

test.each([
  ['no claims', undefined, 'ann'],
  ['no such claim', { in: {} }, 'ann'],
  ['another account', { own: 'a1' }, 'a1'],
  ['what is no id', { own: 5 }, 'ann'],
  ['nothing', { own: '' }, 'ann'],
])('the own account of a person whose claims name %s', (_, claims, expected) => {
  expect(accountOf('ann', claims)).toBe(expected);
});

test.each([
  ['that does not exist', null, 'ann', true],
  ['that was never transferred', {}, 'ann', true],
  ['that was transferred', { ownerUid: 'bob' }, 'bob', false],
  ['that was transferred again', { ownerUid: 'eve', isOwn: false }, 'eve', false],
  ['of a person who transferred theirs', { ownerUid: 'ann', isOwn: true }, 'ann', true],
])('the owner of an account %s', (_, account, owner, isOwn) => {
  expect(ownerOf('ann', account)).toBe(owner);
  expect(isOwnAccount(account ?? {})).toBe(isOwn);
});

test('addresses are compared without case and spaces', () => {
  expect(comparableAddress(' Ann@Farwatch.test ')).toBe('ann@farwatch.test');
});

test.each([
  [
    'without members',
    'https://a.farwatch.test/reports?from=1',
    { hasMembers: false },
    'https://a.farwatch.test/reports?from=1',
  ],
  ['that cannot be read', 'https://a.farwatch.test/incidents', null, 'https://a.farwatch.test/incidents'],
  [
    'with members',
    'https://a.farwatch.test/reports?from=1',
    { hasMembers: true },
    'https://a.farwatch.test/reports?from=1&account=olga',
  ],
])('a link into an account %s', (_, url, account, expected) => {
  expect(linkInto(url, 'olga', account)).toBe(expected);
});
