import { downLocations, quorumStatus } from '@farwatch/core/decisions/status/status-rules';
import { runningOutage } from '@farwatch/core/documents/incident';
import { seeded } from '@farwatch/core/testing/seeded';
import type { AgentLocation } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, expect, it } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { drain } from '../../entry/triggers/drain.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { newChat, readSent } from '../../testing/outbox.ts';
import { readAllIncidents, readEndpoint, readMonitor } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

const LOCATIONS: [AgentLocation, ...AgentLocation[]] = ['tw', 'th', 'bd'];
const ENDPOINTS = ['a', 'b', 'c'];
const STEPS = 25;
const SEED = 33;

let project: TestProject;
afterEach(() => expectConsistent(project).finally(() => project.close()));

/** One against Firestore's transactions; the simulator plays many more (docs/testing.md, Simulator). */
it('a random sequence of reports and deliveries ends with the last reported verdicts', async () => {
  useTelegram();
  project = newTestProject();
  const random = seeded(SEED);
  await seedProject(project, {
    owners: [{ id: OWNER, chatId: newChat() }],
    monitors: [{ id: 'shop', locations: LOCATIONS, endpoints: ENDPOINTS }],
    agents: LOCATIONS.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
  });
  const agents = { tw: new TestAgent('tw'), th: new TestAgent('th'), bd: new TestAgent('bd') };
  const last: Record<string, Partial<Record<AgentLocation, boolean>>> = { a: {}, b: {}, c: {} };
  for (let step = 0; step < STEPS; step += 1) {
    const run = project.run(T0 + step * 5_000);
    const from = random.one(LOCATIONS);
    const seen = { up: [] as string[], down: [] as string[] };
    for (const id of ENDPOINTS) {
      if (random.share() < 0.4) continue;
      const up = random.share() < 0.5;
      seen[up ? 'up' : 'down'].push(id);
      last[id] = { ...last[id], [from]: up };
    }
    const report = agents[from].buildReport(run.nowMs, seen);
    for (let times = random.whole(1, 2); times > 0; times -= 1) await agents[from].send(run, report);
    for (let drains = random.whole(0, 2); drains > 0; drains -= 1) await drain(run, random.one(LOCATIONS));
    await project.queue.work(run);
  }
  for (const minute of [1, 2]) {
    const run = project.run(T0 + STEPS * 5_000 + minute * MINUTE_MS);
    await sweep(run);
    await project.queue.work(run);
  }
  for (const id of ENDPOINTS) await expectLastVerdicts(id, last[id] ?? {});
  await expectAnnounced();
});

async function expectLastVerdicts(id: string, last: Partial<Record<AgentLocation, boolean>>): Promise<void> {
  const endpoint = await readEndpoint(project, id);
  const { votes } = endpoint;
  const voted = Object.fromEntries(Object.entries(votes).map(([location, vote]) => [location, vote.up]));
  expect(voted).toEqual(last);
  expect(endpoint.status).toBe(quorumStatus(votes, votes));
  const { status, since } = endpoint;
  expect((await readMonitor(project, 'shop')).endpoints[id]).toMatchObject({ status, since, votes });
  const open = (await readAllIncidents(project)).filter((each) => each.endpointId === id && each.status === 'active');
  expect(open.map((incident) => incident.downLocations)).toEqual(
    downLocations(votes).length > 0 ? [downLocations(votes)] : [],
  );
  expect(endpoint.openIncidentId !== null).toBe(open.length === 1);
}

/** Each outage is announced once, ended once if it is over, and an incident's end is announced before the next one. */
async function expectAnnounced(): Promise<void> {
  const [incidents, sent] = [await readAllIncidents(project), await readSent(project)];
  const started = sent.filter(({ kind }) => kind === 'outage' || kind === 'down_again');
  const ended = sent.flatMap((each) =>
    each.ended.filter((number) => number > 0).map((number) => [each, number] as const),
  );
  const names = {
    started: started.map(({ endpointId, incidentId, outage }) => `${endpointId} ${incidentId} ${outage}`),
    ended: ended.map(([{ endpointId, incidentId }, number]) => `${endpointId} ${incidentId} ${number}`),
  };
  for (const list of Object.values(names)) expect(new Set(list).size).toBe(list.length);
  for (const id of ENDPOINTS) {
    const ofEndpoint = incidents.filter(({ endpointId }) => endpointId === id);
    const outages = ofEndpoint.reduce((sum, { outage }) => sum + (outage?.number ?? 0), 0);
    const running = ofEndpoint.filter((incident) => runningOutage(incident) !== null).length;
    const ofId = (list: string[]) => list.filter((name) => name.startsWith(`${id} `));
    expect(ofId(names.ended)).toHaveLength(outages - running);
    expect(new Set([...ofId(names.started), ...ofId(names.ended)]).size).toBe(outages);
  }
}
