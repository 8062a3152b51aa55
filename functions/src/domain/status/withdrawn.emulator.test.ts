import type { LocalFailure } from '@farwatch/core/values/local-failure';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drain } from '../../entry/triggers/drain.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import { readAllIncidents, readEndpoint } from '../../testing/read-documents.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { TestAgent } from '../../testing/test-agent.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';

let project: TestProject;
const [taiwan, thailand] = [new TestAgent('tw1'), new TestAgent('th1')];
beforeEach(async () => {
  project = newTestProject();
  await seedProject(project, {
    owners: [{ id: OWNER, chatId: '9' }],
    monitors: [{ id: 'shop', locations: ['tw', 'th'], endpoints: ['a'] }],
    agents: [
      { id: 'tw1', location: 'tw', ownerIds: [OWNER] },
      { id: 'th1', location: 'th', ownerIds: [OWNER] },
    ],
  });
});
afterEach(() => expectConsistent(project).finally(() => project.close()));

const minutes = (count: number) => T0 + count * MINUTE_MS;

async function reportAndDrain(
  agent: TestAgent,
  minute: number,
  seen: { up?: string[]; down?: string[] },
): Promise<void> {
  await agent.reportAndDrain(project.run(minutes(minute)), seen);
}

async function withdraw(agent: TestAgent, minute: number, reason: LocalFailure): Promise<void> {
  const report = agent.buildReport(minutes(minute));
  const withdrawn = { a: { reason, since: minutes(minute - 5), rev: 0 } };
  report.owners = { [OWNER]: { ...agent.buildOwnerReport(minutes(minute), {}), withdrawn } };
  await agent.send(project.run(minutes(minute)), report);
  await drain(project.run(minutes(minute)), agent.id);
}

it('a location that withdraws its verdict loses its vote, opens no incident, and votes again with its next verdict', async () => {
  await reportAndDrain(taiwan, 0, { up: ['a'] });
  await reportAndDrain(thailand, 0, { up: ['a'] });
  await withdraw(taiwan, 6, 'no-ipv6');
  expect(await readEndpoint(project, 'a')).toMatchObject({
    status: 'up',
    votes: { tw: { up: true, withdrawn: 'no-ipv6' }, th: { up: true } },
  });
  await withdraw(thailand, 7, 'sinkhole');
  expect(await readEndpoint(project, 'a')).toMatchObject({ status: 'unknown', since: minutes(2) });
  expect(await readAllIncidents(project)).toEqual([]);
  await reportAndDrain(taiwan, 9, { up: ['a'] });
  const { status, votes } = await readEndpoint(project, 'a');
  expect([status, votes.tw?.withdrawn, votes.th?.withdrawn]).toEqual(['up', undefined, 'sinkhole']);
});
