import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_CALLS } from '@farwatch/core/contracts/calls/agent-calls';
import { agentStateSample } from '@farwatch/core/testing/samples';
import { MINIMUM_AGENT_VERSION } from '@farwatch/core/values/release';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentStates } from '../../platform/db/collections.ts';
import { OWNER, seedProject } from '../../testing/seed-project.ts';
import { newTestProject, T0, type TestProject } from '../../testing/test-project.ts';
import { checkIn } from './check-in.ts';

/** This server with the oldest agents that it supports: what they sent in a recorded run (docs/agent.md, Updates). */

const RELEASES = join(import.meta.dirname, '../../../../agent/releases');
const exchangeSchema = z.object({ call: z.string(), request: z.unknown(), answer: z.unknown() });
const jsonSchema = z.custom<Parameters<typeof z.fromJSONSchema>[0]>((value) => typeof value === 'object');
const contractSchema = z.record(z.string(), z.object({ input: jsonSchema, output: jsonSchema }));

function readReleased(version: string) {
  const lines = readFileSync(join(RELEASES, version, 'exchanges.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const contract = contractSchema.parse(JSON.parse(readFileSync(join(RELEASES, version, 'contract.json'), 'utf8')));
  return { exchanges: lines.map((line) => exchangeSchema.parse(JSON.parse(line))), contract };
}

/** What this version no longer takes from these agents. */
const NO_LONGER_READ: Record<string, readonly string[]> = {
  // Since named `problems`: the Agents page shows none of such an agent.
  '0.1.0': ['checkIn.condition.troubles'],
};

/** Fields that are missing or different after reading, as paths. */
function lostFields(sent: unknown, read: unknown, path: string): string[] {
  if (typeof sent !== 'object' || sent === null) return sent === read ? [] : [path];
  return Object.entries(sent).flatMap(([key, each]) => {
    const known = (read as Record<string, unknown> | undefined)?.[key];
    return known === undefined && Array.isArray(each) && each.length === 0
      ? [`${path}.${key}`]
      : lostFields(each, known, `${path}.${key}`);
  });
}

it('the oldest supported version is among the recorded ones', () => {
  expect(readdirSync(RELEASES)).toContain(MINIMUM_AGENT_VERSION);
});

describe.each(readdirSync(RELEASES))('an agent of version %s', (version) => {
  const { exchanges, contract } = readReleased(version);
  const reports = exchanges.filter(({ call }) => call === 'checkIn');
  let project: TestProject;
  beforeEach(async () => {
    project = newTestProject();
    await seedProject(project, {
      owners: [{ id: OWNER }],
      monitors: [{ id: 'm', locations: ['tw'], endpoints: ['shop', 'gone'] }],
      agents: [{ id: 'a1', location: 'tw', ownerIds: [OWNER] }],
    });
  });
  afterEach(() => project.close());

  it('sends only what this server reads', () => {
    const lost = exchanges.flatMap(({ call, request }) => {
      const input = AGENT_CALLS.find(({ name }) => name === call)?.input;
      return lostFields(request, input?.parse(request), call);
    });
    expect([...new Set(lost)]).toEqual(NO_LONGER_READ[version] ?? []);
  });

  it('gets answers that it reads, and its checks and verdicts are stored', async () => {
    const output = contract.checkIn && z.fromJSONSchema(contract.checkIn.output);
    const newest = { version: '9.0.0', sha256: 'a1'.repeat(32), releasedAt: T0 };
    await agentStates
      .ref(project.run(T0).db, 'a1')
      .update(agentStates.toUpdate({ spool: agentStateSample().spool, seq: 0 }));
    for (const { request, answer: recorded } of reports) {
      const run = project.run(z.object({ serverAt: z.number() }).parse(recorded).serverAt);
      const caller = { agentId: 'a1', tokenGeneration: 1, ipAddress: '192.0.2.1' };
      const answer = await checkIn(run, caller, request, newest);
      expect(output?.safeParse(JSON.parse(JSON.stringify(answer)))).toMatchObject({ success: true });
      expect(answer).toMatchObject({ applied: true });
    }
    const state = agentStates.read(await agentStates.ref(project.run(T0).db, 'a1').get());
    expect(Object.keys(state?.verdicts[OWNER]?.endpoints ?? {})).toEqual(['shop']);
  });
});
