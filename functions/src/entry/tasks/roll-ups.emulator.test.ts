import { hourId } from '@farwatch/core/documents/hour';
import { windowId } from '@farwatch/core/documents/window';
import { LIMITS } from '@farwatch/core/values/limits';
import { packChecks, unpackChecks } from '@farwatch/core/values/pack';
import { DAY_MS, HOUR_MS, MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireHour, releaseLease } from '../../domain/checks/dirty-hours.ts';
import { agentStates, agents, hours, windows } from '../../platform/db/collections.ts';
import { enqueueAll } from '../../platform/db/tasks.ts';
import { allDocuments } from '../../testing/documents.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { fill } from '../../testing/fill.ts';
import {
  holdNext,
  injectFault,
  PERMISSION_DENIED,
  readProxyCounts,
  resetProxy,
} from '../../testing/firestore-proxy.ts';
import { readAllNotices } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { type Seen, TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { readDirtyHours, rollHours } from '../jobs/roll-hours.ts';
import { sweep } from '../jobs/sweep/sweep.ts';
import { rollAgentHour } from './roll-agent-hour.ts';

/** Firestore refuses a write as invalid. */
const INVALID_ARGUMENT = 3;
const ROLLED_AT = T0 + HOUR_MS + 5 * MINUTE_MS;

let project: TestProject;
let tw: TestAgent;
beforeEach(async () => {
  project = newTestProject();
  tw = new TestAgent('tw');
  await seedProject(project, {
    monitors: [
      { id: 'shop', locations: ['tw'], endpoints: ['a', 'b'] },
      { id: 'blog', ownerId: 'other', locations: ['tw'], endpoints: ['c'] },
    ],
    agents: [
      { id: 'tw', location: 'tw', ownerIds: [OWNER, 'other'] },
      { id: 'tw2', location: 'tw' },
    ],
  });
});
afterEach(() => project.close());

/** Reports checks, as backfill if the report arrives later. */
async function report(atMs: number, seen: Seen, arrivesAt = atMs): Promise<void> {
  const input = tw.buildReport(atMs, seen);
  if (arrivesAt !== atMs) {
    input.lane = 'backfill';
    for (const part of Object.values(input.owners)) part.verdicts = {};
  }
  await tw.send(project.run(arrivesAt), input);
}

async function hourOf(ownerId = OWNER) {
  return hours.read(await hours.ref(project.run(T0).db, hourId(ownerId, 'tw', T0)).get());
}

async function dirtyHours() {
  const state = agentStates.read(await agentStates.ref(project.run(T0).db, 'tw').get());
  return Object.keys(state?.dirtyHours ?? {}).map(Number);
}

async function reportHour(): Promise<void> {
  await report(T0, { up: ['a'], down: ['b'] });
  await report(T0 + 5 * MINUTE_MS, { up: ['c'], ownerId: 'other' });
  await report(T0 + WINDOW_MS, { up: ['a', 'b'] });
  await report(T0 + HOUR_MS - 1, { down: ['a'] });
  await report(T0 + HOUR_MS, { up: ['a'] });
}

it('rolls an hour’s checks up into each owner’s metrics, by endpoint and agent', async () => {
  await reportHour();
  await rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
  const hour = await hourOf();
  expect(hour).toMatchObject({ ownerId: OWNER, location: 'tw', hourAt: T0, expireAt: ROLLED_AT + 35 * DAY_MS });
  expect(hour?.endpoints).toMatchObject({ a: { tw: { count: 3, failures: 1 } }, b: { tw: { count: 2, failures: 1 } } });
  const points = unpackChecks(hour?.endpoints.a?.tw?.points ?? '', T0);
  expect(points.map(({ at, error }) => [at - T0, error])).toEqual([
    [0, null],
    [WINDOW_MS, null],
    [HOUR_MS - 1, 'status'],
  ]);
  expect((await hourOf('other'))?.endpoints).toMatchObject({ c: { tw: { count: 1, failures: 0 } } });
  expect(Object.keys(hour?.endpoints ?? {}).sort()).toEqual(['a', 'b']);
});

it('gives the same result when repeated', async () => {
  await reportHour();
  await rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
  const once = await allDocuments(project);
  await Promise.all([
    rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 }),
    rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 }),
  ]);
  expect(await allDocuments(project)).toEqual(once);
});

