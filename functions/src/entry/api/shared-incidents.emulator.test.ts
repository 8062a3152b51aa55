import type { SharedIncident } from '@farwatch/core/contracts/api/shared-incidents';
import { incidentSample } from '@farwatch/core/testing/samples';
import { DAY_MS, HOUR_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { incidents } from '../../platform/db/collections.ts';
import { incidentLink } from '../../platform/links/incident-link.ts';
import { signToken } from '../../platform/links/signed-token.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { chatChannel, putChannels } from '../../testing/put-channels.ts';
import { T0 } from '../../testing/test-project.ts';

let api: TestApi;
const run = () => api.project.run(api.clock.nowMs);
const isoAt = (atMs: number) => new Date(atMs).toISOString();

beforeAll(async () => {
  api = await newTestApi({ viaProxy: true });
  const incident = incidentSample({
    ownerId: 'ann',
    triggeredAt: T0 - HOUR_MS,
    outage: {
      number: 2,
      startedAt: T0 - HOUR_MS,
      endedAt: null,
      locations: ['tw'],
      severity: 'critical',
    },
  });
  await incidents.ref(run().db, 'shop').create(incidents.toDocument(incident));
});
beforeEach(() => {
  api.clock.nowMs = T0;
});
afterAll(() => api.close());

/** The token of a link made now. */
async function newToken(incidentId: string, ownerId = 'ann'): Promise<string> {
  const link = await incidentLink(run(), 'https://status.farwatch.test', { incidentId, ownerId, channelId: 'chat' });
  return link.replace('https://status.farwatch.test/a/', '');
}

const get = (token: string) => api.call(null, 'GET', `/v1/shared-incidents/${token}`);

describe('GET /v1/shared-incidents/{token}', () => {
  test('shows the incident alone, signed out, to no cache or search engine', async () => {
    const { status, headers, body } = await get(await newToken('shop'));
    expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'no-store', 'noindex']);
    expect(body).toEqual<SharedIncident>({
      id: 'shop',
      type: 'downtime',
      status: 'active',
      severity: 'critical',
      endpoint: { name: 'Shop', url: 'https://shop.farwatch.test/' },
      monitor: { name: 'Shops' },
      locations: ['tw'],
      downLocations: ['tw'],
      triggeredAt: isoAt(T0 - HOUR_MS),
      resolvedAt: null,
      outage: { number: 2, startedAt: isoAt(T0 - HOUR_MS), endedAt: null },
      details: {
        url: 'https://shop.farwatch.test/',
        expectedStatus: '200–399',
        actualStatus: 500,
        error: 'status',
        certificateEndsAt: null,
        slow: {},
      },
      failures: {},
      upStatuses: {},
      updates: [
        {
          event: 'opened',
          status: 'active',
          severity: 'critical',
          locations: ['tw'],
          createdAt: isoAt(T0 - HOUR_MS),
        },
      ],
      actions: [],
      acknowledgement: null,
      snoozedUntil: null,
      expiresAt: isoAt(T0 + 7 * DAY_MS),
    });
  });

  test('expires after seven days', async () => {
    const token = await newToken('shop');
    api.clock.nowMs += 7 * DAY_MS;
    expect((await get(token)).status).toBe(200);
    api.clock.nowMs += 1;
    expect(await get(token)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
  });

  test.each<[string, () => Promise<string>]>([
    ['nonsense', async () => 'x'],
    ['without signature', async () => (await newToken('shop')).replace(/\..*/, '.')],
    ['cut off', async () => (await newToken('shop')).slice(0, -1)],
    [
      'with another content',
      async () => {
        const [, mac] = (await newToken('shop')).split('.');
        const content = JSON.stringify(['incident', T0 + DAY_MS, 'other', 'ann']);
        return `${Buffer.from(content).toString('base64url')}.${mac}`;
      },
    ],
    ['of another purpose', () => signToken(run(), 'unsubscribe', ['shop', 'ann'], T0 + DAY_MS)],
  ])('a token %s is not valid', async (_, makeToken) => {
    expect(await get(await makeToken())).toMatchObject({ status: 404, body: { code: 'link_invalid' } });
  });

  test.each([
    ['deleted', 'gone', 'ann'],
    ['of another owner', 'shop', 'bob'],
  ])('an incident that is %s is not found', async (_, incidentId, ownerId) => {
    expect(await get(await newToken(incidentId, ownerId))).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('POST /v1/shared-incidents/{token}', () => {
  const act = async (what: string, body: object, user: TestUser | null = null) => {
    const answer = await api.call(user, 'POST', `/v1/shared-incidents/${await newToken('shop')}/${what}`, body);
    return answer.body as SharedIncident;
  };
  const visitor = { name: 'Bob', channelName: 'On call' };

  test('contains who acted and through which channel', async () => {
    await putChannels(api.project, { chat: chatChannel('1', { name: 'On call' }) }, 'ann');
    const acknowledged = await act('acknowledge', { name: ' Bob ', note: 'On it' });
    expect(acknowledged.acknowledgement).toEqual({ at: isoAt(T0), by: visitor, severity: 'critical' });
    const user = await api.user({ displayName: 'Carol' });
    const snoozed = await act('snooze', { name: 'Other', minutes: 30 }, user);
    expect(snoozed.snoozedUntil).toBe(isoAt(T0 + HOUR_MS / 2));
    const withdrawn = await act('unacknowledge', {}, { ...user, token: 'ended' });
    expect(withdrawn.acknowledgement).toBeNull();
    expect(withdrawn.actions.map(({ event, by, note }) => [event, by.name, by.channelName, note])).toEqual([
      ['acknowledged', 'Bob', 'On call', 'On it'],
      ['snoozed', 'Carol', 'On call', ''],
      ['unacknowledged', '', 'On call', ''],
    ]);
    expect(api.project.queue.waiting.map(({ input }) => input)).toContainEqual({ ownerId: 'ann' });
  });

  test('a forged link changes nothing', async () => {
    const path = `/v1/shared-incidents/${(await newToken('shop')).slice(0, -1)}/acknowledge`;
    expect(await api.call(null, 'POST', path, {})).toMatchObject({ status: 404, body: { code: 'link_invalid' } });
  });
});
