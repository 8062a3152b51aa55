import { NO_SWEEP } from '@farwatch/core/documents/sweep';
import { LIMITS } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agents, assignments } from '../../../platform/db/collections.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { seedProject } from '../../../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../../../testing/test-project.ts';
import { sweepLocations } from './sweep-locations.ts';

const MANY = 1000;
/** Reads of a sweep with nothing to plan, with and without a notice. */
const IDLE_READS = 7;
/** The agents, the five waiting assignments, and counts of the others, one read for each thousand. */
const PLANNING_READS = 15;
let project: TestProject;
const state = structuredClone(NO_SWEEP);

/** A full agent, and a thousand assignments, of which a few do not fit. */
beforeAll(async () => {
  project = newTestProject();
  await seedProject(project, { agents: [{ id: 'tw', location: 'tw' }] });
  const { db } = project.run(T0);
  await agents.ref(db, 'tw').update({ endpointCount: LIMITS.endpointsPerAgent });
  const writer = db.bulkWriter();
  for (let index = 0; index < MANY; index += 1) {
    const isAssigned = index < MANY - 5;
    const count = index === 0 ? LIMITS.endpointsPerAgent - MANY + 6 : 1;
    const assignment = {
      ...{
        location: 'tw' as const,
        ownerId: `o${index}`,
        agentId: isAssigned ? 'tw' : null,
        generation: 1,
        live: isAssigned,
        liveSeq: 0,
      },
      ...{ intervalSec: 600, plannedChecks: 0, features: [], count, endpoints: {}, changedAt: T0 },
    };
    void writer.create(assignments.ref(db, `tw_o${index}`), assignments.toDocument(assignment));
  }
  await writer.close();
});
afterAll(() => project.close());

async function minute(at: number): Promise<number> {
  const nowMs = T0 + at * MINUTE_MS;
  await agents.ref(project.run(nowMs).db, 'tw').update(agents.toUpdate({ lastReportAt: nowMs }));
  await resetProxy();
  await sweepLocations(project.viaProxy(nowMs), state, Promise.resolve([]), { lastRunAt: nowMs, clock: () => 0 });
  return (await readProxyCounts()).reads;
}

it('orphans that do not fit cost few reads in an hour of sweeps, and are assigned as soon as they fit', async () => {
  const reads: number[] = [];
  for (let at = 0; at < 60; at += 1) reads.push(await minute(at));
  const plans = reads.flatMap((count, at) => (count > IDLE_READS ? [at] : []));
  expect(plans).toEqual([0, 1, 3, 7, 15, 31]);
  for (const at of plans) expect(reads[at]).toBeLessThanOrEqual(IDLE_READS + PLANNING_READS);
  const total = reads.reduce((sum, count) => sum + count, 0);
  console.log(`unassignable orphans among ${MANY} assignments: ${total} reads in an hour of sweeps`);
  expect(total).toBeLessThanOrEqual(60 * IDLE_READS + plans.length * PLANNING_READS);

  const { db } = project.run(T0);
  await assignments.ref(db, 'tw_o0').update({ count: LIMITS.endpointsPerAgent - MANY });
  await agents.ref(db, 'tw').update({ endpointCount: LIMITS.endpointsPerAgent - 6 });
  expect(await minute(60)).toBeGreaterThan(IDLE_READS);
  const orphans = assignments.collection(db).where('agentId', '==', null);
  expect((await orphans.get()).size).toBe(0);
  expect(await minute(61)).toBeLessThanOrEqual(IDLE_READS);
  expect(state).toMatchObject({ waiting: {}, problems: {} });
});

it('an assignment without endpoints needs no agent', async () => {
  const { db } = project.run(T0);
  await assignments.ref(db, 'tw_o3').update({ count: 0, endpoints: {}, agentId: null });
  expect(await minute(62)).toBeLessThanOrEqual(IDLE_READS);
});