const rollUpsOf = ({ queue }: TestProject) => queue.waiting.filter(({ name }) => name === 'rollAgentHour');

describe('repeated tasks', () => {
  const costOf = async (atMs: number) => {
    await resetProxy();
    await rollAgentHour(project.viaProxy(atMs), { agentId: 'tw', hourAt: T0 });
    const { reads, writes } = await readProxyCounts();
    return { reads, writes };
  };

  it('roll an hour up once; the second one costs one read', async () => {
    await reportHour();
    expect(await costOf(ROLLED_AT)).toEqual({ reads: 8, writes: 4 });
    expect(await costOf(ROLLED_AT + HOUR_MS)).toEqual({ reads: 1, writes: 0 });
  });

  it('roll up a missed hour after the one that followed it', async () => {
    await reportHour();
    await rollAgentHour(project.run(ROLLED_AT + HOUR_MS), { agentId: 'tw', hourAt: T0 + HOUR_MS });
    await rollAgentHour(project.run(ROLLED_AT + HOUR_MS), { agentId: 'tw', hourAt: T0 });
    expect((await hourOf())?.endpoints).toMatchObject({ a: { tw: { count: 3 } } });
  });

  it('roll an hour up again that was rolled up too early', async () => {
    await reportHour();
    await rollAgentHour(project.run(T0 + HOUR_MS + MINUTE_MS), { agentId: 'tw', hourAt: T0 });
    await report(T0 + 30 * MINUTE_MS, { down: ['b'] }, T0 + HOUR_MS + 2 * MINUTE_MS);
    await rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 3 } });
  });
});

it('keeps another agent’s metrics of the same endpoint', async () => {
  await reportHour();
  const stat = { points: '', count: 9, failures: 0 };
  const ofOther = {
    ownerId: OWNER,
    location: 'tw' as const,
    hourAt: T0,
    expireAt: T0,
    rebuildAt: null,
    endpoints: { a: { tw2: stat } },
  };
  await hours.ref(project.run(T0).db, hourId(OWNER, 'tw', T0)).create(hours.toDocument(ofOther));
  await rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
  expect((await hourOf())?.endpoints.a).toMatchObject({ tw: { count: 3 }, tw2: { count: 9 } });
});

