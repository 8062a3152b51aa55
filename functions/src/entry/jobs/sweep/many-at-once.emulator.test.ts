import type { Agent } from '@farwatch/core/documents/agent';
import { NO_SWEEP } from '@farwatch/core/documents/sweep';
import { agentSample, agentStateSample, endpointSample } from '@farwatch/core/testing/samples';
import { AGENT, LIMITS } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentStates, agents, endpoints, sweeps } from '../../../platform/db/collections.ts';
import { holdNext, resetProxy } from '../../../testing/firestore-proxy.ts';
import { newChat, outageIncident, putIncidents } from '../../../testing/outbox.ts';
import { readAllNotices, readAssignment } from '../../../testing/read-documents.ts';
import { seedProject } from '../../../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../../../testing/test-project.ts';
import { sweep } from './sweep.ts';
import { sweepCoverageGaps } from './sweep-coverage-gaps.ts';
import { sweepLocations } from './sweep-locations.ts';

/** A sweep works in parallel, so that large owners do not delay others. */

const SHOP = { id: 'shop', ownerId: 'ann', locations: ['tw' as const], endpoints: ['e'] };
let project: TestProject;
beforeEach(() => {
  project = newTestProject();
});
afterEach(() => project.close());

const at = (minute: number) => T0 + minute * MINUTE_MS;
const db = () => project.run(T0).db;

it('enqueues the looks of many owners in parallel', async () => {
  const owners = Array.from({ length: 60 }, (_, index) => `owner-${index}`);
  await putIncidents(project, Object.fromEntries(owners.map((ownerId) => [ownerId, outageIncident(T0, { ownerId })])));
  const called: string[] = [];
  const { promise: isEnough, resolve } = Promise.withResolvers<void>();
  const enqueue = async (name: string, input: object) => {
    if (name !== 'notifyOwner') return;
    called.push(JSON.stringify(input));
    if (called.length === 20) resolve();
    await isEnough;
  };
  await sweep({ ...project.run(T0), tasks: { enqueue } });
  expect(new Set(called)).toHaveLength(owners.length);
});

it('starts no drain after its minute, and the next sweep continues', async () => {
  await seedProject(project, {
    monitors: [SHOP],
    agents: [
      { id: 'of-ann', location: 'tw' as const, ownerIds: ['ann'] },
      ...['th1', 'th2', 'th3', 'th4'].map((id) => ({ id, location: 'th' as const, lastReportAt: at(8) })),
    ],
  });
  await sweep(project.run(at(4)));
  let clockMs = 0;
  await sweep(project.run(at(6)), () => {
    clockMs += MINUTE_MS + 1;
    return clockMs;
  });
  expect(agentStates.read(await agentStates.ref(db(), 'of-ann').get())?.lost).toBe(true);
  expect((await readAssignment(project, 'tw', 'ann')).live).toBe(true);
  expect(sweeps.read(await sweeps.ref(db(), 'state').get())?.lastRunAt).toBe(at(6));
  await sweep(project.run(at(7)));
  expect((await readAssignment(project, 'tw', 'ann')).live).toBe(false);
});

it('a slow lost agent delays neither others nor the rest of the sweep', async () => {
  const ownerIds = ['ann', 'bob', 'cat'];
  await seedProject(project, {
    monitors: ownerIds.map((ownerId) => ({ id: `m-${ownerId}`, ownerId, locations: ['tw'], endpoints: [ownerId] })),
    agents: [
      ...ownerIds.map((ownerId) => ({ id: `of-${ownerId}`, location: 'tw' as const, ownerIds: [ownerId] })),
      ...['th1', 'th2', 'th3', 'th4'].map((id) => ({ id, location: 'th' as const, lastReportAt: at(6) })),
    ],
  });
  await sweep(project.run(at(4)));
  await resetProxy();
  const { arrived, release } = await holdNext('tw_ann');
  const swept = sweep(project.viaProxy(at(6)));
  await arrived();
  await expect.poll(async () => (await readAssignment(project, 'tw', 'cat')).live).toBe(false);
  expect((await readAssignment(project, 'tw', 'ann')).live).toBe(true);
  expect(sweeps.read(await sweeps.ref(db(), 'state').get())?.lastRunAt).toBe(at(6));
  await release();
  await swept;
  const lost = await agents.collection(db()).where('lost', '==', true).get();
  expect(lost.docs.map(({ id }) => id)).toEqual(['of-ann', 'of-bob', 'of-cat']);
  expect((await readAssignment(project, 'tw', 'ann')).live).toBe(false);
});

