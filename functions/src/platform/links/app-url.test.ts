import { expect, test } from 'vitest';
import { appUrl, publicAppUrl } from './app-url.ts';

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

test.each([
  ['a deployed project', { GCLOUD_PROJECT: 'acme' }, 'https://acme.web.app'],
  [
    'a deployed project with its own domain',
    { GCLOUD_PROJECT: 'acme', APP_URL: 'https://farwatch.test' },
    'https://farwatch.test',
  ],
  ['emulators', { GCLOUD_PROJECT: 'demo', FIRESTORE_EMULATOR_HOST: 'localhost:8080' }, null],
  [
    'emulators with Hosting',
    { FIRESTORE_EMULATOR_HOST: 'localhost:8080', APP_URL: 'http://localhost:5000' },
    'http://localhost:5000',
  ],
  ['no project', {}, null],
  ['an empty address', { APP_URL: ' ' }, null],
])('the public address of %s', (_, env, expected) => {
  expect(publicAppUrl(env)).toBe(expected);
});
