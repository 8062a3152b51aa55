import { expect, test } from 'vitest';
import { appUrl } from './app-url.ts';

test.each([
  [undefined, 'https://acme.web.app'],
  ['', 'https://acme.web.app'],
  [' https://status.farwatch.test/ ', 'https://status.farwatch.test'],
  ['http://localhost:5000', 'http://localhost:5000'],
])('APP_URL %o: the app is at %s', (APP_URL, expected) => {
  expect(appUrl({ GCLOUD_PROJECT: 'acme', ...(APP_URL !== undefined && { APP_URL }) })).toBe(expected);
});

test.each([
  'status.farwatch.test',
  'ftp://status.farwatch.test',
  'https://status.farwatch.test/app',
  'https://ann@status.farwatch.test',
])('refuses %s', (APP_URL) => expect(() => appUrl({ APP_URL })).toThrow('APP_URL must be an address'));
