import type { AgentRefusal } from '@farwatch/core/contracts/calls/agent-error';
import { type CallableRequest, type FunctionsErrorCode, HttpsError } from 'firebase-functions/v2/https';
import { callerAddress } from '../../platform/http/caller-address.ts';
import { AgentRefused } from './agent-refused.ts';
import type { AgentCaller } from './check-in.ts';

const CODES: Record<AgentRefusal['reason'], FunctionsErrorCode> = {
  deleted: 'permission-denied',
  reset: 'permission-denied',
  foreign: 'permission-denied',
  clock: 'failed-precondition',
  gap: 'failed-precondition',
  too_many: 'resource-exhausted',
  malformed: 'invalid-argument',
  code_unknown: 'not-found',
  code_used: 'failed-precondition',
  code_expired: 'failed-precondition',
};

/** Runs an agent's call; a refusal becomes an HttpsError with the reason in its details. */
export async function answerAgentCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof AgentRefused)) throw error;
    throw new HttpsError(CODES[error.refusal.reason], error.message, error.refusal);
  }
}

/** Returns the agent that a callable's token belongs to; throws AgentRefused without a token or for any other token. */
export function callerOf(request: CallableRequest): AgentCaller {
  const token = request.auth?.token;
  if (typeof token?.agent !== 'string' || typeof token.tokenGeneration !== 'number')
    throw new AgentRefused({ reason: 'foreign' });
  return { agentId: token.agent, tokenGeneration: token.tokenGeneration, ipAddress: callerAddress(request.rawRequest) };
}
