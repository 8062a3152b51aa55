import type { Incident } from '@farwatch/core/documents/incident';
import { certificateSample, evidenceSample } from '@farwatch/core/testing/samples';
import type { LocationCode } from '@farwatch/core/values/locations';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drain } from '../../entry/triggers/drain.ts';
import { evidence } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { readAllIncidents, readEndpoint } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

const LOCATIONS: LocationCode[] = ['tw', 'th', 'bd'];

let project: TestProject;
let agents: TestAgent[];
beforeEach(async () => {
  project = newTestProject();
  agents = LOCATIONS.map((code) => new TestAgent(code));
  await seedProject(project, {
    monitors: [{ id: 'shops', locations: LOCATIONS, endpoints: ['shop', 'docs'] }],
    agents: LOCATIONS.map((code) => ({ id: code, location: code, ownerIds: [OWNER] })),
  });
  for (const agent of agents) await agent.reportAndDrain(project.run(T0), { up: ['shop', 'docs'] });
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

/** Each agent reports `shop` as down, one after another; returns the writes of all drains. */
async function failEverywhere(withEvidence: boolean, run: Run, runViaProxy: Run): Promise<number> {
  const found = { shop: evidenceSample({ at: run.nowMs }), docs: evidenceSample() };
  for (const agent of agents) {
    await agent.report(run, { down: ['shop'], up: ['docs'], ...(withEvidence && { evidence: found }) });
  }
  await resetProxy();
  for (const agent of agents) await drain(runViaProxy, agent.id);
  return (await readProxyCounts()).writes;
}

async function storedEvidence(): Promise<string[]> {
  const { docs } = await evidence.collection(project.run(T0).db).get();
  return docs.map((doc) => doc.id).sort();
}

it('an outage from three locations costs three writes more, once', async () => {
  const atMs = T0 + MINUTE_MS;
  const writes = await failEverywhere(true, project.run(atMs), project.viaProxy(atMs));
  const [incident] = await readAllIncidents(project);
  expect(linesOf(incident)).toEqual(LOCATIONS.map((code) => `${code} 1 503 upstream timeout`));
  const ids = await storedEvidence();
  expect(ids.map((id) => id.split('_').slice(1).join('_'))).toEqual(['1_bd', '1_th', '1_tw']);
  const stored = evidence.read(await evidence.ref(project.run(T0).db, ids[0] ?? '').get());
  expect(stored).toMatchObject({ ownerId: OWNER, endpointId: 'shop', ...evidenceSample({ at: atMs }) });
  expect(stored?.expireAt).toBe(atMs + 30 * DAY_MS);

  const upAtMs = atMs + MINUTE_MS;
  for (const agent of agents) await agent.reportAndDrain(project.run(upAtMs), { up: ['shop', 'docs'] });
  const againAtMs = atMs + 2 * MINUTE_MS;
  const bare = await failEverywhere(false, project.run(againAtMs), project.viaProxy(againAtMs));
  expect(writes - bare).toBe(3);
  expect(await storedEvidence()).toEqual(ids);
  const [, second] = await readAllIncidents(project);
  expect(linesOf(second)).toEqual(LOCATIONS.map((code) => `${code} 1 503`));
});

function linesOf(incident: Incident | undefined): string[] {
  return LOCATIONS.flatMap((code) => {
    const line = incident?.failures[code];
    return line ? `${code} ${line.outage} ${line.statusCode} ${line.excerpt}`.trim() : [];
  });
}

it('stores a certificate once, from whichever location it comes, without touching the status', async () => {
  const [first, second] = agents;
  const atMs = T0 + MINUTE_MS;
  const certificates = { shop: certificateSample(), unassigned: certificateSample() };
  await first?.report(project.run(atMs), { up: ['shop', 'docs'], certificates });
  await resetProxy();
  await drain(project.viaProxy(atMs), 'tw');
  const { writes } = await readProxyCounts();
  const before = await readEndpoint(project, 'shop');
  expect(before).toMatchObject({ status: 'up', since: T0, certificate: certificateSample() });
  await second?.report(project.run(atMs), { up: ['shop', 'docs'], certificates });
  await resetProxy();
  await drain(project.viaProxy(atMs), 'th');
  expect(writes - (await readProxyCounts()).writes).toBe(1);

  const renewed = certificateSample({ sha256: 'b2'.repeat(32), endsAt: T0 + 90 * DAY_MS });
  await second?.reportAndDrain(project.run(atMs + MINUTE_MS), { up: ['shop'], certificates: { shop: renewed } });
  expect((await readEndpoint(project, 'shop')).certificate).toEqual(renewed);
});

it('a certificate that cannot be stored holds up no verdict of the report', async () => {
  const { db } = project.run(T0);
  await db.doc('endpoints/docs').update({ certificate: 'broken' });
  const [first] = agents;
  const certificates = { docs: certificateSample(), shop: certificateSample() };
  await first?.reportAndDrain(project.run(T0 + MINUTE_MS), { down: ['shop'], certificates });
  expect(await readAllIncidents(project)).toHaveLength(1);
  await db.doc('endpoints/docs').update({ certificate: null });
});
