import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { incidents } from '../../platform/db/collections.ts';
import { reportAndDrain } from '../../testing/api/calls.ts';
import { putAgent } from '../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../testing/api/monitors.ts';
import { createPage, pageBody, post } from '../../testing/api/page-calls.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { T0 } from '../../testing/test-project.ts';

let api: TestApi;

beforeAll(async () => {
  api = await newTestApi();
});
afterAll(() => api.close());

test('no byte of a snapshot contains what stays private', async () => {
  const user = await api.user();
  await putAgent(api, 'agent-in-taipei', 'tw', { state: { spool: null, seq: 0 } });
  const monitor = await createMonitor(api, user, monitorBody(['internal-host'], ['tw'], 'Internal name'));
  const endpointId = idOf(monitor, 'internal-host');
  const components = [
    { name: 'Checkout', monitorId: monitor.id, endpointId: null },
    { name: 'Search', monitorId: monitor.id, endpointId },
  ];
  const body = { ...pageBody(components, { access: 'password', postsAutomatically: true }), password: 'open sesame' };
  await createPage(api, user, 'acme', body);
  const agent = new TestAgent('agent-in-taipei');
  await reportAndDrain(api, agent, user, { up: [endpointId] });
  api.clock.nowMs = T0 + 60_000;
  await reportAndDrain(api, agent, user, { down: [endpointId] });
  const start = new Date(T0 + 86_400_000).toISOString().slice(0, 16);
  const name = 'Maintenance of Internal name';
  const window = { name, monitors: [monitor.id], start, timeZone: 'UTC', durationMin: 30, rule: null };
  const { body: planned } = await api.call(user, 'POST', '/v1/maintenance', window);
  const { db } = api.project.run(T0);
  const [incident] = (await incidents.collection(db).where('ownerId', '==', user.uid).get()).docs;
  await post(api, user, 'acme', { incidentId: incident?.id });
  for (const minutes of [2, 6, 12]) {
    api.clock.nowMs = T0 + minutes * 60_000;
    const run = api.project.run(api.clock.nowMs);
    await sweep(run);
    api.project.queue.waiting = api.project.queue.waiting.filter(({ name }) => name === 'updatePages');
    await api.project.queue.work(run);
  }
  const stored = await db.doc('pages/acme/snapshots/current').get();
  const text = JSON.stringify(stored.data());
  for (const shown of ['Checkout', 'Search', '"maintenance":[{', 'Slow', '"status":"down"'])
    expect(text).toContain(shown);
  const secrets = [
    ...[user.uid, user.email, monitor.id, endpointId, incident?.id ?? '', (planned as { id: string }).id],
    ...['agent-in-taipei', 'internal-host', 'farwatch.test', 'Internal name', 'scrypt', 'sesame', '"tw"', '503'],
  ];
  expect(secrets.filter((secret) => secret === '' || text.includes(secret))).toEqual([]);
});
