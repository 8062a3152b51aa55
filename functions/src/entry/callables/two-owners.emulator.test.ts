import type { OwnerReport } from '@farwatch/core/contracts/calls/check-in';
import { windowId } from '@farwatch/core/documents/window';
import { evidenceSample } from '@farwatch/core/testing/samples';
import type { FailedAssertion } from '@farwatch/core/values/http-check/assertion';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { evidence, windows } from '../../platform/db/collections.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { injectFault, resetProxy } from '../../testing/firestore-proxy.ts';
import { readAllNotices, readEndpoint } from '../../testing/read-documents.ts';
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

/** Firestore refuses every commit that has this text. */
async function refuseAlways(touching: string): Promise<void> {
  await resetProxy();
  await injectFault({ fault: 'refuse', method: 'Commit', touching, times: 100, status: INVALID_ARGUMENT });
}

const refusedNotices = async () =>
  (await readAllNotices(project)).filter(({ kind }) => kind === 'results_refused').map(({ ownerId }) => ownerId);

async function ownersWithEvidence(): Promise<string[]> {
  const { docs } = await evidence.collection(project.run(T0).db).get();
  return docs.flatMap((document) => evidence.read(document)?.ownerId ?? []);
}

it('evidence that Firestore refuses is set aside, with a notice to its owner, and nothing else', async () => {
  await refuseAlways('what Firestore refuses');
  const report = reportOf({ a: evidenceSample({ body: 'what Firestore refuses' }) });
  expect(await agent.send(project.viaProxy(T0), report)).toMatchObject({ applied: true });
  await resetProxy();
  expect(await outcome()).toEqual(BOTH_ARRIVED);
  expect(await ownersWithEvidence()).toEqual(['bo']);
  expect(await refusedNotices()).toEqual(['ann']);
});

it('results that Firestore refuses are set aside, with a notice to their owner, and nothing else', async () => {
  await refuseAlways('refused-endpoint');
  const ann = agent.buildOwnerReport(T0, { down: ['a', 'refused-endpoint'] });
  const report = reportOf({});
  const refused = { ...report, owners: { ...report.owners, ann } };
  expect(await agent.send(project.viaProxy(T0), refused)).toMatchObject({ applied: true });
  await resetProxy();
  expect(await outcome()).toEqual({ statuses: ['pending', 'down'], checksOf: ['bo'] });
  expect(await ownersWithEvidence()).toEqual(['bo']);
  expect(await refusedNotices()).toEqual(['ann']);
});

it('of forty owners only the refused one loses something', async () => {
  const owners = Array.from({ length: 40 }, (_, index) => `owner${index}`);
  await seedProject(project, {
    monitors: owners.map((ownerId) => ({
      id: `m-${ownerId}`,
      ownerId,
      locations: ['tw'],
      endpoints: [`e-${ownerId}`],
    })),
    agents: [{ id: 'th', location: 'tw', ownerIds: owners }],
  });
  await refuseAlways('e-owner17');
  const other = new TestAgent('th');
  const parts = owners.map((ownerId) => [ownerId, other.buildOwnerReport(T0, { up: [`e-${ownerId}`] })] as const);
  const report = { ...other.buildReport(T0), owners: Object.fromEntries(parts) };
  expect(await other.send(project.viaProxy(T0), report)).toMatchObject({ applied: true });
  await resetProxy();
  const window = windows.read(await windows.ref(project.run(T0).db, windowId('th', T0)).get());
  expect(Object.keys(window?.checks ?? {})).toHaveLength(39);
  expect(await refusedNotices()).toEqual(['owner17']);
});

it('a report of which everything is refused is counted, so that the next one arrives', async () => {
  await resetProxy();
  for (const touching of ['/windows/', '/verdictChanges/', 'verdicts.']) {
    await injectFault({ fault: 'refuse', method: 'Commit', touching, times: 100, status: INVALID_ARGUMENT });
  }
  expect(await agent.send(project.viaProxy(T0), reportOf({}))).toMatchObject({ applied: true });
  await resetProxy();
  expect(await agent.send(project.run(T0), reportOf({}))).toMatchObject({ applied: true });
  expect(await outcome()).toEqual(BOTH_ARRIVED);
  expect(await refusedNotices()).toEqual(['ann', 'bo']);
});