it('notifies all owners with many unknown endpoints in one sweep, each once', async () => {
  const owners = ['ann', 'bob', 'cat'];
  await seedProject(project, { owners: owners.map((id) => ({ id, chatId: newChat() })) });
  const writer = db().bulkWriter();
  for (const [index, ownerId] of owners.entries()) {
    for (let each = 0; each < 200; each += 1) {
      const gap = {
        status: 'unknown',
        since: T0,
        coverageGap: 'none',
        coverageDueAt: T0 + AGENT.notifyAfterMs,
      } as const;
      const unknown = endpointSample({ ownerId, name: `${each}`, ...gap });
      void writer.create(endpoints.ref(db(), `e${each}-${index}`), endpoints.toDocument(unknown));
    }
  }
  await writer.close();
  await sweepCoverageGaps(project.run(at(11)));
  const notices = await readAllNotices(project);
  expect(notices.map(({ ownerId, values }) => [ownerId, values.count]).sort()).toEqual(owners.map((id) => [id, 200]));
});

it('notifies every admin of an unwatched location, however many agents there are', async () => {
  const many = Array.from({ length: 250 }, (_, index) => ({ id: `a${index}`, ownerId: 'admin' }));
  await seedProject(project, { owners: ['admin', 'other'].map((id) => ({ id, chatId: newChat() })), monitors: [SHOP] });
  const writer = db().bulkWriter();
  for (const { id, ownerId } of [...many, { id: 'z', ownerId: 'other' }]) {
    void writer.create(agents.ref(db(), id), agents.toDocument(agentSample({ ownerId, name: id, location: 'th' })));
  }
  await writer.close();
  const state = structuredClone(NO_SWEEP);
  for (const minute of [0, 11])
    await sweepLocations(project.run(at(minute)), state, Promise.resolve([]), {
      lastRunAt: at(minute),
      clock: () => 0,
    });
  const notices = (await readAllNotices(project)).filter(({ kind }) => kind === 'location_without_agent');
  expect(notices.map(({ ownerId }) => ownerId).sort()).toEqual(['admin', 'other']);
});

it('two hundred older abstaining agents without a replacement do not hide another', async () => {
  await seedProject(project, {
    owners: [{ id: 'admin', chatId: newChat() }],
    monitors: [SHOP],
    agents: [
      { id: 'abstaining', location: 'tw', ownerIds: ['ann'], lastReportAt: at(20) },
      { id: 'healthy', location: 'tw', lastReportAt: at(20) },
    ],
  });
  await agents.ref(db(), 'abstaining').update(agents.toUpdate({ abstainingSince: at(9), ownerId: 'admin' }));
  await agentStates.ref(db(), 'abstaining').update(agentStates.toUpdate({ abstainingSince: at(9) }));
  await putMany({ location: 'th', abstainingSince: T0, notifiedOf: 'abstaining' });
  await sweep(project.run(at(20)));
  expect(await readAssignment(project, 'tw', 'ann')).toMatchObject({ agentId: 'healthy' });
  expect((await readAllNotices(project)).map(({ kind }) => kind)).toEqual(['agent_abstaining']);
});

it('two hundred overfull agents elsewhere do not hide another', async () => {
  await seedProject(project, { owners: [{ id: 'admin', chatId: newChat() }] });
  await putMany({ location: 'th', endpointCount: LIMITS.endpointsPerAgent + 1 });
  await agents
    .ref(db(), 'tw')
    .create(
      agents.toDocument(agentSample({ ownerId: 'admin', location: 'tw', endpointCount: LIMITS.endpointsPerAgent + 2 })),
    );
  const state = structuredClone(NO_SWEEP);
  for (const minute of [0, 11])
    await sweepLocations(project.run(at(minute)), state, Promise.resolve([]), {
      lastRunAt: at(minute - 11),
      clock: () => 0,
    });
  const notices = (await readAllNotices(project)).filter(({ kind }) => kind === 'location_full');
  expect(notices.flatMap(({ values }) => values.locations).sort()).toEqual(['th', 'tw']);
});

/** Writes two hundred equal agents. */
async function putMany(fields: Partial<Agent>): Promise<void> {
  const writer = db().bulkWriter();
  for (let index = 0; index < 200; index += 1) {
    const agent = agentSample({ ownerId: 'admin', lastReportAt: at(20), ...fields });
    void writer.create(agents.ref(db(), `many-${index}`), agents.toDocument(agent));
    void writer.create(
      agentStates.ref(db(), `many-${index}`),
      agentStates.toDocument(agentStateSample({ location: 'th' })),
    );
  }
  await writer.close();
}
