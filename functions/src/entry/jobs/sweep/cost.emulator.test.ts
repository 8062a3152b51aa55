import { incidentSample } from '@farwatch/core/testing/samples';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentStates, agents, incidents } from '../../../platform/db/collections.ts';
import { readProxyCounts, resetProxy } from '../../../testing/firestore-proxy.ts';
import { readEndpoint } from '../../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../../../testing/test-project.ts';
import { sweep } from './sweep.ts';

/** Its state, and ten queries of each minute. */
const READS_A_MINUTE = 11;
/**
 * In ten minutes besides: notices, pauses of monitors and of endpoints, endpoints that become stable, agents with too
 * much by endpoints and by checks, and twice the hours to roll up and the pushes of metrics. The three agents are read once for their features.
 */
const READS_IN_TEN_MINUTES = 10 + LOCATION_CODES.length;
const TEN_MINUTES = Array.from({ length: 10 }, (_, minute) => minute);

let project: TestProject;
beforeEach(async () => {
  project = newTestProject();
  await seedProject(project, {
    owners: [{ id: OWNER }],
    monitors: [{ id: 'shop', locations: [...LOCATION_CODES], endpoints: ['a', 'b'] }],
    agents: LOCATION_CODES.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
});
afterEach(() => project.close());

const at = (minute: number) => T0 + minute * MINUTE_MS;

/** Sweeps in a minute in which every agent has reported. Returns the reads. */
async function sweepAt(minute: number): Promise<number> {
  for (const location of LOCATION_CODES)
    await agents.ref(project.run(T0).db, location).update(agents.toUpdate({ lastReportAt: at(minute) }));
  await resetProxy();
  await sweep(project.viaProxy(at(minute)));
  const { reads, writes } = await readProxyCounts();
  expect(writes).toBe(1);
  return reads;
}

async function readsOf(minutes: readonly number[]): Promise<number> {
  let reads = 0;
  for (const minute of minutes) reads += await sweepAt(minute);
  return reads;
}

it('sweeps with nothing to do read little', async () => {
  // The first one of a process also reads which upgrade steps the data has had.
  await sweep(project.viaProxy(at(-1)));
  const perMinute = (await readsOf(TEN_MINUTES)) / TEN_MINUTES.length;
  console.log(`a sweep with nothing to do: ${perMinute} reads`);
  expect(perMinute).toBe(READS_A_MINUTE + READS_IN_TEN_MINUTES / TEN_MINUTES.length);
});

it('an endpoint that flapped is stable in the minute that its incident says', async () => {
  const { db } = project.run(T0);
  const flapping = { since: at(-60), outages: 5, until: null };
  const incident = incidentSample({
    ...{ ownerId: OWNER, monitorId: 'shop', endpointId: 'a', flapping, stableAt: at(7), status: 'active' },
    ...{ triggeredAt: at(-60), resolvedAt: null, outage: null },
  });
  await incidents.ref(db, 'i').create(incidents.toDocument(incident));
  await db.doc('endpoints/a').update({ openIncidentId: 'i' });
  for (const minute of [0, 5, 6]) await sweep(project.run(at(minute)));
  expect((await readEndpoint(project, 'a')).openIncidentId).toBe('i');
  await sweep(project.run(at(7)));
  expect(incidents.read(await incidents.ref(db, 'i').get())).toMatchObject({ flapping: { until: expect.any(Number) } });
});

it('hours to roll up are looked for every five minutes, and each minute while there are some', async () => {
  const { db } = project.run(T0);
  const hoursOf = () => project.queue.waiting.filter(({ name }) => name === 'rollAgentHour').length;
  await sweep(project.run(at(0)));
  const dirtyHours = { [T0 - 120 * MINUTE_MS]: { agentSeq: 1, leaseUntil: null } };
  await agentStates.ref(db, 'tw').update(agentStates.toUpdate({ dirtyHours, dirtyAt: T0 }));
  const found: number[] = [];
  for (let minute = 1; minute <= 7; minute += 1) {
    await sweep(project.run(at(minute)));
    found.push(hoursOf());
  }
  expect(found).toEqual([0, 0, 0, 0, 1, 2, 3]);
});
