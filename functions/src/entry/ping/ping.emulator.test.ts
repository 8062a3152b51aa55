import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { heartbeats } from '../../platform/db/collections.ts';
import {
  createHeartbeats,
  type HeartbeatSetup,
  newHeartbeatSetup,
  pingUrlOf,
  readHeartbeat,
} from '../../testing/heartbeat-setup.ts';

/** The answers of the ping API, as Healthchecks gives them. */

const RID = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';

let setup: HeartbeatSetup;
let monitor: MonitorDetail;
let url: string;
let named: string;

beforeAll(async () => {
  setup = await newHeartbeatSetup();
  monitor = await createHeartbeats(setup.api, setup.user, ['backup', 'report']);
  url = pingUrlOf(monitor, 'backup');
  named = monitor.endpoints[0]?.namedPingUrl ?? '';
});
afterAll(() => setup.close());
// Five pings a minute are allowed.
beforeEach(() => {
  setup.api.clock.nowMs += MINUTE_MS;
});

const last = async () => (await readHeartbeat(setup.api, url))?.pings.at(-1);

describe('a ping by key', () => {
  it.each([
    ['', 'success', null],
    ['/', 'success', null],
    ['/start', 'start', null],
    ['/fail', 'fail', null],
    ['/log', 'log', null],
    ['/0', 'success', 0],
    ['/123', 'fail', 123],
    ['/255', 'fail', 255],
    [`?rid=${RID}`, 'success', null],
  ])('%j is OK', async (suffix, kind, exitStatus) => {
    const answer = await setup.ping(url, suffix);
    expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
    expect(await last()).toMatchObject({ kind, exitStatus });
  });

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])('counts with the method %s', async (method) => {
    const before = (await readHeartbeat(setup.api, url))?.pingCount ?? 0;
    const answer = await setup.ping(url, '', { method });
    expect([answer.status, await answer.text()]).toEqual([200, method === 'HEAD' ? '' : 'OK']);
    expect((await readHeartbeat(setup.api, url))?.pingCount).toBe(before + 1);
  });

  it('may be called from any page, returns how long a body may be, and is never cached', async () => {
    const { headers } = await setup.ping(url);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Ping-Body-Limit')).toBe('100000');
    expect(headers.get('Cache-Control')).toMatch(/no-store.*no-cache/);
  });

  it.each([
    ['/256', 400, 'invalid url format'],
    ['/start?rid=1', 400, 'invalid uuid format'],
    [`?rid=${RID.replaceAll('-', '')}`, 400, 'invalid uuid format'],
    ['?rid=', 400, 'invalid uuid format'],
    ['/unknown', 404, 'not found'],
    ['/start/', 404, 'not found'],
  ])('%j is %i', async (suffix, status, text) => {
    const answer = await setup.ping(url, suffix);
    expect([answer.status, await answer.text()]).toEqual([status, text]);
    expect(answer.headers.get('Cache-Control')).toContain('no-store');
  });

  it('keeps the id of a run in small letters', async () => {
    await setup.ping(url, `/start?rid=${RID.toUpperCase()}`);
    expect(await last()).toMatchObject({ kind: 'start', rid: RID });
  });

  it.each([
    ['a guessed key', (path: string) => path.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
    ['a key without dashes', (path: string) => path.replaceAll('-', '')],
    ['a key in capitals', (path: string) => path.replace(/[^/]+$/, (key) => key.toUpperCase())],
  ])('%s is not found', async (_, change) => {
    const answer = await setup.ping(change(url));
    expect([answer.status, await answer.text()]).toEqual([404, 'not found']);
  });
});

describe('a body', () => {
  it('is stored as text, also if it is no UTF-8', async () => {
    await setup.ping(url, '/log', { body: Buffer.from([0x61, 0xff, 0x62]) });
    expect((await readHeartbeat(setup.api, url))?.bodies.at(-1)?.text).toBe('aÿb');
    expect(await last()).toMatchObject({ bytes: 3 });
  });

  it('is cut at its beginning and never refused', async () => {
    const answer = await setup.ping(url, '', { body: `${'é'.repeat(100_000)}!` });
    expect(answer.status).toBe(200);
    expect(await last()).toMatchObject({ bytes: 200_001 });
    expect((await readHeartbeat(setup.api, url))?.bodies.at(-1)?.text).toBe(`${'é'.repeat(4999)}!`);
  });
});

describe('a ping by name', () => {
  it.each([
    ['', 200, 'OK', { kind: 'success' }],
    ['/start', 200, 'OK', { kind: 'start' }],
    ['/fail', 200, 'OK', { kind: 'fail' }],
    ['/7', 200, 'OK', { kind: 'fail', exitStatus: 7 }],
    ['/256', 400, 'invalid url format', {}],
    ['/', 404, 'not found', {}],
  ])('%j is %i', async (suffix, status, text, ping) => {
    const answer = await setup.ping(named, suffix);
    expect([answer.status, await answer.text()]).toEqual([status, text]);
    expect(await last()).toMatchObject(ping);
  });

  it('in capitals is malformed; unknown names and keys are not found', async () => {
    const textOf = async (path: string) => {
      const answer = await setup.ping(path);
      return [answer.status, await answer.text()];
    };
    expect(await textOf(named.replace('backup', 'Backup'))).toEqual([400, 'invalid url format']);
    expect(await textOf(named.replace('backup', 'other'))).toEqual([404, 'not found']);
    expect(await textOf(named.replace(/[^/]+\/backup$/, 'aKeyOfTwentyTwoLetters/backup'))).toEqual([404, 'not found']);
  });

  it('that another monitor’s heartbeat has is refused, also in a rename, and pings still reach the first', async () => {
    const { api, user } = setup;
    const endpoints = ['other', 'report'].map((name) => ({ url: `heartbeat://${name}`, name }));
    const body = { name: 'Copy', locations: ['tw'], endpoints };
    const refused = { status: 409, body: { code: 'heartbeat_taken', details: [{ path: 'endpoints.1.url' }] } };
    expect(await api.call(user, 'POST', '/monitors', body)).toMatchObject(refused);
    const spare = await createHeartbeats(api, user, ['spare']);
    const path = `/endpoints/${spare.endpoints[0]?.id}`;
    expect(await api.call(user, 'PUT', path, { url: 'heartbeat://report' })).toMatchObject({
      status: 409,
      body: { code: 'heartbeat_taken', details: [{ path: 'url' }] },
    });
    expect((await api.call(user, 'PUT', path, { url: 'heartbeat://spare', name: 'Spare' })).status).toBe(200);
    expect((await setup.ping(named.replace('backup', 'report'))).status).toBe(200);
  });

  it('that two heartbeats have, since they were saved at once, is ambiguous', async () => {
    const stored = await readHeartbeat(setup.api, pingUrlOf(monitor, 'report'));
    if (!stored) throw new Error('not stored');
    const { db } = setup.api.project.run(0);
    await heartbeats.ref(db, 'other').set(heartbeats.toDocument({ ...stored, endpointId: 'other' }));
    const answer = await setup.ping(named.replace('backup', 'report'));
    expect([answer.status, await answer.text()]).toEqual([409, 'ambiguous slug']);
  });
});

it('the sixth ping within a minute waits', async () => {
  const other = pingUrlOf(await createHeartbeats(setup.api, setup.user, ['busy']), 'busy');
  const statuses = [];
  for (let index = 0; index < 6; index += 1) statuses.push((await setup.ping(other)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await setup.ping(other)).headers.get('Retry-After')).toBe('12');
});
