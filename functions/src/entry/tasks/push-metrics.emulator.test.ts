import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { metricPushes } from '../../platform/db/collections.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { useChannelServices } from '../../testing/channels/channel-services.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';
import { sweep } from '../jobs/sweep/sweep.ts';
import { pushMetrics } from './push-metrics.ts';

const services = useChannelServices();
const TOKEN = 'Bearer the-token-of-the-collector';

let api: TestApi;
let user: TestUser;
let agents: TestAgent[];
let up: string[];
/** How many requests the collector had before the test. */
let before: number;

beforeEach(async () => {
  api = await newTestApi({ viaProxy: true });
  await services.setMode({ service: 'otlp', mode: 'ok' });
  before = (await services.received('otlp')).length;
  const locations = ['tw', 'th', 'bd'] as const;
  agents = locations.map((code) => new TestAgent(`${code}1`));
  for (const code of locations) await putAgent(api, `${code}1`, code, { state: { spool: null, seq: 0 } });
  user = await api.user();
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b'], [...locations]));
  up = [idOf(monitor, 'a'), idOf(monitor, 'b')];
});
afterEach(() => api.close());

const target = () => ({
  url: `${services.root()}/otlp/v1/metrics`,
  headers: [{ name: 'Authorization', value: TOKEN }],
});
const save = (body = target()) => api.call(user, 'PUT', '/v1/metrics/push', { target: body });
const push = () => pushMetrics(api.project.viaProxy(api.clock.nowMs), { ownerId: user.uid });
const state = async () => (await api.call(user, 'GET', '/v1/metrics/push')).body;

async function reportAll(at = api.clock.nowMs): Promise<void> {
  api.clock.nowMs = at;
  for (const agent of agents) await reportAndDrain(api, agent, user, { up });
}

/** Moves on to a minute after T0 and does what is due. */
async function goTo(minute: number): Promise<void> {
  api.clock.nowMs = T0 + minute * MINUTE_MS;
  await push();
}

type Body = { resourceMetrics: { scopeMetrics: { metrics: { name: string; gauge?: { dataPoints: Point[] } }[] }[] }[] };
type Point = { attributes: { key: string; value: { stringValue: string } }[]; timeUnixNano: string };

/** The checks that the collector has accepted, as `endpoint location minute`. */
async function accepted(): Promise<string[]> {
  const all = (await services.received('otlp')).slice(before).filter(({ status }) => status === 200);
  const bodies = all.map(({ request }) => (request as { body: Body }).body);
  const points = bodies.flatMap(({ resourceMetrics: [resource] }) =>
    (resource?.scopeMetrics[0]?.metrics ?? []).flatMap(({ name, gauge }) =>
      name === 'httpcheck.duration' ? (gauge?.dataPoints ?? []) : [],
    ),
  );
  return points.map(({ attributes, timeUnixNano }) => {
    const textAt = (key: string) => attributes.find((each) => each.key === key)?.value.stringValue;
    const minute = (Number(timeUnixNano.slice(0, -6)) - T0) / MINUTE_MS;
    return `${up.indexOf(textAt('farwatch.endpoint') ?? '')} ${textAt('farwatch.location')} ${minute}`;
  });
}

/** What that is for rounds of checks at these minutes. */
const roundsAt = (...minutes: number[]) =>
  minutes.flatMap((minute) => ['tw', 'th', 'bd'].flatMap((code) => [`0 ${code} ${minute}`, `1 ${code} ${minute}`]));

test('each check is pushed once, at a cost that does not grow with monitors; nothing by who has no collector', async () => {
  await push();
  expect(await readPushes()).toBe(0);
  expect(await save()).toMatchObject({ status: 200 });
  await reportAll(T0 + MINUTE_MS);
  await goTo(5);
  expect(await accepted()).toEqual(roundsAt(1));
  await reportAll(T0 + 11 * MINUTE_MS);
  await resetProxy();
  await goTo(15);
  // The document, three assignments, and three windows of each agent, sometimes two.
  expect(await readProxyCounts()).toMatchObject({ reads: 1 + 3 + 3 * 3, writes: 1 });
  expect(await accepted()).toEqual(roundsAt(1, 11));
  const [first] = (await services.received('otlp')).slice(before);
  expect(first?.request).toMatchObject({ authorization: TOKEN });
  expect(await state()).toMatchObject({ failure: null, rejected: null, lastSentAt: expect.any(String) });
  // It is not due.
  await resetProxy();
  await push();
  expect(await readProxyCounts()).toMatchObject({ reads: 1, writes: 0 });
});