describe('checks that arrive after the roll-up', () => {
  beforeEach(async () => {
    await reportHour();
    await rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
  });
  afterEach(() => expectConsistent(project));

  it('mark the hour as dirty, and the next sweep rolls it up again', async () => {
    await report(T0 + 30 * MINUTE_MS, { down: ['b'] }, ROLLED_AT + MINUTE_MS);
    expect(await dirtyHours()).toEqual([T0]);
    const run = project.run(ROLLED_AT + 2 * MINUTE_MS);
    await sweep(run);
    expect(rollUpsOf(project)).toEqual([{ name: 'rollAgentHour', input: { agentId: 'tw', hourAt: T0 } }]);
    await project.queue.work(run);
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 3, failures: 2 } });
    expect(await dirtyHours()).toEqual([]);
    await sweep(run);
    expect(rollUpsOf(project)).toEqual([]);
  });

  it('keep the mark if more arrive during the roll-up', async () => {
    await report(T0 + 30 * MINUTE_MS, { down: ['b'] }, ROLLED_AT + MINUTE_MS);
    await resetProxy();
    const commit = await holdNext('/hours/');
    const rolling = rollAgentHour(project.viaProxy(ROLLED_AT + 2 * MINUTE_MS), { agentId: 'tw', hourAt: T0 });
    await commit.arrived();
    // A crash here would lose nothing.
    expect(await dirtyHours()).toEqual([T0]);
    await report(T0 + 40 * MINUTE_MS, { down: ['b'] }, ROLLED_AT + 2 * MINUTE_MS);
    await commit.release();
    await rolling;
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 3 } });
    expect(await dirtyHours()).toEqual([T0]);
    await rollAgentHour(project.run(ROLLED_AT + 3 * MINUTE_MS), { agentId: 'tw', hourAt: T0 });
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 4, failures: 3 } });
    expect(await dirtyHours()).toEqual([]);
  });

  it('are not rolled up by a second task while the first runs', async () => {
    await report(T0 + 30 * MINUTE_MS, { down: ['b'] }, ROLLED_AT + MINUTE_MS);
    const hour = { agentId: 'tw', hourAt: T0 };
    const lease = await acquireHour(project.run(ROLLED_AT + 2 * MINUTE_MS), hour);
    const run = project.run(ROLLED_AT + 3 * MINUTE_MS);
    await sweep(run);
    expect(rollUpsOf(project)).toEqual([]);
    await rollAgentHour(run, { agentId: 'tw', hourAt: T0 });
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 2 } });
    expect(await dirtyHours()).toEqual([T0]);
    if (lease.state === 'acquired') await releaseLease(run, hour, lease.hours);
    await rollAgentHour(run, { agentId: 'tw', hourAt: T0 });
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 3 } });
  });

  it('are rolled up by another task if the first dies', async () => {
    await report(T0 + 30 * MINUTE_MS, { down: ['b'] }, ROLLED_AT + MINUTE_MS);
    const diedAt = ROLLED_AT + 2 * MINUTE_MS;
    expect(await acquireHour(project.run(diedAt), { agentId: 'tw', hourAt: T0 })).toMatchObject({ state: 'acquired' });
    const later = project.run(diedAt + 7 * MINUTE_MS);
    await sweep(later);
    await project.queue.work(later);
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 3 } });
    expect(await dirtyHours()).toEqual([]);
  });

  it('stay marked and unleased if the hour cannot be written', async () => {
    await report(T0 + 30 * MINUTE_MS, { down: ['b'] }, ROLLED_AT + MINUTE_MS);
    await resetProxy();
    await injectFault({ fault: 'refuse', method: 'Commit', touching: '/hours/', status: PERMISSION_DENIED });
    const run = project.viaProxy(ROLLED_AT + 2 * MINUTE_MS);
    await expect(rollAgentHour(run, { agentId: 'tw', hourAt: T0 })).rejects.toMatchObject({ code: PERMISSION_DENIED });
    expect(await dirtyHours()).toEqual([T0]);
    await rollAgentHour(run, { agentId: 'tw', hourAt: T0 });
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 3 } });
    expect(await dirtyHours()).toEqual([]);
  });

  it('are rolled up for several hours', async () => {
    for (const back of [1, 2, 3]) {
      await report(T0 - back * HOUR_MS, { up: ['a'] }, ROLLED_AT + MINUTE_MS);
    }
    const run = project.run(ROLLED_AT + 2 * MINUTE_MS);
    await sweep(run);
    await project.queue.work(run);
    expect(await dirtyHours()).toEqual([]);
    const { docs } = await hours.collection(run.db).where('ownerId', '==', OWNER).get();
    expect(docs).toHaveLength(4);
  });
});

describe('an hour of one owner that can never be written', () => {
  const touching = hourId('other', 'tw', T0);
  const refuse = (status: number) => injectFault({ fault: 'refuse', method: 'Commit', touching, times: 1000, status });
  beforeEach(async () => {
    await reportHour();
    await report(T0 + 30 * MINUTE_MS, { down: ['b'] }, ROLLED_AT);
    await resetProxy();
  });

  it('is given up with a notice to the owner if Firestore refuses it as invalid, and the others are written', async () => {
    await refuse(INVALID_ARGUMENT);
    await rollAgentHour(project.viaProxy(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 3 } });
    expect(await hourOf('other')).toBeNull();
    expect(await dirtyHours()).toEqual([]);
    expect(await readAllNotices(project)).toMatchObject([{ kind: 'results_refused', ownerId: 'other' }]);
  });

  it('is retried with growing distance, the others are written, and once it can be it is', async () => {
    await refuse(PERMISSION_DENIED);
    const tries: number[] = [];
    for (let minute = 0; minute < 120; minute += 1) {
      const run = project.viaProxy(ROLLED_AT + minute * MINUTE_MS);
      await enqueueAll(run, 'rollAgentHour', await readDirtyHours(run, { hasDirtyHours: true }, { lastRunAt: null }));
      if (rollUpsOf(project).length === 0) continue;
      project.queue.waiting.length = 0;
      tries.push(minute);
      await expect(rollAgentHour(run, { agentId: 'tw', hourAt: T0 })).rejects.toThrow();
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63]);
    expect((await hourOf())?.endpoints.b).toMatchObject({ tw: { count: 3 } });
    await resetProxy();
    await rollAgentHour(project.run(ROLLED_AT + 124 * MINUTE_MS), { agentId: 'tw', hourAt: T0 });
    expect((await hourOf('other'))?.endpoints).toMatchObject({ c: { tw: { count: 1 } } });
    expect(await dirtyHours()).toEqual([]);
  });
});

