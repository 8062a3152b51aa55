import { monitorStatus } from '@farwatch/core/decisions/status/display-status';
import type { AgentLocation } from '@farwatch/core/values/locations';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '../../entry/triggers/drain.ts';
import { commands, statusEvents } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { readAllIncidents, readEndpoint, readMonitor } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

let project: TestProject;
beforeEach(() => {
  project = newTestProject();
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

/** After a verdict: the endpoint, the incident (status and last entry), and the locations to recheck. */
type After = {
  status: string;
  incident: string | null;
  rechecked: AgentLocation[];
};
type Step = [from: AgentLocation, verdict: 'up' | 'down', after: After];

const quiet: Omit<After, 'status'> = { incident: null, rechecked: [] };

const ONE: Step[] = [
  ['tw', 'up', { status: 'up', ...quiet }],
  ['tw', 'down', { status: 'down', incident: 'active critical opened tw', rechecked: [] }],
  [
    'tw',
    'up',
    {
      status: 'up',
      incident: 'resolved critical recovered tw',
      rechecked: [],
    },
  ],
  [
    'tw',
    'down',
    {
      status: 'down',
      incident: 'active critical opened tw',
      rechecked: [],
    },
  ],
];

const TWO: Step[] = [
  ['tw', 'up', { status: 'up', ...quiet }],
  ['th', 'up', { status: 'up', ...quiet }],
  ['tw', 'down', { status: 'up', incident: 'active minor opened tw', rechecked: ['th'] }],
  [
    'th',
    'down',
    {
      status: 'down',
      incident: 'active critical widened tw,th',
      rechecked: [],
    },
  ],
  [
    'tw',
    'up',
    {
      status: 'up',
      incident: 'active minor narrowed th',
      rechecked: ['th'],
    },
  ],
  [
    'th',
    'up',
    {
      status: 'up',
      incident: 'resolved critical recovered tw,th',
      rechecked: [],
    },
  ],
];

const THREE: Step[] = [
  ['tw', 'up', { status: 'up', ...quiet }],
  ['th', 'up', { status: 'up', ...quiet }],
  ['bd', 'up', { status: 'up', ...quiet }],
  ['bd', 'down', { status: 'up', incident: 'active minor opened bd', rechecked: ['tw', 'th'] }],
  ['tw', 'down', { status: 'down', incident: 'active major widened tw,bd', rechecked: ['th'] }],
  ['th', 'down', { status: 'down', incident: 'active critical widened tw,th,bd', rechecked: [] }],
  ['th', 'up', { status: 'down', incident: 'active major narrowed tw,bd', rechecked: ['tw', 'bd'] }],
  ['th', 'down', { status: 'down', incident: 'active critical widened tw,th,bd', rechecked: [] }],
  ['bd', 'up', { status: 'down', incident: 'active major narrowed tw,th', rechecked: ['tw', 'th'] }],
  ['tw', 'up', { status: 'up', incident: 'active minor narrowed th', rechecked: ['th'] }],
  [
    'th',
    'up',
    {
      status: 'up',
      incident: 'resolved critical recovered tw,th,bd',
      rechecked: [],
    },
  ],
];

const EVERYWHERE: AgentLocation[] = ['tw', 'th', 'bd'];
type Case = [name: string, steps: Step[], events: string[]];

describe.each<Case>([
  ['one location', ONE, ['pending>up', 'up>down', 'down>up', 'up>down']],
  ['two locations', TWO, ['pending>up', 'up>down', 'down>up']],
  ['three locations', THREE, ['pending>up', 'up>down', 'down>up']],
])('%s', (_, steps, events) => {
  it('decides status, incident and rechecks', async () => {
    const locations = EVERYWHERE.filter((location) => steps.some(([from]) => from === location));
    await seedProject(project, {
      owners: [{ id: OWNER, chatId: '7' }],
      monitors: [{ id: 'shop', locations, endpoints: ['a', 'b'] }],
      agents: locations.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
    });
    const agents = { tw: new TestAgent('tw'), th: new TestAgent('th'), bd: new TestAgent('bd') };
    for (const [index, [from, verdict, after]] of steps.entries()) {
      const run = project.run(T0 + index * 3 * MINUTE_MS);
      await agents[from].reportAndDrain(run, { [verdict]: ['a'] });
      expect(await readOutcome(run.nowMs, locations), `after step ${index}: ${from} ${verdict}`).toEqual(after);
      const areFailing = await Promise.all(after.rechecked.map((location) => isToldOfFailure(location, run.nowMs)));
      expect(areFailing).toEqual(after.rechecked.map(() => verdict === 'down'));
    }
    expect(await eventsOf('a')).toEqual(events);
    expect(await eventsOf('b')).toEqual([]);
    const { endpoints, transitions } = await readMonitor(project, 'shop');
    const statuses = Object.values(endpoints).map((endpoint) => endpoint.status);
    expect(monitorStatus(statuses)).toBe(steps.at(-1)?.[2].status.toUpperCase());
    expect(endpoints.a).toMatchObject({ votes: (await readEndpoint(project, 'a')).votes });
    expect(transitions.filter(({ from, to }) => from !== to).map(({ from, to }) => `${from}>${to}`)).toEqual(events);
  });
});

async function readOutcome(nowMs: number, locations: AgentLocation[]): Promise<After> {
  const incident = (await readAllIncidents(project)).at(-1);
  const last = incident?.updates.at(-1);
  const requested = await Promise.all(locations.map((location) => isCheckRequested(location, nowMs)));
  return {
    status: (await readEndpoint(project, 'a')).status,
    incident: incident ? `${incident.status} ${incident.severity} ${last?.event} ${last?.locations}` : null,
    rechecked: locations.filter((_, index) => requested[index]),
  };
}

async function isCheckRequested(agentId: string, nowMs: number): Promise<boolean> {
  return (await readCommand(agentId))?.checkNow.a === nowMs;
}

/** Whether the request says that another location has confirmed a failure. */
async function isToldOfFailure(agentId: string, nowMs: number): Promise<boolean> {
  return (await readCommand(agentId))?.confirmedDown?.a === nowMs;
}

async function readCommand(agentId: string) {
  return commands.read(await commands.ref(project.run(T0).db, agentId).get());
}

async function eventsOf(endpointId: string): Promise<string[]> {
  const { docs } = await statusEvents.collection(project.run(T0).db, endpointId).orderBy('changedAt').get();
  return docs.map((doc) => `${doc.get('previous')}>${doc.get('next')}`);
}

it('records when, where and why', async () => {
  await seedProject(project, {
    owners: [{ id: OWNER, chatId: '7' }],
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
  const agent = new TestAgent('tw');
  await agent.report(project.run(T0), { up: ['a'] });
  const report = agent.buildReport(T0 + MINUTE_MS, { down: ['a'] });
  await agent.send(project.run(T0 + MINUTE_MS + 2 * SECOND_MS), report);
  await drain(project.run(T0 + MINUTE_MS + 3 * SECOND_MS), 'tw');
  const [incident] = await readAllIncidents(project);
  expect(incident).toMatchObject({
    ownerId: OWNER,
    endpointId: 'a',
    monitorId: 'shop',
    location: 'tw',
    triggeredAt: T0 + MINUTE_MS,
    details: { url: 'https://a.farwatch.test/', actualStatus: 503, error: 'status' },
  });
  expect((await readEndpoint(project, 'a')).since).toBe(T0 + MINUTE_MS);
});

it('a certificate that expires soon opens a separate incident, which its renewal resolves', async () => {
  await seedProject(project, {
    owners: [{ id: OWNER, chatId: '7' }],
    monitors: [{ id: 'shop', locations: ['tw'], endpoints: ['a'] }],
    agents: [{ id: 'tw', location: 'tw', ownerIds: [OWNER] }],
  });
  const agent = new TestAgent('tw');
  const report = agent.buildReport(T0, { up: ['a'] });
  const verdict = report.owners[OWNER]?.verdicts.a;
  if (verdict) verdict.certificateEndsAt = T0 + 7 * 24 * 60 * MINUTE_MS;
  await agent.send(project.run(T0), report);
  await drain(project.run(T0), 'tw');
  expect(await readEndpoint(project, 'a')).toMatchObject({ status: 'up', openIncidentId: null });
  expect(await readAllIncidents(project)).toMatchObject([
    { type: 'certificate', severity: 'informational', status: 'active' },
  ]);

  await agent.reportAndDrain(project.run(T0 + MINUTE_MS), { up: ['a'] });
  expect(await readAllIncidents(project)).toMatchObject([{ status: 'resolved' }]);
  expect((await readEndpoint(project, 'a')).openCertificateIncidentId).toBeNull();
});