async function readPushes(): Promise<number> {
  return (await services.received('otlp')).length - before;
}

test('nothing is lost in an hour in which the collector refuses, which the owner sees', async () => {
  await save();
  await services.setMode({ service: 'otlp', mode: 'error' });
  const tried: number[] = [];
  for (let minute = 0; minute < 60; minute += 5) {
    await reportAll(T0 + minute * MINUTE_MS);
    const count = await readPushes();
    await push();
    if ((await readPushes()) > count) tried.push(minute);
  }
  expect(tried).toEqual([0, 5, 10, 15, 25, 45]);
  expect(await accepted()).toEqual([]);
  const failing = { reason: '500: Internal Server Error', since: new Date(T0).toISOString() };
  expect(await state()).toMatchObject({ failure: failing, lastSentAt: null });
  await services.setMode({ service: 'otlp', mode: 'ok' });
  await goTo(80);
  expect((await accepted()).toSorted()).toEqual(
    roundsAt(...Array.from({ length: 12 }, (_, index) => index * 5)).toSorted(),
  );
  expect(await state()).toMatchObject({ failure: null });
  await goTo(85);
  expect(await accepted()).toHaveLength(12 * 6);
});

test('what a collector refuses for its content is not sent again, nor what it leaves out; both are shown', async () => {
  await save();
  await reportAll(T0);
  await services.setMode({ service: 'otlp', mode: 'invalid' });
  await goTo(5);
  expect(await state()).toMatchObject({ failure: null, rejected: { reason: expect.stringContaining('no name') } });
  await services.setMode({ service: 'otlp', mode: 'partial' });
  await reportAll(T0 + 6 * MINUTE_MS);
  await goTo(10);
  expect(await state()).toMatchObject({ rejected: { reason: '3: 200: out of order' } });
  expect(await accepted()).toEqual(roundsAt(6));
  await services.setMode({ service: 'otlp', mode: 'ok' });
  await goTo(15);
  expect(await readPushes()).toBe(2);
});

test.each([
  ['unauthorized', '401: Unauthorized'],
  ['redirect', '307: redirects to http://169.254.169.254/computeMetadata/v1/, which is not followed'],
  ['page', "200: a page, which is not the service's answer"],
  ['huge', expect.stringMatching(/^503: x{200,300}…?$/)],
])('a collector that answers %s is put off, and nothing is lost', async (mode, reason) => {
  await save();
  await reportAll(T0);
  await services.setMode({ service: 'otlp', mode });
  await goTo(5);
  expect(await state()).toMatchObject({ failure: { reason } });
  await services.setMode({ service: 'otlp', mode: 'ok' });
  await goTo(10);
  expect((await accepted()).slice(-6)).toEqual(roundsAt(0));
});

test('a collector may ask for an hour, and for no longer', async () => {
  await save();
  await reportAll(T0);
  await services.setMode({ service: 'otlp', mode: 'busy', retryAfterSec: 999_999 });
  await goTo(5);
  const retryAt = new Date(T0 + 5 * MINUTE_MS + HOUR_MS).toISOString();
  expect(await state()).toMatchObject({ failure: { retryAt } });
});

test('a collector that answers slowly gets its checks less often, and all of them', async () => {
  await save();
  await reportAll(T0);
  api.clock.nowMs = T0 + 5 * MINUTE_MS;
  let laterMs = 0;
  const slow = {
    now: () => {
      laterMs += 10 * SECOND_MS;
      return api.clock.nowMs + laterMs;
    },
    sleep: async () => {},
  };
  await pushMetrics(api.project.viaProxy(api.clock.nowMs), { ownerId: user.uid }, slow);
  expect(await accepted()).toEqual(roundsAt(0));
  await reportAll(T0 + 6 * MINUTE_MS);
  await goTo(10);
  expect(await accepted()).toEqual(roundsAt(0));
  await goTo(20);
  expect(await accepted()).toEqual(roundsAt(0, 6));
});

