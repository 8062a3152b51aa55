import { verdictChangeId } from '@farwatch/core/documents/verdict-change';
import { windowId } from '@farwatch/core/documents/window';
import { CONDITION, DEVICE } from '@farwatch/core/testing/samples';
import { LIMITS } from '@farwatch/core/values/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentStates, agents, verdictChanges, windows } from '../../platform/db/collections.ts';
import { allDocuments } from '../../testing/documents.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { fill } from '../../testing/fill.ts';
import { holdNext, resetProxy } from '../../testing/firestore-proxy.ts';
import { readEndpoint } from '../../testing/read-documents.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { drain } from '../triggers/drain.ts';

let project: TestProject;
let agent: TestAgent;
beforeEach(async () => {
  project = newTestProject();
  agent = new TestAgent('tw');
  await seedProject(project, {
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a', 'b'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
});
afterEach(() => project.close());

async function stateNow() {
  return agentStates.read(await agentStates.ref(project.run(T0).db, 'tw').get());
}

it('stores the checks, the device, presence and changed verdicts', async () => {
  const run = project.run(T0 + MINUTE_MS);
  expect(await agent.report(run, { up: ['a'], down: ['b'] })).toEqual({
    seq: 1,
    applied: true,
    timely: true,
    serverAt: run.nowMs,
    seenAs: '192.0.2.1',
  });
  expect(agents.read(await agents.ref(run.db, 'tw').get())).toMatchObject({
    lastReportAt: run.nowMs,
    ipAddress: '192.0.2.1',
    device: DEVICE,
    condition: CONDITION,
  });
  const window = windows.read(await windows.ref(run.db, windowId('tw', T0)).get());
  expect(window).toMatchObject({ agentId: 'tw', windowAt: T0, expireAt: run.nowMs + 9 * DAY_MS });
  expect(Object.keys(window?.checks[OWNER] ?? {})).toEqual(['1']);
  const memory = { a: [1, run.nowMs, 120, 0], b: [0, run.nowMs, 120, 0] };
  expect(await stateNow()).toMatchObject({
    seq: 1,
    agentSeq: 1,
    verdicts: { [OWNER]: { generation: 1, endpoints: memory } },
  });
  const verdictChange = verdictChanges.read(await verdictChanges.ref(run.db, verdictChangeId('tw', 1)).get());
  expect(verdictChange).toMatchObject({ state: 'new', liveness: null, createdAt: run.nowMs, expireAt: null });
  expect(Object.keys(verdictChange?.verdicts[OWNER]?.endpoints ?? {})).toEqual(['a', 'b']);
});

it('backfill fills its window, marks a rolled-up hour as dirty, and changes no status', async () => {
  await agent.report(project.run(T0), { up: ['a', 'b'] });
  const old = agent.buildReport(T0 - 3 * HOUR_MS, { down: ['a'] });
  old.lane = 'backfill';
  for (const part of Object.values(old.owners)) part.verdicts = {};
  await agent.send(project.run(T0 + MINUTE_MS), old);
  const { db } = project.run(T0);
  const window = windows.read(await windows.ref(db, windowId('tw', T0 - 3 * HOUR_MS)).get());
  expect(Object.keys(window?.checks[OWNER] ?? {})).toEqual(['2']);
  expect(await stateNow()).toMatchObject({
    dirtyHours: { [T0 - 3 * HOUR_MS]: { agentSeq: 2, leaseUntil: null } },
    dirtyAt: T0 + MINUTE_MS,
  });
  expect((await verdictChanges.collection(db).get()).size).toBe(1);
});

it('stores no checks of the future from a report three hours ahead, and takes the rest once', async () => {
  await agent.report(project.run(T0), { up: ['a', 'b'] });
  const run = project.run(T0 + MINUTE_MS);
  const report = agent.buildReport(run.nowMs + 3 * HOUR_MS, { up: ['a'], down: ['b'] });
  const answer = { seq: 2, applied: true, serverAt: run.nowMs, futureChecks: 2 };
  expect(await agent.send(run, report)).toMatchObject(answer);
  expect(await agent.send(run, report)).toMatchObject({ ...answer, applied: false });
  const paths = Object.keys(await allDocuments(project));
  expect(paths.filter((path) => path.startsWith('windows/'))).toEqual([`windows/${windowId('tw', T0)}`]);
  const verdictChange = verdictChanges.read(await verdictChanges.ref(run.db, verdictChangeId('tw', 2)).get());
  expect(verdictChange?.verdicts[OWNER]?.endpoints).toMatchObject({ b: { up: false, since: run.nowMs } });
  expect(await agent.report(project.run(T0 + 2 * MINUTE_MS), { up: ['a'] })).toMatchObject({ seq: 3, applied: true });
});

describe('an agent whose clock is off by a day', () => {
  it.each([
    ['ahead', DAY_MS],
    ['behind', -DAY_MS],
  ])(
    '%s: keeps no future checks, does not decide by old ones, and works normally once the clock is right',
    async (_, offMs) => {
      const { db } = project.run(T0);
      await agent.reportAndDrain(project.run(T0), { up: ['a', 'b'] });
      const run = project.run(T0 + MINUTE_MS);
      expect(await agent.send(run, agent.buildReport(run.nowMs + offMs, { up: ['a'], down: ['b'] }))).toMatchObject({
        applied: true,
        serverAt: run.nowMs,
      });
      await drain(run, 'tw');
      const windowsAt = (await windows.collection(db).get()).docs.map((doc) => windows.read(doc)?.windowAt);
      expect(windowsAt.sort()).toEqual(offMs < 0 ? [T0 - DAY_MS, T0] : [T0]);
      const { since } = await readEndpoint(project, 'b');
      expect(since).toBeGreaterThanOrEqual(T0);
      expect(since).toBeLessThanOrEqual(run.nowMs);
      await agent.reportAndDrain(project.run(T0 + 3 * MINUTE_MS), { down: ['a'], up: ['b'] });
      expect([(await readEndpoint(project, 'a')).status, (await readEndpoint(project, 'b')).status]).toEqual([
        'down',
        'up',
      ]);
      await expectConsistent(project);
    },
  );
});

it('drops reports for an unassigned owner or under another generation', async () => {
  const report = agent.buildReport(T0, { down: ['a'], generation: 7 });
  Object.assign(report.owners, new TestAgent('x').buildReport(T0, { down: ['b'], ownerId: 'stranger' }).owners);
  expect(await agent.send(project.run(T0), report)).toMatchObject({ applied: true });
  const documents = Object.keys(await allDocuments(project));
  expect(documents.filter((path) => /^(windows|verdictChanges)\//.test(path))).toEqual([]);
});

it('a new spool starts at one; reports of the previous spool are ignored', async () => {
  await agent.report(project.run(T0), { up: ['a'] });
  const late = agent.buildReport(T0, { down: ['a'] });
  const fresh = new TestAgent('tw', 'another-spool');
  expect(await fresh.report(project.run(T0 + 1), { up: ['a'] })).toMatchObject({ applied: true });
  expect(await agent.send(project.run(T0 + 2), late)).toMatchObject({ applied: false });
  expect(await stateNow()).toMatchObject({ spool: 'another-spool', seq: 1, agentSeq: 2 });
});

describe('refused', () => {
  it.each([
    ['a deleted agent', (id: string) => [agents.ref(project.run(T0).db, id), agentStates.ref(project.run(T0).db, id)]],
    ['an agent without its document', (id: string) => [agents.ref(project.run(T0).db, id)]],
    ['an agent without its state', (id: string) => [agentStates.ref(project.run(T0).db, id)]],
  ])('%s, and recreates nothing', async (_, refs) => {
    for (const ref of refs('tw')) await ref.delete();
    const before = await allDocuments(project);
    expect(await refusalOf(agent.report(project.run(T0), { down: ['a'] }))).toEqual({ reason: 'deleted' });
    expect(await allDocuments(project)).toEqual(before);
  });

  it('an agent deleted between reading and writing', async () => {
    const { db } = project.run(T0);
    await resetProxy();
    const commit = await holdNext();
    const sending = refusalOf(agent.report(project.viaProxy(T0), { down: ['a'] }));
    await commit.arrived();
    await Promise.all([agents.ref(db, 'tw').delete(), agentStates.ref(db, 'tw').delete()]);
    const before = await allDocuments(project);
    await commit.release();
    expect(await sending).toEqual({ reason: 'deleted' });
    expect(await allDocuments(project)).toEqual(before);
  });

  it('an agent that was reset', async () => {
    await agentStates.ref(project.run(T0).db, 'tw').update({ tokenGeneration: 2 });
    const before = await allDocuments(project);
    expect(await refusalOf(agent.report(project.run(T0), { down: ['a'] }))).toEqual({ reason: 'reset' });
    expect(await allDocuments(project)).toEqual(before);
  });

  it('an agent that reports too often, until a second later', async () => {
    const state = agentStates.ref(project.run(T0).db, 'tw');
    await state.update(agentStates.toUpdate({ budget: { tokens: 1, at: T0 } }));
    await agent.report(project.run(T0), { up: ['a'] });
    const before = await allDocuments(project);
    const report = agent.buildReport(T0, { down: ['a'] });
    expect(await refusalOf(agent.send(project.run(T0 + 900), report))).toEqual({ reason: 'too_many' });
    expect(await allDocuments(project)).toEqual(before);
    expect(await agent.send(project.run(T0 + 1_000), report)).toMatchObject({ applied: true });
  });

  it('a report out of order, with the expected number', async () => {
    await agent.report(project.run(T0), { up: ['a'] });
    agent.buildReport(T0);
    const before = await allDocuments(project);
    expect(await refusalOf(agent.report(project.run(T0), { down: ['a'] }))).toEqual({ reason: 'gap', expectedSeq: 2 });
    expect(await allDocuments(project)).toEqual(before);
  });
});

it('replaces half of a surrogate pair in the device’s name', async () => {
  const run = project.run(T0);
  await agent.send(run, { ...agent.buildReport(T0), device: { ...DEVICE, deviceName: 'Pixel \ud83d' } });
  expect(agents.read(await agents.ref(run.db, 'tw').get())?.device?.deviceName).toBe('Pixel \ufffd');
});

it('takes verdicts but no more checks if a window is full', async () => {
  await agent.report(project.run(T0), { up: ['a'] });
  const { db } = project.run(T0);
  // 1 MiB is a document's limit; the last eight bytes are too few for a check.
  const ref = windows.ref(db, windowId('tw', T0));
  const filler = (bytes: number) => ref.update({ [`checks.${OWNER}.filler`]: 'x'.repeat(bytes) });
  await fill(filler);
  expect(await agent.report(project.run(T0 + MINUTE_MS), { down: ['a'] })).toMatchObject({ applied: true });
  const verdictChange = verdictChanges.read(await verdictChanges.ref(db, verdictChangeId('tw', 2)).get());
  expect(verdictChange?.verdicts[OWNER]?.endpoints.a?.up).toBe(false);
  expect(Object.keys(windows.read(await ref.get())?.checks[OWNER] ?? {}).sort()).toEqual(['1', 'filler']);
});

it('stores checks without their phases if a window is nearly full', async () => {
  await agent.report(project.run(T0), { up: ['a'] });
  const { db } = project.run(T0);
  const ref = windows.ref(db, windowId('tw', T0));
  const filler = (bytes: number) => ref.update({ [`checks.${OWNER}.filler`]: 'x'.repeat(bytes) });
  // A check with its field takes 16 bytes here, and its phases 11 more.
  await filler((await fill(filler)) - 17);
  expect(await agent.report(project.run(T0 + MINUTE_MS), { up: ['a'] })).toMatchObject({ applied: true });
  const packed = windows.read(await ref.get())?.checks[OWNER] ?? {};
  expect([packed['1'], packed['2']]).toEqual(['a,0,3c,5k,;3.c.k.28.5', 'a,1aao,3c,5k,']);
});

it('takes verdicts of an agent whose state is full', async () => {
  await agent.report(project.run(T0), { up: ['a'] });
  const { db } = project.run(T0);
  await fill((bytes) => agentStates.ref(db, 'tw').update({ publicKey: 'x'.repeat(bytes) }));
  expect(await agent.report(project.run(T0 + MINUTE_MS), { up: ['a'], down: ['b'] })).toMatchObject({ applied: true });
  const verdictChange = verdictChanges.read(await verdictChanges.ref(db, verdictChangeId('tw', 2)).get());
  expect(verdictChange?.verdicts[OWNER]?.endpoints.b?.up).toBe(false);
});

it('limits an owner’s share of a window, but takes verdicts and other owners’ checks', async () => {
  const { db } = project.run(T0);
  await agentStates.ref(db, 'tw').update({ 'owners.other': 1 });
  const flood = Array.from({ length: LIMITS.checksPerReport - 1 }, (_, index) => ({
    ...{ endpoint: `e${index % 200}`, at: T0 + index, ms: 9, statusCode: 200, error: null },
  }));
  const report = (atMs: number, isDown: boolean) => {
    const built = agent.buildReport(atMs, isDown ? { down: ['a'] } : { up: ['a'] });
    built.owners[OWNER]?.checks.push(...flood);
    return built;
  };
  await agent.send(project.run(T0), report(T0, false));
  const next = report(T0 + MINUTE_MS, true);
  next.owners[OWNER]?.checks.splice(-1);
  Object.assign(next.owners, new TestAgent('x').buildReport(T0 + MINUTE_MS, { up: ['c'], ownerId: 'other' }).owners);
  expect(await agent.send(project.run(T0 + MINUTE_MS), next)).toMatchObject({ applied: true });
  const window = windows.read(await windows.ref(db, windowId('tw', T0)).get());
  expect(Object.keys(window?.checks[OWNER] ?? {})).toEqual(['1']);
  expect(Object.keys(window?.checks.other ?? {})).toEqual(['2']);
  const verdictChange = verdictChanges.read(await verdictChanges.ref(db, verdictChangeId('tw', 2)).get());
  expect(verdictChange?.verdicts[OWNER]?.endpoints.a?.up).toBe(false);
  expect((await stateNow())?.windowCounts.live?.owners).toEqual({ [OWNER]: LIMITS.checksPerWindow, other: 1 });
});
