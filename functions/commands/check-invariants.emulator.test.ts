import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findViolations } from '@farwatch/core/decisions/invariants/violations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enableAlerts, reportAndDrain } from '../src/testing/api/calls.ts';
import { putAgent } from '../src/testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../src/testing/api/monitors.ts';
import { createPage, pageBody } from '../src/testing/api/page-calls.ts';
import { newTestApi, type TestApi } from '../src/testing/api/test-api.ts';
import { setTelegramMode, useTelegram } from '../src/testing/telegram-chat.ts';
import { TestAgent } from '../src/testing/test-agent.ts';
import { newTestProject, T0 } from '../src/testing/test-project.ts';
import { documentBytes, findLargeDocuments } from './large-documents.ts';
import { readStored } from './read-stored.ts';

const script = join(import.meta.dirname, 'check-invariants.ts');
let api: TestApi;
let ids: { a: string; b: string; monitor: string };
let uid: string;

/** A monitor with two endpoints, one of them down, whose announcement waits, on a status page. */
beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  await putAgent(api, 'tw1', 'tw', { state: { spool: null, seq: 0, agentSeq: 0 } });
  await putAgent(api, 'th1', 'th', { state: { spool: null, seq: 0, agentSeq: 0 } });
  const user = await api.user();
  await enableAlerts(api, user);
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b'], ['tw', 'th']));
  ids = { a: idOf(monitor, 'a'), b: idOf(monitor, 'b'), monitor: monitor.id };
  await createPage(api, user, 'acme', pageBody([{ name: 'Shop', monitorId: monitor.id, endpointId: null }]));
  uid = user.uid;
  const agents = [new TestAgent('tw1'), new TestAgent('th1')];
  for (const agent of agents) await reportAndDrain(api, agent, user, { up: [ids.a, ids.b] });
  api.clock.nowMs += MINUTE_MS;
  for (const agent of agents) await reportAndDrain(api, agent, user, { up: [ids.a], down: [ids.b] });
  await setTelegramMode({ mode: 'error', times: 1, chat_id: '1' });
  await api.project.queue.work(api.project.run(api.clock.nowMs));
});
afterAll(() => setTelegramMode({ mode: 'ok' }).finally(() => api.close()));

async function violations(nowMs = api.clock.nowMs): Promise<string[]> {
  const stored = await readStored(api.project.run(nowMs).db);
  return findViolations(stored, nowMs).map(({ document, text }) => `${document} ${text}`);
}

it('finds nothing in consistent documents', async () => {
  expect(await violations()).toEqual([]);
});

it('finds a channel that is due for ten minutes, and the command exits with code 1', async () => {
  const found = await violations(api.clock.nowMs + 20 * MINUTE_MS);
  expect(found).toEqual(
    found.map(() => expect.stringMatching(/^outboxes\/.* has been due for more than ten minutes$/)),
  );
  expect(found.length).toBeGreaterThan(0);
  const run = promisify(execFile)(process.execPath, [script, '--project', api.project.id]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^outboxes\/.*\n.*1 users, 1 monitors, 2 endpoints, 2 agents: \d contradictions\.\n$/s,
    ),
  });
});

it('finds nothing in an empty project, and the command exits with code 0', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--project', `${api.project.id}-empty`]);
  expect(stdout).toBe('0 users, 0 monitors, 0 endpoints, 0 agents: no contradictions.\n');
});

it('finds documents above 60 % of the largest size, also those of subcollections', async () => {
  const { db } = newTestProject().run(T0);
  const fields = (count: number) => ({ days: Array.from({ length: count }, () => Buffer.alloc(10_000)) });
  await db.doc('months/large').set(fields(64));
  await db.doc('months/small').set(fields(62));
  await db.doc('pages/acme/snapshots/current').set(fields(100));
  expect(await findLargeDocuments(db)).toEqual([
    { path: 'pages/acme/snapshots/current', bytes: 1_000_082 },
    { path: 'months/large', bytes: 640_066 },
  ]);
});

it('counts the bytes of a document as Firestore does', () => {
  const task = { type: 'Personal', done: false, priority: 1, description: 'Learn Cloud Firestore' };
  expect(documentBytes({ path: 'users/jeff/tasks/my_task_id' }, task)).toBe(147);
});

it.each<[string, () => [path: string, fields: Record<string, unknown>], () => RegExp[]]>([
  [
    'a status that does not follow from the votes',
    () => [`endpoints/${ids.a}`, { status: 'unknown' }],
    () => [/is unknown, but up by its votes/, /differs from its document/],
  ],
  [
    'an incident that its endpoint does not name',
    () => [`endpoints/${ids.b}`, { openIncidentId: null }],
    () => [/is active, and its endpoint names none/, /is down without an outage/],
  ],
  [
    'a wrong count of an account',
    () => [`users/${uid}`, { endpointCount: 5 }],
    () => [/users\/.* counts 5 of 2 endpoints/],
  ],
  [
    'a wrong count of an agent',
    () => ['agents/tw1', { endpointCount: 1 }],
    () => [/agents\/tw1 counts 1 of 2 endpoints/],
  ],
  [
    'an assignment of another generation',
    () => [`assignments/tw_${uid}`, { generation: 7 }],
    () => [/has another generation than tw1 knows/],
  ],
  [
    'an assignment with an older URL',
    () => [`assignments/tw_${uid}`, { [`endpoints.${ids.a}.url`]: 'https://old.farwatch.test/' }],
    () => [/has an older/],
  ],
  [
    'an endpoint without a monitor',
    () => [`endpoints/${ids.a}`, { monitorId: 'gone' }],
    () => [/belongs to gone/, /is not in monitor gone/, /has an older/, /has an older/],
  ],
  [
    'a monitor that does not name a page that shows it',
    () => [`monitors/${ids.monitor}`, { pages: ['other'] }],
    () => [/does not name page acme/, /names page other, which does not show it/],
  ],
])('finds %s', async (_, broken, expected) => {
  const [path, fields] = broken();
  const document = api.project.run(T0).db.doc(path);
  const before = (await document.get()).data() ?? {};
  await document.update(fields);
  const found = await violations();
  await document.set(before);
  for (const each of expected()) expect(found.some((text) => each.test(text))).toBe(true);
  expect(await violations()).toEqual([]);
});
