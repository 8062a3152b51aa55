import { AGENT } from '@farwatch/core/values/limits';
import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { type DocumentReference, Timestamp } from 'firebase-admin/firestore';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { agentStates, agents, incidents, outboxes, verdictChanges } from '../../../platform/db/collections.ts';
import { newChat, outageIncident, putIncidents } from '../../../testing/outbox.ts';
import { readAllNotices, readAssignment, readEndpoint } from '../../../testing/read-documents.ts';
import { seedProject } from '../../../testing/seed-project.ts';
import { TestAgent } from '../../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../../testing/test-project.ts';
import { sweep } from './sweep.ts';

/** An invalid document of any collection does not block others, and the log names it. */

const SECRET = 'must not be in a log';
const at = (minute: number) => T0 + minute * MINUTE_MS;

let project: TestProject;
const logged = vi.spyOn(console, 'error');
beforeEach(async () => {
  logged.mockReset();
  project = newTestProject();
  const monitor = (ownerId: string) => ({
    id: `m-${ownerId}`,
    ownerId,
    locations: ['tw' as const],
    endpoints: [`e-${ownerId}`],
  });
  await seedProject(project, {
    owners: [{ id: 'ann' }, { id: 'bob' }, { id: 'admin', chatId: newChat() }],
    monitors: [monitor('ann'), monitor('bob')],
    agents: [
      { id: 'one', location: 'tw', ownerIds: ['ann'] },
      { id: 'two', location: 'tw', ownerIds: ['bob'] },
      { id: 'three', location: 'tw' },
    ],
  });
});
afterEach(() => project.close());

const db = () => project.run(T0).db;
const corrupt = (ref: DocumentReference, fields: object) => ref.update({ ...fields });
const messages = () => logged.mock.calls.map(String);

function expectLogged(path: string): void {
  expect(messages()).toContainEqual(expect.stringContaining(`${path} cannot be read`));
  expect(messages().join()).not.toContain(SECRET);
}

/** Makes agents abstain, while the third is healthy. */
async function abstain(ids: string[], sinceMs: number): Promise<void> {
  for (const id of ids) {
    await agents.ref(db(), id).update(agents.toUpdate({ abstainingSince: sinceMs }));
    await agentStates.ref(db(), id).update(agentStates.toUpdate({ abstainingSince: sinceMs }));
  }
}

it('an unreadable abstaining agent: admins are notified of the other, whose assignment moves', async () => {
  await abstain(['one', 'two'], T0 - AGENT.notifyAfterMs);
  await corrupt(agents.ref(db(), 'one'), { notifiedOf: SECRET });
  await sweep(project.run(T0));
  expect(await readAllNotices(project)).toMatchObject([{ kind: 'agent_abstaining', values: { agent: 'two' } }]);
  expect((await readAssignment(project, 'tw', 'bob')).agentId).toBe('three');
  expectLogged('agents/one');
});

it('an agent with an unreadable state: the others’ assignments move', async () => {
  await abstain(['one', 'two'], T0 - AGENT.takenOverAfterAbstainingMs);
  await corrupt(agentStates.ref(db(), 'one'), { previousOwners: SECRET });
  await sweep(project.run(T0)).catch(() => {});
  expect((await readAssignment(project, 'tw', 'bob')).agentId).toBe('three');
});

it('an unreadable silent agent: the others are declared lost', async () => {
  await sweep(project.run(at(5)));
  await agents.ref(db(), 'three').update(agents.toUpdate({ lastReportAt: at(6) }));
  await corrupt(agents.ref(db(), 'one'), { name: { SECRET } });
  for (let minute = 6; minute <= 12; minute += 1) await sweep(project.run(at(minute))).catch(() => {});
  expect((await agents.ref(db(), 'two').get()).get('lost')).toBe(true);
  expectLogged('agents/one');
});

it('an unreadable incident and outbox: other owners’ looks are enqueued', async () => {
  await putIncidents(project, {
    bad: outageIncident(T0, { ownerId: 'ann' }),
    good: outageIncident(T0, { ownerId: 'bob' }),
  });
  await corrupt(incidents.ref(db(), 'bad'), { ownerId: { SECRET } });
  await outboxes.ref(db(), 'ann_telegram').create({ ownerId: { SECRET }, dueAt: Timestamp.fromMillis(T0) });
  await sweep(project.run(T0));
  expect(project.queue.waiting).toMatchObject([
    { name: 'notifyOwner', input: { ownerId: 'bob' } },
    { name: 'updatePages', input: { ownerId: 'bob', slugs: null } },
  ]);
  expectLogged('incidents/bad');
  expectLogged('outboxes/ann_telegram');
});

it('an unreadable verdict change: those of other agents are applied', async () => {
  const run = project.run(T0);
  for (const [id, ownerId] of [['one', 'ann'] as const, ['two', 'bob'] as const]) {
    await new TestAgent(id).report(run, { down: [`e-${ownerId}`], ownerId });
  }
  const [first] = (await verdictChanges.collection(db()).where('agentId', '==', 'one').get()).docs;
  if (first) await corrupt(first.ref, { agentId: { SECRET } });
  await sweep(project.run(at(1)));
  expect((await readEndpoint(project, 'e-bob')).status).toBe('down');
  expectLogged(`${first?.ref.path}`);
});

it('unreadable dirty hours: those of other agents are rolled up', async () => {
  const hourAt = T0 - 2 * HOUR_MS;
  const dirtyHours = { [hourAt]: { agentSeq: 1, leaseUntil: null } };
  for (const id of ['one', 'two']) {
    await agentStates.ref(db(), id).update(agentStates.toUpdate({ dirtyHours, dirtyAt: T0 }));
  }
  await corrupt(agentStates.ref(db(), 'one'), { dirtyHours: SECRET });
  await sweep(project.run(T0));
  expect(project.queue.waiting).toEqual([{ name: 'rollAgentHour', input: { agentId: 'two', hourAt } }]);
  expectLogged('agentStates/one');
});
