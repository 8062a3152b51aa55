import { expect, it } from 'vitest';
import { accountIn, inAccount, NAMED_ACCOUNT, pathInAccount } from './account-address.ts';

it.each([
  ['no query', '', null],
  ['another query', '?tab=account', null],
  ['an account', '?tab=account&account=olga', 'olga'],
  ['an empty account', '?account=', null],
])('reads %s', (_, search, expected) => {
  expect(accountIn({ search })).toBe(expected);
});

it.each([
  ['the own account', { pathname: '/monitors', search: '' }, null, { pathname: '/monitors', search: '' }],
  ['no query', { pathname: '/monitors' }, 'olga', { pathname: '/monitors', search: '?account=olga' }],
  ['a query', { search: '?range=7d', hash: '#a' }, 'olga', { search: '?range=7d&account=olga', hash: '#a' }],
  ['a name that needs encoding', { search: '' }, 'a&b', { search: '?account=a%26b' }],
  ['an address of another account', { search: '?account=emil' }, 'olga', { search: '?account=emil' }],
])('keeps the account: %s', (_, address, account, expected) => {
  expect(inAccount(address, account)).toEqual(expected);
});

it('opens a page in an account, or in the own', () => {
  expect(pathInAccount('/monitors', 'olga')).toBe('/monitors?account=olga');
  expect(pathInAccount('/monitors', null)).toBe('/monitors');
});

it('is the own account where no address names one', () => {
  expect(NAMED_ACCOUNT).toBeNull();
});
