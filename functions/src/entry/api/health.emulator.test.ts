import type { Outbox } from '@farwatch/core/documents/outbox';
import { newVerdictChange, type VerdictChange, verdictChangeId } from '@farwatch/core/documents/verdict-change';
import { agentSample } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { notifyRefused } from '../../domain/notifications/notices.ts';
import { notifyMailRefused } from '../../domain/pages/mail-refused.ts';
import { agents, outboxes, verdictChanges } from '../../platform/db/collections.ts';
import { putSweep } from '../../testing/api/documents.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { T0 } from '../../testing/test-project.ts';
import { sweep } from '../jobs/sweep/sweep.ts';

let api: TestApi;

beforeEach(async () => {
  api = await newTestApi({ viaProxy: true });
});
afterEach(() => api.close());

const health = () => api.call(null, 'GET', '/api/health');

describe('GET /health', () => {
  test('fails before the first sweep, then follows the sweep', async () => {
    const never = await health();
    expect(never).toMatchObject({ status: 503, body: { code: 'unhealthy' } });
    await sweep(api.project.run(api.clock.nowMs));
    api.clock.nowMs += 5 * MINUTE_MS;
    expect(await health()).toMatchObject({ status: 200, body: { status: 'ok' } });
    api.clock.nowMs += 5 * SECOND_MS;
    expect(await health()).toMatchObject({ status: 503 });
    await sweep(api.project.run(api.clock.nowMs));
    api.clock.nowMs += 5 * SECOND_MS;
    expect((await health()).status).toBe(200);
  });

  test('ignores tokens, also invalid ones', async () => {
    await putSweep(api, T0);
    const answer = await fetch(`${api.origin}/api/health`, { headers: { Authorization: 'Bearer x' } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  test.each([
    ['healthy', T0],
    ['unhealthy', T0 - HOUR_MS],
  ])('reads one document in five seconds, %s', async (_, lastRunAt) => {
    await putSweep(api, lastRunAt);
    await resetProxy();
    await Promise.all([health(), health(), health()]);
    api.clock.nowMs += 4 * SECOND_MS;
    await health();
    expect((await readProxyCounts()).reads).toBe(1);
    api.clock.nowMs += SECOND_MS;
    await health();
    expect((await readProxyCounts()).reads).toBe(2);
  });

  test('is limited for each visitor', async () => {
    await putSweep(api, T0);
    const from = (address: string) =>
      fetch(`${api.origin}/api/health`, { headers: { 'Fastly-Client-IP': address } }).then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 301 }, () => from('203.0.113.7')));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await from('203.0.113.8')).toBe(200);
  });
});

describe('GET /health/system', () => {
  const failure = { code: 'unreachable' as const, reason: 'timeout', at: T0 };
  const emptyOutbox: Outbox = {
    ownerId: 'ann',
    channelId: '',
    leaseId: null,
    dueAt: null,
    waitsUntil: null,
    seenAt: T0,
    freshAt: null,
    generation: '1',
    scope: '',
    startedAt: T0,
    announced: {},
    sending: {},
    lastSentAt: null,
    failure: null,
    stopped: null,
    reportedAt: null,
    rejections: 0,
    quota: null,
  };

  const putChange = (agentSeq: number, createdAt: number, state: VerdictChange['state']) => {
    const change = newVerdictChange(
      { agentId: 'tw1', location: 'tw', agentSeq, liveness: null, verdicts: {} },
      createdAt,
    );
    const ref = verdictChanges.ref(api.project.run(T0).db, verdictChangeId('tw1', agentSeq));
    return ref.set(verdictChanges.toDocument({ ...change, state }));
  };

  const putOutbox = (channelId: string, changes: Partial<Outbox>) => {
    const document = outboxes.toDocument({ ...emptyOutbox, channelId, ...changes });
    return outboxes.ref(api.project.run(T0).db, `ann_${channelId}`).set(document);
  };

  test('counts what waits and what fails', async () => {
    const admin = await api.user({ admin: true });
    await putSweep(api, T0 - MINUTE_MS);
    const agent = agents.toDocument({ ...agentSample(), ownerId: admin.uid });
    await agents.ref(api.project.run(T0).db, 'tw1').set(agent);
    await notifyMailRefused(api.project.run(T0 - DAY_MS), 'acme');
    await Promise.all([
      putChange(1, T0 - 3 * MINUTE_MS, 'new'),
      putChange(2, T0 - 2 * MINUTE_MS, 'new'),
      putChange(3, T0 - 50 * SECOND_MS, 'new'),
      putChange(4, T0 - HOUR_MS, 'parked'),
      notifyRefused(api.project.run(T0 - DAY_MS), ['ann']),
      notifyRefused(api.project.run(T0 - 2 * DAY_MS), ['ann']),
      putChange(5, T0 - HOUR_MS, 'applied'),
      putOutbox('fine', {}),
      putOutbox('failing', { failure: { ...failure, since: T0 - HOUR_MS, tries: 60 } }),
      putOutbox('failing too', { failure: { ...failure, since: T0, tries: 1 } }),
      putOutbox('stopped', { stopped: { ...failure, until: null } }),
    ]);
    await resetProxy();
    const { body } = await api.call(admin, 'GET', '/health/system');
    expect(body).toEqual({
      sweep: { at: new Date(T0 - MINUTE_MS).toISOString(), late: false },
      pings: { heardAt: null, unreachableSince: null },
      changes: { waiting: 2, since: new Date(T0 - 3 * MINUTE_MS).toISOString(), parked: 1, refused: 1 },
      channels: { failing: 2, stopped: 1 },
      mail: { refusedAt: expect.any(String) },
      stuck: 0,
    });
    expect(await readProxyCounts()).toMatchObject({ reads: 24, writes: 0 });
  });

  test('of a project that nothing has happened in', async () => {
    const admin = await api.user({ admin: true });
    expect((await api.call(admin, 'GET', '/health/system')).body).toEqual({
      sweep: { at: null, late: true },
      pings: { heardAt: null, unreachableSince: null },
      changes: { waiting: 0, since: null, parked: 0, refused: 0 },
      channels: { failing: 0, stopped: 0 },
      mail: { refusedAt: null },
      stuck: 0,
    });
  });
});
