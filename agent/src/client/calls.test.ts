import { expect, test } from 'vitest';
import { sampleReport } from '../spool/testing/sample.ts';
import { type Answer, callableServer } from '../testing/callable-server.ts';
import { createCalls } from './server.ts';

const TURN = { spool: 'spool-aaaa', seq: 1, droppedChecks: 0, refusedReports: 0, inMemory: false };
const SIGNED = { agentId: 'a1', at: 1, signature: 'x'.repeat(88) };

async function callsTo(seenAs: Record<string, string>) {
  const answers: Record<string, Answer> = {
    agentToken: { result: { token: 't', serverAt: 1, ...seenAs } },
    checkIn: { result: { seq: 1, applied: true, timely: true, serverAt: 1, ...seenAs } },
  };
  const seen: string[] = [];
  const functions = await callableServer((name) => answers[name] ?? 'cut');
  return { calls: createCalls(functions, (address) => seen.push(address)), seen };
}

test.each([
  ['is reported for each answer', { seenAs: '8.8.8.8' }, ['8.8.8.8', '8.8.8.8']],
  ['is not reported if the server does not send it', {}, []],
])('the address that the server sees %s', async (_what, given, expected) => {
  const { calls, seen } = await callsTo(given);
  await calls.agentToken(SIGNED);
  await calls.checkIn(sampleReport(TURN, 0, []));
  expect(seen).toEqual(expected);
});
