import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_CALLS } from '@farwatch/core/contracts/calls/agent-calls';
import {
  certificateSample,
  DEVICE,
  evidenceSample,
  NOW,
  reportSample,
  verdictSample,
} from '@farwatch/core/testing/samples';
import { windowStart } from '@farwatch/core/values/time';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** This agent with a server as old as the oldest supported agent (docs/agent.md, Updates). */

const RELEASES = join(import.meta.dirname, '../../releases');
const jsonSchema = z.custom<Parameters<typeof z.fromJSONSchema>[0]>((value) => typeof value === 'object');
const contractSchema = z.record(z.string(), z.object({ input: jsonSchema, output: jsonSchema }));
const exchangeSchema = z.object({ call: z.string(), answer: z.unknown() });
const read = (version: string, file: string) => readFileSync(join(RELEASES, version, file), 'utf8');

/** A report with all that this version can send. */
const check = {
  endpoint: 'a',
  at: windowStart(NOW),
  ms: 5,
  statusCode: 503,
  error: 'status',
  phases: [1, 2, 3, 4, 5],
} as const;
const report = reportSample({
  sender: 'sender-aaaa',
  owners: {
    owner: {
      generation: 1,
      checks: [{ ...check, phases: [...check.phases] }],
      verdicts: { a: verdictSample({ up: false, certificateEndsAt: NOW, slow: { since: NOW, ms: 900 } }) },
      withdrawn: { b: { reason: 'other', since: NOW, rev: 1 } },
      evidence: { a: evidenceSample() },
      certificates: { a: certificateSample() },
    },
  },
});

const REQUESTS: Record<string, unknown> = {
  registerAgent: { code: 'code', publicKey: 'k'.repeat(60), device: DEVICE },
  agentToken: { agentId: 'a1', at: NOW, signature: 's'.repeat(88) },
  checkIn: report,
};

describe.each(readdirSync(RELEASES))('a server of version %s', (version) => {
  const contract = contractSchema.parse(JSON.parse(read(version, 'contract.json')));

  it.each(Object.keys(REQUESTS))('takes what this agent sends: %s', (call) => {
    const input = AGENT_CALLS.find(({ name }) => name === call)?.input;
    expect(input?.safeParse(REQUESTS[call])).toMatchObject({ success: true });
    const accepted = contract[call] && z.fromJSONSchema(contract[call].input);
    expect(accepted?.safeParse(REQUESTS[call])).toMatchObject({ success: true });
  });

  it('answers what this agent reads', () => {
    const lines = read(version, 'exchanges.jsonl').trim().split('\n');
    for (const { call, answer } of lines.map((line) => exchangeSchema.parse(JSON.parse(line)))) {
      const output = AGENT_CALLS.find(({ name }) => name === call)?.output;
      expect(output?.safeParse(answer)).toMatchObject({ success: true, data: answer });
    }
  });
});
