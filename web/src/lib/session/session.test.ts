import { expect, it } from 'vitest';
import { accountNamed } from './session.ts';

const memberOf = { olga: 'editor', omar: 'viewer', otto: 'owner' } as const;

it.each([
  ['none', null, { id: 'emil', role: 'owner' }],
  ['the own', 'emil', { id: 'emil', role: 'owner' }],
  ['one to edit', 'olga', { id: 'olga', role: 'editor' }],
  ['one to view', 'omar', { id: 'omar', role: 'viewer' }],
  ['one that was transferred to them', 'otto', { id: 'otto', role: 'owner' }],
  ['one of strangers', 'oskar', null],
  ['what every object has', 'constructor', null],
])('the account that an address names: %s', (_, named, expected) => {
  expect(accountNamed(named, { own: 'emil', memberOf })).toEqual(expected);
});
