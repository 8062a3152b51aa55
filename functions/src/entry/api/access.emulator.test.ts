import { LIMITS } from '@farwatch/core/values/limits';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../testing/api/listen.ts';
import { agentIdToken, type TestUser, userIdToken } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { apiApp } from './app.ts';
import { ROUTES } from './routes.ts';

let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await newTestApi();
  user = await api.user({ displayName: 'Ann' });
});
afterAll(() => api.close());

const userWithToken = (token: string): TestUser => ({ uid: '', email: '', token });
const pathOf = (path: string) => path.replace(':id', 'x1').replace(':slug', 'acme');

describe('every route', () => {
  test.each(ROUTES.filter(({ call }) => call.scope !== 'anyone').map(({ call }) => [call.method, pathOf(call.path)]))(
    '%s %s needs a token',
    async (method, path) => {
      const { status, body } = await api.call(null, method.toUpperCase(), path, method === 'get' ? undefined : {});
      expect([status, body]).toEqual([401, { error: expect.any(String), code: 'unauthenticated' }]);
    },
  );

  test.each(ROUTES.filter(({ call }) => call.scope === 'admin').map(({ call }) => [call.method, pathOf(call.path)]))(
    '%s %s is for admins',
    async (method, path) => {
      const { status, body } = await api.call(user, method.toUpperCase(), path, method === 'get' ? undefined : {});
      expect([status, body]).toEqual([403, { error: expect.any(String), code: 'forbidden' }]);
    },
  );
});

describe('tokens', () => {
  test.each(['', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer abc', 'Bearer a.b.c', 'Bearer null'])(
    '"%s"',
    async (header) => {
      const response = await fetch(`${api.origin}/me`, { headers: { Authorization: header } });
      expect(response.status).toBe(401);
    },
  );

  test('an unverified email', async () => {
    const answer = await api.call(await api.user({ verified: false }), 'GET', '/me');
    expect(answer).toMatchObject({ status: 403, body: { code: 'unverified' } });
  });

  test('an agent', async () => {
    const answer = await api.call(userWithToken(await agentIdToken(api.auth, 'agent1')), 'GET', '/me');
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test('an imported account with an invalid uid', async () => {
    const token = await userIdToken(api.auth, `bad.uid@${api.project.id}`);
    expect(await api.call(userWithToken(token), 'GET', '/me')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  });

  test('a disabled account', async () => {
    const disabled = await api.user();
    await api.auth.updateUser(disabled.uid, { disabled: true });
    expect(await api.call(disabled, 'GET', '/me')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('a deleted account', async () => {
    const deleted = await api.user();
    await api.auth.deleteUser(deleted.uid);
    expect((await api.call(deleted, 'GET', '/me')).status).toBe(401);
  });

  test('a revoked token', async () => {
    const revoked = await api.user();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await api.auth.revokeRefreshTokens(revoked.uid);
    expect((await api.call(revoked, 'GET', '/me')).status).toBe(401);
  });
});

describe('requests', () => {
  test.each(['/me', '/api/me'])('%s answers', async (path) => {
    const answer = await api.call(user, 'GET', path);
    expect(answer).toMatchObject({ status: 200, body: { uid: user.uid, displayName: 'Ann', role: 'user' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  test.each([
    ['GET', '/'],
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/me'],
    ['GET', '/api/api/me'],
  ])('%s %s is not found', async (method, path) => {
    expect(await api.call(user, method, path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test.each([
    ['{"name": ', 400, 'invalid'],
    ['"text"', 400, 'invalid'],
    [JSON.stringify({ displayName: 'x'.repeat(LIMITS.bodyBytes.account) }), 413, 'too_large'],
  ])('body %#', async (body, status, code) => {
    expect(await api.call(user, 'PUT', '/me', body)).toMatchObject({ status, body: { code } });
  });

  test('a path with invalid encoding', async () => {
    expect((await api.call(user, 'GET', '/monitors/%E0%A4%A')).status).toBe(400);
  });

  test('a body parsed by the functions runtime is accepted within the same limit', async () => {
    const outer = express();
    outer.use(express.json({ limit: '10mb', verify: (request, _, raw) => Object.assign(request, { rawBody: raw }) }));
    const inner = apiApp({ newRun: () => api.project.run(api.clock.nowMs), auth: api.auth });
    outer.use((request, response) => inner(request, response));
    const server = await listen(outer);
    const put = (displayName: string) =>
      fetch(`${server.origin}/api/me`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ display_name: displayName }),
      });
    const accepted = await put('Ann B');
    expect([accepted.status, await accepted.json()]).toMatchObject([200, { display_name: 'Ann B' }]);
    expect((await put('x'.repeat(LIMITS.bodyBytes.account))).status).toBe(413);
    await server.close();
  });
});

test.each(['/openapi.json', '/api/openapi.json'])('%s describes the API without authentication', async (path) => {
  const answer = await fetch(`${api.origin}${path}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  const { paths } = (await answer.json()) as { paths: object };
  expect(Object.keys(paths)).toContain('/monitors/{id}');
});

describe('other origins', () => {
  const project = process.env.GCLOUD_PROJECT;
  test.each([
    [`https://${project}.web.app`, `https://${project}.web.app`],
    ['https://evil.test', null],
  ])('%s', async (origin, allowed) => {
    const preflight = await fetch(`${api.origin}/api/me`, { method: 'OPTIONS', headers: { Origin: origin } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, allowed]);
    const answer = await fetch(`${api.origin}/api/me`, { headers: { Origin: origin } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, allowed]);
  });
});

test.each([
  ['writes', 'PUT', '/me', { language: 'none' }, 1, 400],
  ['reads', 'GET', '/monitors/none', undefined, 5, 404],
] as const)('%s are limited for each user, separately', async (_, method, path, body, perSec, answer) => {
  const [busy, other] = await Promise.all([api.user(), api.user()]);
  // Cheap ones, that fail and count nevertheless.
  const callApi = (user: TestUser) => api.call(user, method, path, body);
  // As many at a time as an account may have.
  for (let count = 0; count < 300; count += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => callApi(busy)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(answer));
  }
  const refused = await callApi(busy);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests', retryAfter: 1 } });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await callApi(other)).status).toBe(answer);
  const [otherMethod, otherBody] = method === 'GET' ? ['PUT', { language: 'cn' }] : ['GET', undefined];
  expect((await api.call(busy, otherMethod, '/me', otherBody)).status).toBe(200);
  api.clock.nowMs += 1000;
  for (let count = 0; count < perSec; count += 1) expect((await callApi(busy)).status).toBe(answer);
  expect((await callApi(busy)).status).toBe(429);
});
