import { expect, it } from 'vitest';
import { isPublicOrigin, notifyUrlOf } from './public-origins.ts';

const LIVE = {
  GCLOUD_PROJECT: 'acme',
  APP_ORIGINS: 'https://farwatch.test',
  PUBLIC_ORIGINS: ' https://pay.farwatch.test/ ,https://www.farwatch.test:443, null, *, blob:https://evil.test/x',
};
const LOCAL = { GCLOUD_PROJECT: 'demo-farwatch', FUNCTIONS_EMULATOR: 'true' };

it.each([
  ['https://acme.web.app', LIVE, true],
  ['https://farwatch.test', LIVE, true],
  ['https://pay.farwatch.test', LIVE, true],
  ['https://www.farwatch.test', LIVE, true],
  ['http://pay.farwatch.test', LIVE, false],
  ['https://evil.test', LIVE, false],
  ['null', LIVE, false],
  ['*', LIVE, false],
  ['http://localhost:5000', LIVE, false],
  ['http://localhost:5173', LOCAL, true],
])('%s', (origin, env, isPublic) => expect(isPublicOrigin(origin, env)).toBe(isPublic));

it.each([
  [{ GCLOUD_PROJECT: 'acme' }, 'https://acme.web.app/payment/ipn'],
  [{ GCLOUD_PROJECT: 'acme', PUBLIC_ORIGINS: '' }, 'https://acme.web.app/payment/ipn'],
  [LIVE, 'https://pay.farwatch.test/payment/ipn'],
])('with %j notifications go to %s', (env, url) => expect(notifyUrlOf(env)).toBe(url));
