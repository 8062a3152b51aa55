import { assignedEndpointSchema } from '@farwatch/core/documents/assignment';
import type { Endpoint } from '@farwatch/core/documents/endpoint';
import { dateOf, type History, monthId, monthPart, newHistory } from '@farwatch/core/documents/history';
import { checkCell } from '@farwatch/core/values/history/check-cell';
import { countsOf } from '@farwatch/core/values/history/levels';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildHistory } from '../../entry/tasks/build-history.ts';
import { assignments, histories, months } from '../../platform/db/collections.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent, stored } from '../../testing/api/documents.ts';
import { createMonitor, idOf } from '../../testing/api/monitors.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { createHeartbeats, type HeartbeatSetup, newHeartbeatSetup, pingUrlOf } from '../../testing/heartbeat-setup.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';
import { deflateEndpointDay } from '../history/pack-day.ts';
import { updateSlowLimits } from '../history/update-slow-limits.ts';

let setup: HeartbeatSetup;
let user: TestUser;
let agent: TestAgent;

beforeEach(async () => {
  setup = await newHeartbeatSetup();
  user = setup.user;
  agent = new TestAgent('tw1');
  await putAgent(setup.api, 'tw1', 'tw', { state: { spool: null, seq: 0 } });
});
afterEach(() => expectConsistent(setup.api.project).finally(() => setup.close()));

const SLOW = { since: T0 + MINUTE_MS, ms: 2_340 };

async function createShop(slowMs: Endpoint['slowMs']): Promise<{ monitorId: string; id: string }> {
  const endpoint = { url: 'https://shop.farwatch.test/', name: 'shop', slowMs };
  const monitor = await createMonitor(setup.api, user, { name: 'Shop', locations: ['tw'], endpoints: [endpoint] });
  return { monitorId: monitor.id, id: idOf(monitor, 'shop') };
}

async function report(id: string, slow: typeof SLOW | null | undefined, minute: number): Promise<void> {
  setup.api.clock.nowMs = T0 + minute * MINUTE_MS;
  await reportAndDrain(setup.api, agent, user, slow === undefined ? { up: [id] } : { up: [id], slow });
}

const assignedLimit = async (id: string) => {
  const assignment = await stored(setup.api).assignment('tw', user.uid);
  return assignment?.endpoints[id]?.slowMs;
};
const incidentsNow = async () => {
  const { body } = await setup.api.call(user, 'GET', '/incidents');
  return (body as { data: { type: string; status: string; details: { slow: object } }[] }).data;
};

it('slow responses are in the endpoint, its copy, its history, the API and an incident, until they end', async () => {
  const { monitorId, id } = await createShop(800);
  expect(await assignedLimit(id)).toBe(800);
  await report(id, undefined, 0);
  await report(id, SLOW, 4);
  const endpoint = await stored(setup.api).endpoint(id);
  expect(endpoint).toMatchObject({ status: 'up', slow: { since: T0 + MINUTE_MS } });
  expect((await stored(setup.api).monitor(monitorId))?.endpoints[id]?.slow).toEqual(endpoint?.slow);
  expect(await incidentsNow()).toMatchObject([
    { type: 'slow', status: 'active', severity: 'minor', details: { slow: { tw: { ms: 2_340, limitMs: 800 } } } },
  ]);
  expect((await setup.api.call(user, 'GET', `/endpoints/${id}`)).body).toMatchObject({
    slowMs: 800,
    slow: { since: new Date(T0 + MINUTE_MS).toISOString() },
  });
  await report(id, undefined, 9);
  expect(await stored(setup.api).endpoint(id)).toMatchObject({ slow: null, openSlowIncidentId: null });
  expect(await incidentsNow()).toMatchObject([{ type: 'slow', status: 'resolved' }]);
  const { body } = await setup.api.call(user, 'GET', `/endpoints/${id}/status-history`);
  const history = (body as { data: { newStatus: string; slow: boolean }[] }).data;
  expect(history.map((each) => [each.newStatus, each.slow])).toEqual([
    ['up', false],
    ['up', true],
    ['up', false],
  ]);
});

it('another limit reaches the agent, and ends what was slow by the old one, but no downtime', async () => {
  const { id } = await createShop(800);
  await report(id, SLOW, 4);
  const before = await stored(setup.api).endpoint(id);
  const changed = await setup.api.call(user, 'PUT', `/endpoints/${id}`, { slowMs: 900 });
  expect(changed.status).toBe(200);
  expect(await assignedLimit(id)).toBe(900);
  const after = await stored(setup.api).endpoint(id);
  expect(after).toMatchObject({ rev: before?.rev, status: 'up', slow: null, openSlowIncidentId: null });
  expect(await stored(setup.api).incident(before?.openSlowIncidentId ?? '')).toMatchObject({
    status: 'resolved',
    updates: [{ event: 'opened' }, { event: 'unmonitored' }],
  });
  await report(id, null, 5);
  expect((await stored(setup.api).endpoint(id))?.slow).toBeNull();
});

it.each([
  ['a pause', (id: string) => setup.api.call(user, 'POST', `/endpoints/${id}/pause`, { paused: true }), 'paused'],
  ['a deletion', (id: string) => setup.api.call(user, 'DELETE', `/endpoints/${id}`), 'unmonitored'],
] as const)('%s closes the incident', async (_, act, event) => {
  const { monitorId, id } = await createShop(800);
  await setup.api.call(user, 'POST', `/monitors/${monitorId}/endpoints`, { url: 'https://other.farwatch.test/' });
  await report(id, SLOW, 4);
  const incidentId = (await stored(setup.api).endpoint(id))?.openSlowIncidentId ?? '';
  await act(id);
  expect((await stored(setup.api).incident(incidentId))?.updates.at(-1)?.event).toBe(event);
});

