import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, monitorBody } from '../../../testing/api/monitors.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { T0 } from '../../../testing/test-project.ts';

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi();
  await putAgent(api, 'agent', 'tw');
});
afterAll(() => api.close());

describe('/me', () => {
  test('creates the profile on first use, with the role of the token', async () => {
    const [user, admin] = await Promise.all([api.user({ displayName: 'Ann' }), api.user({ admin: true })]);
    expect((await api.call(user, 'GET', '/me')).body).toEqual({
      uid: user.uid,
      email: user.email,
      emailVerified: true,
      displayName: 'Ann',
      role: 'user',
      language: 'en',
      plan: null,
      keyScope: null,
    });
    expect((await api.call(admin, 'GET', '/me')).body).toMatchObject({ role: 'admin', displayName: '' });
    expect(await stored(api).user(user.uid)).toMatchObject({ monitorInterval: 10, maxEndpoints: 200, createdAt: T0 });
  });

  test.each([
    ['zh-CN', 'cn'],
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-Hant'],
    ['th-TH,th;q=0.9', 'th'],
    ['bn-BD', 'bn'],
    ['de-DE, zh;q=0.9', 'en'],
    ['*', 'en'],
    ['', 'en'],
  ])('takes the language of its alerts from the first request: %j is %s', async (accepted, language) => {
    const user = await api.user();
    const getMe = (tag: string) => api.call(user, 'GET', '/me', undefined, { 'Accept-Language': tag });
    expect((await getMe(accepted)).body).toMatchObject({ language });
    expect((await getMe('zh-CN')).body).toMatchObject({ language });
  });

  test.each([
    ['on', true],
    ['off', false],
  ])('once mail is configured, alerts are on unless their owner has switched email off: %s', async (_, enabled) => {
    const user = await api.user();
    await api.call(user, 'GET', '/me');
    vi.stubEnv('LOCAL_SMTP_URL', 'smtp://127.0.0.1:9');
    vi.stubEnv('MAIL_FROM', 'alerts@farwatch.test');
    const channel = { name: 'Email', enabled, settings: { address: user.email } };
    if (!enabled) await api.call(user, 'PUT', '/v1/channels/email', channel);
    await api.call(user, 'GET', '/me');
    vi.unstubAllEnvs();
    expect(await stored(api).user(user.uid)).toMatchObject({ alertsOn: enabled });
  });

  test('is created once by parallel requests', async () => {
    const user = await api.user();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.call(user, 'GET', '/me')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('changes the given fields and keeps the rest', async () => {
    const user = await api.user({ displayName: 'Ann' });
    await createMonitor(api, user, monitorBody(['a']));
    expect((await api.call(user, 'PUT', '/me', { displayName: ' Bo ' })).body).toMatchObject({ displayName: 'Bo' });
    expect((await api.call(user, 'PUT', '/me', { language: 'cn' })).body).toMatchObject({
      displayName: 'Bo',
      language: 'cn',
    });
    expect((await api.call(user, 'PUT', '/me', {})).body).toMatchObject({ displayName: 'Bo', language: 'cn' });
    expect(await stored(api).user(user.uid)).toMatchObject({ endpointCount: 1, displayName: 'Bo' });
  });

  test('grants no role or quota', async () => {
    const user = await api.user();
    await api.call(user, 'PUT', '/me', { role: 'admin', maxEndpoints: 9999, endpointCount: 0, plan: 'Custom' });
    expect((await api.call(user, 'GET', '/me')).body).toMatchObject({ role: 'user', plan: null });
    expect(await stored(api).user(user.uid)).toMatchObject({ maxEndpoints: 200, plan: null });
  });
});

describe('/settings', () => {
  test('account', async () => {
    const user = await api.user({ displayName: 'Ann' });
    expect((await api.call(user, 'GET', '/api/settings')).body).toEqual({
      displayName: 'Ann',
      email: user.email,
      monitorInterval: 10,
      plan: null,
    });
    const saved = await api.call(user, 'PUT', '/api/settings/account', { displayName: 'Ann B', email: 'x@evil.test' });
    expect(saved.body).toEqual({ displayName: 'Ann B', email: user.email });
  });

  test('changes the interval in every assignment', async () => {
    const user = await api.user();
    await createMonitor(api, user, monitorBody(['a'], ['tw', 'bd']));
    api.clock.nowMs += 1000;
    expect((await api.call(user, 'PUT', '/api/settings/monitors', { monitorInterval: 45 })).body).toEqual({
      monitorInterval: 45,
    });
    const { assignment } = stored(api);
    const changed = { intervalSec: 2700, changedAt: T0 + 1000, generation: 1 };
    expect(await assignment('tw', user.uid)).toMatchObject({ ...changed, agentId: 'agent' });
    expect(await assignment('bd', user.uid)).toMatchObject({ ...changed, agentId: null });
    await createMonitor(api, user, monitorBody(['b'], ['th']));
    expect(await assignment('th', user.uid)).toMatchObject({ intervalSec: 2700 });
    expect((await api.call(user, 'GET', '/settings')).body).toMatchObject({ monitorInterval: 45 });
  });

  test.each([5, 11, 61, 0, -10, 10.5, '10', null, undefined])('interval %s is refused', async (monitorInterval) => {
    const user = await api.user();
    const answer = await api.call(user, 'PUT', '/settings/monitors', { monitorInterval });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', details: [{ path: 'monitorInterval' }] } });
    expect(await stored(api).user(user.uid)).toBeNull();
  });
});
