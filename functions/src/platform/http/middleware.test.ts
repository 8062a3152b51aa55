import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiApp } from '../../entry/api/app.ts';
import { listen } from '../../testing/api/listen.ts';
import { isOwnOrigin } from './middleware.ts';

const app = initializeApp({ projectId: 'demo-headers' }, 'headers');
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  // Nobody is signed in, so no database is needed.
  const newRun = () => ({ db: undefined as never, tasks: undefined as never, nowMs: 0 });
  server = await listen(apiApp({ newRun, auth: getAuth(app) }));
});
afterAll(async () => {
  await server.close();
  await deleteApp(app);
});

test.each([
  ['GET', '/openapi.json', 200, 'public, max-age=300'],
  ['GET', '/api/openapi.json', 200, 'public, max-age=300'],
  ['GET', '/api/monitors', 401, 'no-store'],
  ['PUT', '/api/me', 401, 'no-store'],
  ['GET', '/api/unknown', 404, 'no-store'],
  ['OPTIONS', '/api/monitors', 204, 'no-store'],
])(
  '%s %s cannot be framed or rendered as a page, and is cached only if public',
  async (method, path, status, cached) => {
    const answer = await fetch(`${server.origin}${path}`, { method });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': cached,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    });
    expect(answer.headers.get('x-powered-by')).toBeNull();
  },
);

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
