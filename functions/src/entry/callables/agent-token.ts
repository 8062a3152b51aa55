import { createPublicKey, verify } from 'node:crypto';
import { type AgentTokenOutput, agentTokenCall, tokenMessage } from '@farwatch/core/contracts/calls/agent-token';
import { AGENT } from '@farwatch/core/values/limits';
import type { Auth } from 'firebase-admin/auth';
import { agentStates } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { AgentRefused, refusalOfPreviousDevice } from './agent-refused.ts';

/**
 * Callable `agentToken` (docs/agent.md, Identity): a fresh signature by the agent's key becomes a custom token with
 * claims `agent` and `tokenGeneration`. The answer contains the caller's `ipAddress`. Throws AgentRefused with reason
 * deleted, reset (also if another key has taken over) or clock.
 */
export async function agentToken(
  run: Run,
  auth: Auth,
  ipAddress: string | null,
  data: unknown,
): Promise<AgentTokenOutput> {
  const parsed = agentTokenCall.input.safeParse(data);
  if (!parsed.success) throw new AgentRefused({ reason: 'malformed' });
  const { agentId, at, signature } = parsed.data;
  if (Math.abs(run.nowMs - at) > AGENT.clockSkewMs) throw new AgentRefused({ reason: 'clock', serverAt: run.nowMs });
  const state = agentStates.read(await agentStates.ref(run.db, agentId).get());
  if (!state) throw new AgentRefused({ reason: 'deleted' });
  if (state.publicKey === null || !isSigned(tokenMessage(agentId, at), state.publicKey, signature)) {
    throw refusalOfPreviousDevice(state);
  }
  const token = await auth.createCustomToken(agentUid(agentId, state.tokenGeneration), {
    agent: agentId,
    tokenGeneration: state.tokenGeneration,
  });
  return { token, serverAt: run.nowMs, ...(ipAddress === null ? {} : { seenAs: ipAddress }) };
}

/**
 * Returns the Auth uid under which an agent signs in, a different one for each token generation, so that the old
 * device's user can be disabled.
 */
export function agentUid(agentId: string, tokenGeneration: number): string {
  return `agent_${agentId}_${tokenGeneration}`;
}

function isSigned(message: string, publicKey: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64'));
  } catch {
    // A malformed key or signature counts as a wrong one.
    return false;
  }
}