it('completes an hour with more endpoints than its document can hold', async () => {
  await reportHour();
  const { db } = project.run(T0);
  // An account that keeps replacing its endpoints, each checked once.
  for (let windowAt = T0; windowAt < T0 + HOUR_MS; windowAt += WINDOW_MS) {
    const checks = Array.from({ length: LIMITS.checksPerWindow }, (_, index) => ({
      ...{ endpoint: `${windowAt}x${index}`.padStart(20, 'e'), at: windowAt, ms: 9, statusCode: 200, error: null },
    }));
    const flood = { agentId: 'tw', location: 'tw' as const, windowAt, expireAt: T0 + DAY_MS };
    const packed = { [OWNER]: { 99: packChecks(checks, windowAt) } };
    await windows
      .ref(db, windowId('tw', windowAt))
      .set(windows.toDocument({ ...flood, checks: packed }), { merge: true });
  }
  await rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
  expect((await hourOf('other'))?.endpoints).toMatchObject({ c: { tw: { count: 1 } } });
  expect(await dirtyHours()).toEqual([]);
  expect((await hourOf())?.endpoints.a).toMatchObject({ tw: { count: 3 } });
});

it('enqueues a task every hour for each agent that may have reported in it', async () => {
  const { db } = project.run(T0);
  await reportHour();
  await agents.ref(db, 'tw2').update(agents.toUpdate({ lastReportAt: T0 - HOUR_MS - 1 }));
  await rollHours(project.run(ROLLED_AT));
  expect(project.queue.waiting).toContainEqual({ name: 'rollAgentHour', input: { agentId: 'tw', hourAt: T0 } });
  expect(project.queue.waiting.filter(({ input }) => 'agentId' in input && input.agentId === 'tw2')).toEqual([]);
});

it('makes up for a missed run, also for an agent that has been silent since', async () => {
  await report(T0 + MINUTE_MS, { up: ['a'] });
  const next = project.run(ROLLED_AT + HOUR_MS);
  await rollHours(next);
  await project.queue.work(next);
  expect((await hourOf())?.endpoints).toMatchObject({ a: { tw: { count: 1 } } });
});

it('rolls up the checks of a deleted agent', async () => {
  await reportHour();
  await agents.ref(project.run(T0).db, 'tw').delete();
  await agentStates.ref(project.run(T0).db, 'tw').delete();
  await rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
  expect((await hourOf())?.endpoints).toMatchObject({ a: { tw: { count: 3 } } });
});

it('stores checks without their phases if the document is nearly full', async () => {
  await reportHour();
  await rollAgentHour(project.run(ROLLED_AT), { agentId: 'tw', hourAt: T0 });
  const phasesOf = async (endpoint: string) =>
    unpackChecks((await hourOf())?.endpoints[endpoint]?.tw?.points ?? '', T0).map(({ phases }) => phases);
  expect(await phasesOf('b')).toEqual(Array(2).fill(tw.phases));
  const ref = hours.ref(project.run(T0).db, hourId(OWNER, 'tw', T0));
  await fill((bytes) => ref.update({ filler: 'x'.repeat(bytes) }));
  await report(T0 + 30 * MINUTE_MS, { down: ['b'] }, ROLLED_AT + MINUTE_MS);
  await rollAgentHour(project.run(ROLLED_AT + 2 * MINUTE_MS), { agentId: 'tw', hourAt: T0 });
  expect((await hourOf())?.endpoints).toMatchObject({ a: { tw: { count: 3 } }, b: { tw: { count: 3, failures: 2 } } });
  expect(await phasesOf('b')).toEqual([undefined, undefined, undefined]);
});

it('does nothing for an unknown agent', async () => {
  await rollAgentHour(project.run(ROLLED_AT), { agentId: 'unknown', hourAt: T0 });
  expect(await hourOf()).toBeNull();
});
