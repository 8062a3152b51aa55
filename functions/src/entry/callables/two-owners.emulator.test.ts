import type { OwnerReport } from '@farwatch/core/contracts/calls/check-in';
import { windowId } from '@farwatch/core/documents/window';
import { evidenceSample } from '@farwatch/core/testing/samples';
import type { FailedAssertion } from '@farwatch/core/values/http-check/assertion';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { evidence, windows } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { faultsLeft, injectFault, resetProxy } from '../../testing/firestore-proxy.ts';
import { readEndpoint } from '../../testing/read-documents.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { drain } from '../triggers/drain.ts';

/** Firestore refuses a write as invalid. */
const INVALID_ARGUMENT = 3;

let project: TestProject;
let agent: TestAgent;
beforeEach(async () => {
  project = newTestProject();
  agent = new TestAgent('tw');
  await seedProject(project, {
    monitors: [
      { id: 'shop', ownerId: 'ann', locations: ['tw'], endpoints: ['a'] },
      { id: 'docs', ownerId: 'bo', locations: ['tw'], endpoints: ['b'] },
    ],
    agents: [{ id: 'tw', location: 'tw', ownerIds: ['ann', 'bo'] }],
  });
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

/** A report in which the endpoints of both owners are down, and Ann's with this evidence. */
function reportOf(found: OwnerReport['evidence']) {
  const owners = {
    ann: agent.buildOwnerReport(T0, { down: ['a'], evidence: found }),
    bo: agent.buildOwnerReport(T0, { down: ['b'], evidence: { b: evidenceSample() } }),
  };
  return { ...agent.buildReport(T0), owners };
}

/** The statuses of both endpoints after the report, and whose checks are stored. */
async function outcome() {
  const { db } = project.run(T0);
  await drain(project.run(T0), agent.id);
  const window = windows.read(await windows.ref(db, windowId('tw', T0)).get());
  const statuses = [(await readEndpoint(project, 'a')).status, (await readEndpoint(project, 'b')).status];
  return { statuses, checksOf: Object.keys(window?.checks ?? {}).sort() };
}

const BOTH_ARRIVED = { statuses: ['down', 'down'], checksOf: ['ann', 'bo'] };

it.each<[what: string, path: string, received: string]>([
  ['in a value', '$.status', 'sold out \ud83d'],
  ['in a key', "$['sold\ud83d']", 'out'],
  ['in a nested value', '$', '{"shop":{"sold \udfe2":["out \ud83d"]}}'],
])('half of an emoji %s that one owner’s service sends holds up no results', async (_, path, received) => {
  const failed: FailedAssertion = { assertion: { source: 'json', path, op: 'equals', value: 'open' }, received };
  const found = { a: evidenceSample({ body: received, failedAssertions: [failed] }) };
  expect(await agent.send(project.run(T0), reportOf(found))).toMatchObject({ applied: true });
  expect(await outcome()).toEqual(BOTH_ARRIVED);
  const { docs } = await evidence.collection(project.run(T0).db).where('ownerId', '==', 'ann').get();
  expect(docs.map((document) => evidence.read(document)?.failed)).toMatchObject([
    { body: received.toWellFormed(), failedAssertions: [{ assertion: { path: path.toWellFormed() } }] },
  ]);
});

it('evidence that Firestore refuses holds up no results', async () => {
  await resetProxy();
  const touching = 'what Firestore refuses';
  await injectFault({ fault: 'refuse', method: 'Commit', touching, times: 2, status: INVALID_ARGUMENT });
  const report = reportOf({ a: evidenceSample({ body: touching }) });
  expect(await agent.send(project.viaProxy(T0), report)).toMatchObject({ applied: true });
  expect(await faultsLeft()).toEqual([]);
  expect(await outcome()).toEqual(BOTH_ARRIVED);
});
