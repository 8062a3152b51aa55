import { assignedEndpointSample } from '@farwatch/core/testing/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, type MonitorBody, monitorBody } from '../../../testing/api/monitors.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { T0 } from '../../../testing/test-project.ts';

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi();
  await putAgent(api, 'busy', 'tw', { agent: { endpointCount: 50 } });
  await putAgent(api, 'idle', 'tw', { agent: { endpointCount: 3 }, state: { agentSeq: 7 } });
  await putAgent(api, 'stale', 'th', { agent: { lastReportAt: T0 - 6 * 60_000 } });
  await putAgent(api, 'offline', 'bd', { state: { abstainingSince: T0, agentSeq: 9 } });
});
afterAll(() => api.close());

describe('POST /monitors', () => {
  test('answers the monitor and stores its documents', async () => {
    const user = await api.user({ displayName: 'Ann' });
    const body = {
      name: ' Shop ',
      description: 'All shops',
      locations: [{ code: 'th' }, 'tw'],
      endpoints: [
        { url: 'a.farwatch.test', description: 'Front door' },
        { url: 'http://b.farwatch.test/x', name: 'B' },
      ],
    };
    const { status, body: answer } = await api.call(user, 'POST', '/api/monitors', body);
    expect(status).toBe(201);
    expect(answer).toMatchObject({
      name: 'Shop',
      description: 'All shops',
      status: 'UNKNOWN',
      totalEndpoints: 2,
      locations: [
        { code: 'tw', name: 'Taiwan', incidents: 0 },
        { code: 'th', name: 'Thailand', incidents: 0 },
      ],
      endpoints: expect.arrayContaining([
        expect.objectContaining({
          url: 'https://a.farwatch.test/',
          name: 'Front door',
          description: 'Front door',
          groupName: 'Shop',
          currentStatus: 'pending',
          lastCheckAt: null,
        }),
        expect.objectContaining({ url: 'http://b.farwatch.test/x', name: 'B', description: '' }),
      ]),
      overview: { monitorInterval: { mins: 10, lastCheck: null } },
    });
    const { id } = answer as { id: string };
    const { user: profile, monitor } = stored(api);
    expect(await profile(user.uid)).toMatchObject({
      endpointCount: 2,
      displayName: 'Ann',
      email: user.email,
      createdAt: T0,
    });
    expect(await monitor(id)).toMatchObject({ ownerId: user.uid, createdAt: T0, locations: ['tw', 'th'] });
  });

  test('accepts texts that end in half of a surrogate pair', async () => {
    const half = 'Shop \uD83D';
    const endpoints = [{ url: 'half.farwatch.test', name: half, description: half }];
    const body = { name: half, description: half, locations: ['tw'], endpoints };
    const answer = await api.call(await api.user(), 'POST', '/api/monitors', body);
    expect(answer).toMatchObject({ status: 201, body: { name: 'Shop \uFFFD', description: 'Shop \uFFFD' } });
  });

  test('creates one monitor per idempotency key', async () => {
    const [user, other] = await Promise.all([api.user(), api.user()]);
    const idempotencyKey = 'a-form-of-the-user-1';
    const key = (body: MonitorBody) => ({ ...body, idempotencyKey });
    const first = await createMonitor(api, user, key(monitorBody(['a', 'b'], ['tw'])));
    expect(await createMonitor(api, user, key(monitorBody(['a', 'b'], ['tw'])))).toEqual(first);
    const changed = await createMonitor(api, user, key(monitorBody(['b', 'c'], ['tw'], 'Changed')));
    expect(changed).toMatchObject({ id: first.id, name: 'Changed', totalEndpoints: 2 });
    expect(idOf(changed, 'b')).toBe(idOf(first, 'b'));
    expect((await stored(api).user(user.uid))?.endpointCount).toBe(2);
    expect((await api.call(user, 'GET', '/monitors')).body).toMatchObject([{ id: first.id }]);
    const ofOther = await createMonitor(api, other, key(monitorBody(['a'], ['tw'])));
    expect(ofOther.id).not.toBe(first.id);
    const refused = await api.call(user, 'POST', '/monitors', { ...monitorBody(['a']), idempotencyKey: 'short' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  test('with a key and an old version changes nothing and answers the current monitor', async () => {
    const user = await api.user();
    const form = { idempotencyKey: 'a-form-of-the-user-2', version: 0 };
    const created = await createMonitor(api, user, { ...monitorBody(['a'], ['tw']), ...form });
    await api.call(user, 'PUT', `/monitors/${created.id}`, monitorBody(['a', 'elsewhere'], ['tw'], 'Renamed'));
    const late = await api.call(user, 'POST', '/monitors', { ...monitorBody(['a', 'b'], ['tw']), ...form });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'edited_meanwhile', current: { name: 'Renamed', version: 2 } },
    });
    expect((await stored(api).monitor(created.id))?.name).toBe('Renamed');
    const merged = { ...monitorBody(['a', 'elsewhere', 'b'], ['tw'], 'Renamed'), ...form, version: 2 };
    expect(await createMonitor(api, user, merged)).toMatchObject({
      id: created.id,
      name: 'Renamed',
      totalEndpoints: 3,
    });
  });

  test('gives the assignment to the least loaded active agent', async () => {
    const user = await api.user();
    const monitor = await createMonitor(api, user, monitorBody(['a', 'b'], ['tw']));
    const { assignment, agent, agentState, endpoint } = stored(api);
    const a = idOf(monitor, 'a');
    expect(await assignment('tw', user.uid)).toEqual({
      location: 'tw',
      ownerId: user.uid,
      agentId: 'idle',
      generation: 1,
      live: true,
      liveSeq: 7,
      previousGeneration: null,
      intervalSec: 600,
      count: 2,
      plannedChecks: 2,
      features: [],
      changedAt: T0,
      endpoints: {
        [a]: assignedEndpointSample({
          url: 'https://a.farwatch.test/',
          name: 'a',
          group: 'Shop',
          monitorId: monitor.id,
        }),
        [idOf(monitor, 'b')]: assignedEndpointSample({
          url: 'https://b.farwatch.test/',
          name: 'b',
          group: 'Shop',
          monitorId: monitor.id,
        }),
      },
    });
    expect((await agentState('idle'))?.owners[user.uid]).toBe(1);
    expect((await agent('idle'))?.endpointCount).toBeGreaterThanOrEqual(5);
    expect((await agent('busy'))?.endpointCount).toBe(50);
    expect(await endpoint(a)).toMatchObject({ status: 'pending', since: T0, votes: {}, locations: ['tw'] });
  });

  test('adds a second monitor to the same assignment', async () => {
    const user = await api.user();
    await createMonitor(api, user, monitorBody(['a'], ['tw', 'th']));
    const before = (await stored(api).agent('idle'))?.endpointCount ?? 0;
    await createMonitor(api, user, monitorBody(['b', 'c'], ['tw'], 'Other'));
    const { assignment, agent } = stored(api);
    expect(await assignment('tw', user.uid)).toMatchObject({ agentId: 'idle', generation: 1, count: 3 });
    expect(await assignment('th', user.uid)).toMatchObject({ count: 1 });
    expect((await agent('idle'))?.endpointCount).toBe(before + 2);
  });

  test('leaves the assignment without an agent if none is active; votes of an abstaining agent do not count', async () => {
    const user = await api.user();
    await createMonitor(api, user, monitorBody(['a'], ['th', 'bd']));
    const { assignment } = stored(api);
    expect(await assignment('th', user.uid)).toMatchObject({ agentId: null, generation: 1, live: false });
    expect(await assignment('bd', user.uid)).toMatchObject({
      agentId: 'offline',
      generation: 1,
      live: false,
      liveSeq: 9,
    });
  });

  test('is only listed and read for its owner', async () => {
    const [user, other] = await Promise.all([api.user(), api.user()]);
    const [b, a] = [
      await createMonitor(api, user, monitorBody(['x'], ['tw'], 'Beta')),
      await createMonitor(api, user, monitorBody(['y'], ['tw'], 'Alpha')),
    ];
    const list = await api.call(user, 'GET', '/monitors');
    expect((list.body as { id: string }[]).map(({ id }) => id)).toEqual([a.id, b.id]);
    expect((await api.call(user, 'GET', `/monitors/${a.id}`)).body).toEqual(a);
    expect((await api.call(other, 'GET', '/monitors')).body).toEqual([]);
    for (const [method, path, body] of [
      ['GET', `/monitors/${a.id}`, undefined],
      ['PUT', `/monitors/${a.id}`, monitorBody(['z'])],
      ['DELETE', `/monitors/${a.id}`, undefined],
      ['POST', `/monitors/${a.id}/test`, {}],
    ] as const) {
      expect(await api.call(other, method, path, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await api.call(user, 'GET', `/monitors/${a.id}`)).body).toEqual(a);
  });
});

describe('POST /monitors/{id}/test', () => {
  test('requests checks from agents whose votes count', async () => {
    const user = await api.user();
    const monitor = await createMonitor(api, user, monitorBody(['a', 'b'], ['tw', 'th', 'bd']));
    const answer = await api.call(user, 'POST', `/monitors/${monitor.id}/test`, {});
    const requestedAt = new Date(T0).toISOString();
    expect(answer.body).toEqual({ success: true, locations: ['tw'], requestedAt, checkedJustNow: [] });
    expect((await stored(api).command('idle'))?.checkNow).toEqual({
      [idOf(monitor, 'a')]: T0,
      [idOf(monitor, 'b')]: T0,
    });
  });

  test('answers false without an agent', async () => {
    const user = await api.user();
    const { id } = await createMonitor(api, user, monitorBody(['a'], ['th']));
    expect((await api.call(user, 'POST', `/monitors/${id}/test`)).body).toMatchObject({
      success: false,
      locations: [],
    });
  });
});
