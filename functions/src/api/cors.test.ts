import { expect, test } from 'vitest';
import { isOwnOrigin } from './cors.ts';

const LIVE = { GCLOUD_PROJECT: 'acme', APP_ORIGINS: 'https://farwatch.test, https://www.farwatch.test' };
const LOCAL = { GCLOUD_PROJECT: 'demo-farwatch', FUNCTIONS_EMULATOR: 'true' };

test.each([
  ['https://acme.web.app', LIVE, true],
  ['https://acme.firebaseapp.com', LIVE, true],
  ['https://farwatch.test', LIVE, true],
  ['https://www.farwatch.test', LIVE, true],
  ['http://acme.web.app', LIVE, false],
  ['https://evil.acme.web.app', LIVE, false],
  ['https://acme.web.app.evil.test', LIVE, false],
  ['http://localhost:5000', LIVE, false],
  ['', LIVE, false],
  ['null', LIVE, false],
  ['http://localhost:5000', LOCAL, true],
  ['http://127.0.0.1:4173', LOCAL, true],
  ['http://localhost.evil.test', LOCAL, false],
  ['', { GCLOUD_PROJECT: 'acme' }, true],
])('%s', (origin, env, own) => {
  expect(isOwnOrigin(origin, env)).toBe(own);
});
