import { expect, it } from 'vitest';
import { zoneOfRails } from './rails-zones.ts';

it.each([
  ['Taipei', 'Asia/Taipei'],
  ['Chennai', 'Asia/Kolkata'],
  ['Pacific Time (US & Canada)', 'America/Los_Angeles'],
  ['Edinburgh', 'Europe/London'],
  ['Hong Kong', 'Asia/Hong_Kong'],
  ['Asia/Dhaka', 'Asia/Dhaka'],
  ['UTC', 'UTC'],
])('%s is %s', (name, zone) => {
  expect(zoneOfRails(name)).toBe(zone);
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});
