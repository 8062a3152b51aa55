import { expect, test } from 'vitest';
import { callableServer } from '../testing/callable-server.ts';
import { failureOf, finalSentence } from './failure.ts';
import { createCalls } from './server.ts';

const refused = (status: string, reason: string, more = {}) => ({
  error: { status, message: 'no', details: { reason, ...more } },
});

test.each([
  [
    refused('PERMISSION_DENIED', 'deleted'),
    { kind: 'refused', refusal: { reason: 'deleted' } },
    'This agent was deleted.',
  ],
  [
    refused('PERMISSION_DENIED', 'reset'),
    { kind: 'refused' },
    'This agent was reset: another device is registered in its place.',
  ],
  [refused('PERMISSION_DENIED', 'foreign'), { kind: 'refused' }, 'The token belongs to another agent.'],
  [refused('FAILED_PRECONDITION', 'gap', { expectedSeq: 4 }), { refusal: { reason: 'gap', expectedSeq: 4 } }, null],
  [refused('FAILED_PRECONDITION', 'clock', { serverAt: 9 }), { refusal: { reason: 'clock', serverAt: 9 } }, null],
  [refused('INVALID_ARGUMENT', 'malformed'), { refusal: { reason: 'malformed' } }, null],
  [{ error: { status: 'INVALID_ARGUMENT', message: 'no' } }, { kind: 'error' }, null],
  [refused('INVALID_ARGUMENT', 'new reason'), { kind: 'error' }, null],
  [refused('FAILED_PRECONDITION', 'gap', { expectedSeq: 'four' }), { refusal: { reason: 'gap' } }, null],
  [{ error: { status: 'UNAUTHENTICATED', message: 'no' } }, { kind: 'signed-out' }, null],
  [{ error: { status: 'PERMISSION_DENIED', message: 'no' } }, { kind: 'error' }, null],
  [{ error: { status: 'INTERNAL', message: 'oops' } }, { kind: 'error', text: 'internal: oops [500]' }, null],
  [{ error: { status: 'UNAVAILABLE', message: 'later' } }, { kind: 'error' }, null],
  [refused('PERMISSION_DENIED', 'new reason'), { kind: 'error' }, null],
  [{ result: { unexpected: true } }, { text: 'a response that this version does not understand' }, null],
  ['cut' as const, { text: 'no connection' }, null],
])('%j', async (answer, expected, sentence) => {
  const calls = createCalls(await callableServer(() => answer));
  const input = { agentId: 'a1', at: 1, signature: 's'.repeat(88) };
  const failure = await calls.agentToken(input).then(() => null, failureOf);
  expect(failure).toMatchObject(expected);
  expect(failure && finalSentence(failure)).toBe(sentence);
});