test('the last report of an agent that lost its endpoints to another is pushed, then its later ones are not read', async () => {
  await save();
  await reportAll(T0);
  const ref = metricPushes.ref(api.project.run(T0).db, user.uid);
  await ref.update(metricPushes.toUpdate({ pushed: { previous: { location: 'tw', agentSeq: 3 } } }));
  await goTo(5);
  expect(Object.keys(metricPushes.read(await ref.get())?.pushed ?? {}).sort()).toEqual(['bd1', 'th1', 'tw1']);
});

test('the sweep enqueues what is due, once in five minutes', async () => {
  await save();
  const run = (minute: number) => api.project.run(T0 + minute * MINUTE_MS);
  const enqueued = () => api.project.queue.waiting.splice(0).filter(({ name }) => name === 'pushMetrics');
  await sweep(run(0));
  expect(enqueued()).toEqual([{ name: 'pushMetrics', input: { ownerId: user.uid } }]);
  await sweep(run(1));
  expect(enqueued()).toEqual([]);
  await sweep(run(5));
  expect(enqueued()).toHaveLength(1);
});

test('many checks are sent in several requests', async () => {
  const hosts = Array.from({ length: 190 }, (_, index) => `many-${index}`);
  const monitor = await createMonitor(api, user, monitorBody(hosts, ['tw', 'th', 'bd'], 'Many'));
  up = monitor.endpoints.map(({ id }) => id);
  await save();
  await reportAll(T0);
  await goTo(5);
  expect(await readPushes()).toBe(2);
  expect(new Set(await accepted()).size).toBe(190 * 3);
});

test('a header is masked, kept by its mask at the same URL only, and gone with the target', async () => {
  const masked = { ...target(), headers: [{ name: 'Authorization', value: '••••••••ctor' }] };
  expect(await save()).toMatchObject({ body: { target: masked } });
  expect(JSON.stringify(await state())).not.toContain(TOKEN);
  expect(await save(masked)).toMatchObject({ status: 200 });
  expect(await api.call(user, 'POST', '/v1/metrics/push/test', masked)).toMatchObject({ status: 200 });
  const [tested] = (await services.received('otlp')).slice(before);
  expect(tested?.request).toMatchObject({ authorization: TOKEN, body: { resourceMetrics: [] } });
  const elsewhere = { ...masked, url: `${services.root()}/otlp/elsewhere` };
  expect(await save(elsewhere)).toMatchObject({ status: 400 });
  expect(await api.call(user, 'POST', '/v1/metrics/push/test', elsewhere)).toMatchObject({ status: 400 });
  expect(await api.call(user, 'PUT', '/v1/metrics/push', { target: null })).toMatchObject({ body: { target: null } });
  expect(await save(masked)).toMatchObject({ status: 400 });
});

test.each([
  ['http://127.0.0.1:4318/v1/metrics', 'channel_forbidden_address'],
  ['http://169.254.169.254/v1/metrics', 'channel_forbidden_address'],
  ['http://[::ffff:10.0.0.1]/v1/metrics', 'channel_forbidden_address'],
  ['https://localhost/v1/metrics', 'channel_forbidden_address'],
])('a test does not contact %s', async (url, code) => {
  const { status, body } = await api.call(user, 'POST', '/v1/metrics/push/test', { url, headers: [] });
  expect([status, body]).toEqual([400, expect.objectContaining({ code })]);
});

test.each([
  ['Host', 'x'],
  ['content-encoding', 'identity'],
  ['Transfer-Encoding', 'chunked'],
  ['a b', 'x'],
  ['X-Key', 'a\r\nHost: b'],
  ['X-Key', 'ключ'],
])('the header %s: %s is refused', async (name, value) => {
  const { status } = await save({ ...target(), headers: [{ name, value }] });
  expect(status).toBe(400);
});
