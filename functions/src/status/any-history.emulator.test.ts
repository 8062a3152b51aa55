import { downLocations, quorumStatus } from '@farwatch/core/decisions/status/status-rules';
import type { AlertKind } from '@farwatch/core/documents/alert';
import { runningOutage } from '@farwatch/core/documents/incident';
import { seeded } from '@farwatch/core/testing/seeded';
import type { LocationCode } from '@farwatch/core/values/locations';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, expect, it } from 'vitest';
import { sweep } from '../sweep/sweep.ts';
import { expectConsistent } from '../testing/expect-consistent.ts';
import { readAllAlerts, readAllIncidents, readEndpoint, readMonitor } from '../testing/read-documents.ts';
import { OWNER, seedProject } from '../testing/seed-project.ts';
import { TestAgent } from '../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../testing/test-project.ts';
import { drain } from './drain.ts';

const LOCATIONS: [LocationCode, ...LocationCode[]] = ['tw', 'th', 'bd'];
const ENDPOINTS = ['a', 'b', 'c'];
const STEPS = 25;

let project: TestProject;
afterEach(() => expectConsistent(project).finally(() => project.close()));

it.each([11, 22, 33, 44])(
  'any sequence of reports and deliveries ends with the last reported verdicts (seed %i)',
  async (seed) => {
    project = newTestProject();
    const random = seeded(seed);
    await seedProject(project, {
      owners: [{ id: OWNER, chatId: '3' }],
      monitors: [{ id: 'shop', locations: LOCATIONS, endpoints: ENDPOINTS }],
      agents: LOCATIONS.map((location) => ({ id: location, location, ownerIds: [OWNER] })),
    });
    const agents = { tw: new TestAgent('tw'), th: new TestAgent('th'), bd: new TestAgent('bd') };
    const last: Record<string, Partial<Record<LocationCode, boolean>>> = { a: {}, b: {}, c: {} };
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
    }
    await sweep(project.run(T0 + STEPS * 5_000 + MINUTE_MS));
    for (const id of ENDPOINTS) await expectLastVerdicts(id, last[id] ?? {});
    await expectAlertsInOrder();
  },
);

async function expectLastVerdicts(id: string, last: Partial<Record<LocationCode, boolean>>): Promise<void> {
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

/** Each outage is alerted, its recovery once and after it, and each incident before the next one. */
async function expectAlertsInOrder(): Promise<void> {
  const [incidents, alerts] = [await readAllIncidents(project), await readAllAlerts(project)];
  for (const id of ENDPOINTS) {
    const ofEndpoint = incidents.filter((incident) => incident.endpointId === id);
    // Partial failures are held back for a minute and dropped if they end before.
    const sent = alerts.filter(({ endpointId, state }) => endpointId === id && state === 'waiting');
    const outages = ofEndpoint.reduce((sum, { outage }) => sum + (outage?.number ?? 0), 0);
    const running = ofEndpoint.filter((incident) => runningOutage(incident) !== null).length;
    const outagesOf = (kind: AlertKind) =>
      sent
        .filter((alert) => alert.kind === kind && alert.outage !== 0)
        .map((each) => `${each.incidentId} ${each.outage}`);
    expect(new Set(outagesOf('outage')).size).toBe(outages);
    expect(outagesOf('recovery')).toHaveLength(outages - running);
    expect(new Set(outagesOf('recovery')).size).toBe(outages - running);
    expect(new Set(sent.map((alert) => alert.createdAt)).size).toBe(sent.length);
    for (const [index, { incidentId }] of sent.slice(1).entries()) {
      if (sent[index]?.incidentId !== incidentId) expect(sent[index]?.kind).toBe('recovery');
    }
  }
}
