import { AGENT_REFUSAL_TEXTS, agentRefusalSchema } from '@farwatch/core/contracts/calls/agent-error';
import { HttpsError } from 'firebase-functions/v2/https';
import { describe, expect, it } from 'vitest';
import { AgentRefused } from './agent-refused.ts';
import { answerAgentCall, callerOf } from './callables.ts';

/** Express takes the first address, which the caller can forge, for the caller's. */
const rawRequest = { ip: '198.51.100.1', headers: { 'x-forwarded-for': '198.51.100.1, 192.0.2.7' }, socket: {} };
const request = (auth: unknown) => ({ auth, rawRequest, data: {} }) as never;

describe('callerOf', () => {
  it('reads the claims of an agent’s token', () => {
    const token = { agent: 'agent1', tokenGeneration: 3 };
    expect(callerOf(request({ uid: 'agent_agent1', token }))).toEqual({
      agentId: 'agent1',
      tokenGeneration: 3,
      ipAddress: '192.0.2.7',
    });
  });

  it.each([
    ['no token', undefined],
    ['a user’s token', { uid: 'user1', token: { email: 'user@farwatch.test' } }],
    ['a token without a generation', { uid: 'agent_agent1', token: { agent: 'agent1' } }],
    ['malformed claims', { uid: 'x', token: { agent: 7, tokenGeneration: '3' } }],
  ])('refuses %s', (_, auth) => {
    expect(() => callerOf(request(auth))).toThrow(AGENT_REFUSAL_TEXTS.foreign);
  });
});

describe('answerAgentCall', () => {
  it.each(agentRefusalSchema.shape.reason.options)('sends %s with its reason and one sentence', async (reason) => {
    const error = await answerAgentCall(() => Promise.reject(new AgentRefused({ reason }))).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(HttpsError);
    expect(error).toMatchObject({ message: AGENT_REFUSAL_TEXTS[reason], details: { reason } });
    expect((error as HttpsError).code).not.toBe('internal');
  });

  it('passes results and other errors on', async () => {
    expect(await answerAgentCall(() => Promise.resolve(7))).toBe(7);
    await expect(answerAgentCall(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
