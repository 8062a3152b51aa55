import type { LocationCode } from '@farwatch/core/values/locations';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportAndDrain } from '../../../testing/api/calls.ts';
import { putAgent, stored } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody, replaceMonitor } from '../../../testing/api/monitors.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { expectConsistent } from '../../../testing/expect-consistent.ts';
import { readAllIncidents } from '../../../testing/read-documents.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { drain } from '../../triggers/drain.ts';

/** Edits while verdicts on the previous state are in flight. */
let api: TestApi;
let user: TestUser;
const agents = { tw: new TestAgent('tw1'), th: new TestAgent('th1') };

beforeEach(async () => {
  api = await newTestApi();
  user = await api.user();
  for (const location of ['tw', 'th'] as const) {
    agents[location] = new TestAgent(`${location}1`);
    await putAgent(api, `${location}1`, location, { state: { spool: null, seq: 0 } });
  }
});
afterEach(() => expectConsistent(api.project).finally(() => api.close()));

const run = () => api.project.run(api.clock.nowMs);
const later = (ms: number) => {
  api.clock.nowMs += ms;
};

async function newMonitor(locations: LocationCode[] = ['tw']): Promise<{ monitorId: string; id: string }> {
  const monitor = await createMonitor(api, user, monitorBody(['old'], locations));
  later(60_000);
  return { monitorId: monitor.id, id: idOf(monitor, 'old') };
}

async function changeUrl(id: string, host: string): Promise<void> {
  const { status } = await api.call(user, 'PUT', `/endpoints/${id}`, { url: `https://${host}.farwatch.test/` });
  expect(status).toBe(200);
}

const endpointAt = async (id: string) => {
  const endpoint = await stored(api).endpoint(id);
  return { status: endpoint?.status, rev: endpoint?.rev, votes: Object.keys(endpoint?.votes ?? {}) };
};

describe.each([
  { verdict: 'down', before: 'up' },
  { verdict: 'up', before: 'down' },
] as const)('a URL is edited while a $verdict verdict on the old one', ({ verdict, before }) => {
  const UNDECIDED = { status: 'pending', rev: 1, votes: [] };

  /** Only a verdict on the new URL decides. */
  async function expectOwnVerdictDecides({ id, monitorId }: { id: string; monitorId: string }): Promise<void> {
    expect(await endpointAt(id)).toEqual(UNDECIDED);
    expect((await stored(api).monitor(monitorId))?.endpoints[id]?.status).toBe('pending');
    expect((await readAllIncidents(api.project)).filter(({ status }) => status === 'active')).toEqual([]);
    later(2_000);
    await reportAndDrain(api, agents.tw, user, { [verdict]: [id], rev: 1 });
    expect(await endpointAt(id)).toEqual({ status: verdict, rev: 1, votes: ['tw'] });
  }

  test('is on its way to the check-in', async () => {
    const created = await newMonitor();
    const { id } = created;
    await reportAndDrain(api, agents.tw, user, { [before]: [id] });
    later(60_000);
    const report = agents.tw.buildReport(api.clock.nowMs, { ownerId: user.uid, [verdict]: [id] });
    await changeUrl(id, 'new');
    await agents.tw.send(run(), report);
    await drain(run(), 'tw1');
    await expectOwnVerdictDecides(created);
  });

  test('is in a verdict change that is not applied yet', async () => {
    const created = await newMonitor();
    const { id } = created;
    await reportAndDrain(api, agents.tw, user, { [before]: [id] });
    later(60_000);
    await agents.tw.report(run(), { ownerId: user.uid, [verdict]: [id] });
    await changeUrl(id, 'new');
    await drain(run(), 'tw1');
    await expectOwnVerdictDecides(created);
  });

  test('is reported later: its check is stored, and it decides nothing', async () => {
    const created = await newMonitor();
    const { id } = created;
    await changeUrl(id, 'new');
    await reportAndDrain(api, agents.tw, user, { [verdict]: [id], rev: 0 });
    const { body } = await api.call(user, 'GET', `/endpoints/${id}/checks`);
    expect(body).toMatchObject({ data: [{ success: verdict === 'up' }] });
    await expectOwnVerdictDecides(created);
  });

  test('has the same URL, but from before an edit and its revert', async () => {
    const { id } = await newMonitor();
    await changeUrl(id, 'new');
    await changeUrl(id, 'old');
    await reportAndDrain(api, agents.tw, user, { [verdict]: [id], rev: 0 });
    expect(await endpointAt(id)).toEqual({ ...UNDECIDED, rev: 2 });
    await reportAndDrain(api, agents.tw, user, { [verdict]: [id], rev: 2 });
    expect(await endpointAt(id)).toEqual({ status: verdict, rev: 2, votes: ['tw'] });
  });
});

test('the assignment has the revision, which other edits do not change', async () => {
  const { monitorId, id } = await newMonitor(['tw', 'th']);
  await changeUrl(id, 'new');
  await replaceMonitor(api, user, monitorId, { ...monitorBody(['new'], ['tw'], 'Renamed') });
  const assigned = (await stored(api).assignment('tw', user.uid))?.endpoints[id];
  expect(assigned).toMatchObject({ url: 'https://new.farwatch.test/', group: 'Renamed', rev: 1 });
  expect((await stored(api).assignment('th', user.uid))?.endpoints).toEqual({});
});

test('after a location is removed, the others are rechecked and the same verdict counts as a change', async () => {
  const { monitorId, id } = await newMonitor(['tw', 'th']);
  await reportAndDrain(api, agents.tw, user, { up: [id] });
  await reportAndDrain(api, agents.th, user, { down: [id] });
  later(60_000);
  await replaceMonitor(api, user, monitorId, monitorBody(['old'], ['th']));
  const { agentState, command, assignment, endpoint } = stored(api);
  expect((await agentState('th1'))?.verdicts[user.uid]?.endpoints).toEqual({});
  expect((await command('th1'))?.checkNow).toEqual({ [id]: api.clock.nowMs });
  // Nothing in the agent's assignments has changed.
  expect(await assignment('th', user.uid)).toMatchObject({ changedAt: api.clock.nowMs - 60_000 - 60_000 });
  const { agentSeq = 0 } = (await endpoint(id))?.votes.th ?? {};
  later(1_000);
  await reportAndDrain(api, agents.th, user, { down: [id] });
  expect((await endpoint(id))?.votes.th?.agentSeq).toBeGreaterThan(agentSeq);
  expect(await endpointAt(id)).toMatchObject({ status: 'down', votes: ['th'] });
});

test('forgets a verdict in flight on a deleted endpoint', async () => {
  const { id, monitorId } = await newMonitor();
  await createMonitor(api, user, monitorBody(['stays']));
  const report = agents.tw.buildReport(api.clock.nowMs, { ownerId: user.uid, up: [id] });
  expect((await api.call(user, 'DELETE', `/monitors/${monitorId}`)).status).toBe(200);
  await agents.tw.send(run(), report);
  await drain(run(), 'tw1');
  expect((await stored(api).agentState('tw1'))?.verdicts[user.uid]?.endpoints ?? {}).toEqual({});
});
