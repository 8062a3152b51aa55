import { expect, it } from 'vitest';
import { accountZone } from './account-zone.ts';

it.each([
  ['that of its settings', { summaries: { timeZone: 'Asia/Kolkata' } }, 'Asia/Kolkata'],
  ['UTC without settings', { summaries: null }, 'UTC'],
  ['UTC for an account that has no profile', null, 'UTC'],
  ['UTC while the profile is unknown', undefined, 'UTC'],
])('the zone of an account is %s', (_, user, expected) => {
  expect(accountZone(user)).toBe(expected);
});