it.each([
  ['domain://shop.farwatch.test', 800, 'without response times'],
  ['heartbeat://backup', 'auto', 'needs a limit in ms'],
  ['https://shop.farwatch.test/', 30_001, 'the highest limit'],
] as const)('a limit of %s of %j is refused', async (url, slowMs, message) => {
  const body = { name: 'Shop', locations: ['tw'], endpoints: [{ url, slowMs }] };
  const { status, body: answer } = await setup.api.call(user, 'POST', '/monitors', body);
  expect(status).toBe(400);
  expect(JSON.stringify(answer)).toContain(message);
  expect(JSON.stringify(answer)).toContain('slowMs');
});

it('a job is slow by the run time of its last run', async () => {
  const { api, ping } = setup;
  const monitor = await createHeartbeats(api, user, ['backup']);
  const id = idOf(monitor, 'backup');
  await api.call(user, 'PUT', `/endpoints/${id}`, { slowMs: 10 * MINUTE_MS });
  const url = pingUrlOf(monitor, 'backup');
  const runFor = async (minutes: number) => {
    await ping(url, '/start');
    api.clock.nowMs += minutes * MINUTE_MS;
    await ping(url);
    return (await stored(api).endpoint(id))?.slow !== null;
  };
  expect([await runFor(5), await runFor(11), await runFor(12), await runFor(10)]).toEqual([false, true, true, false]);
});

const TODAY = T0 - (T0 % DAY_MS);

/** Writes days with checks that all took that long, so many days back. */
async function writeBuiltDays(shop: { monitorId: string; id: string }, ms: number, daysBack: number[]): Promise<void> {
  const { db } = setup.api.project.run(T0);
  const { monitorId, id: endpointId } = shop;
  for (const back of daysBack) {
    const dayAt = TODAY - back * DAY_MS;
    const check = { endpoint: endpointId, at: dayAt, ms, statusCode: 200, error: null };
    const cell = { hourAt: dayAt, location: 'tw' as const, ...checkCell(Array.from({ length: 50 }, () => check)) };
    const day = { steps: [{ atMs: dayAt, counts: countsOf('up'), running: 0, started: 0 }], cells: [cell] };
    const part = monthPart({ ownerId: user.uid, monitorId, endpointId }, dayAt, deflateEndpointDay(day, dayAt));
    await months.ref(db, monthId(endpointId, dayAt)).set(months.toDocument(part), { merge: true });
  }
}

it('auto becomes three times the 95th percentile, and reaches the agent once it differs by more than a tenth', async () => {
  const { id, monitorId } = await createShop('auto');
  expect(await assignedLimit(id)).toBeUndefined();
  const writeDays = async (ms: number) => {
    await writeBuiltDays({ monitorId, id }, ms, [1, 2, 3]);
    await updateSlowLimits(setup.api.project.run(T0), user.uid, TODAY);
  };
  await writeDays(200);
  const limit = (await stored(setup.api).endpoint(id))?.slowLimits.tw ?? 0;
  expect(Math.abs(limit - 600)).toBeLessThan(30);
  expect(await assignedLimit(id)).toBe(limit);
  await writeDays(205);
  expect(await assignedLimit(id)).toBe(limit);
  await writeDays(400);
  expect(Math.abs(((await assignedLimit(id)) ?? 0) - 1_200)).toBeLessThan(60);
  await setup.api.call(user, 'PUT', `/endpoints/${id}`, { description: 'the shop' });
  expect(await assignedLimit(id)).toBe((await stored(setup.api).endpoint(id))?.slowLimits.tw);
  await setup.api.call(user, 'PUT', `/endpoints/${id}`, { url: 'https://other.farwatch.test/' });
  expect([await assignedLimit(id), (await stored(setup.api).endpoint(id))?.slowLimits]).toEqual([undefined, {}]);
});

it('auto is derived when a new day is built, not when an old one is built again', async () => {
  const shop = await createShop('auto');
  const { id } = shop;
  const run = setup.api.project.run(T0);
  await writeBuiltDays(shop, 200, [1, 2, 3]);
  await writeBuiltDays(shop, 2_000, [11, 12, 13]);
  const build = async (changes: Partial<History>) => {
    const history = { ...newHistory(user.uid, T0), builtUntil: TODAY, ...changes };
    await histories.ref(run.db, user.uid).set(histories.toDocument(history));
    await buildHistory(run, { ownerId: user.uid });
    return (await stored(setup.api).endpoint(id))?.slowLimits.tw;
  };
  expect(await build({ dirtyDays: { [dateOf(TODAY - 10 * DAY_MS)]: T0 } })).toBeUndefined();
  expect(Math.abs(((await build({ builtUntil: TODAY - DAY_MS })) ?? 0) - 600)).toBeLessThan(30);
});

it('an agent of the version before reads an assignment with a limit', async () => {
  const { id } = await createShop(800);
  const document = await assignments.ref(setup.api.project.run(T0).db, `tw_${user.uid}`).get();
  const before = assignedEndpointSchema.omit({ slowMs: true }).parse(document.data()?.endpoints[id]);
  expect(before).toMatchObject({ url: 'https://shop.farwatch.test/', check: null });
  expect(before).not.toHaveProperty('slowMs');
});
