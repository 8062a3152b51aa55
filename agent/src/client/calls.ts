import { type AgentTokenInput, type AgentTokenOutput, agentTokenOutputSchema } from '@farwatch/core/calls/agent-token';
import { type CheckInInput, type CheckInOutput, checkInOutputSchema } from '@farwatch/core/calls/check-in';
import {
  type RegisterAgentInput,
  type RegisterAgentOutput,
  registerAgentOutputSchema,
} from '@farwatch/core/calls/register-agent';
import { SECOND_MS } from '@farwatch/core/time';
import { type Functions, httpsCallable } from 'firebase/functions';
import type { ZodType } from 'zod';

const TIMEOUT_MS = 30 * SECOND_MS;

/** The server's callables; each throws what the SDK throws (see failure.ts), or ZodError for an unexpected answer. */
export type Calls = {
  registerAgent: (input: RegisterAgentInput) => Promise<RegisterAgentOutput>;
  agentToken: (input: AgentTokenInput) => Promise<AgentTokenOutput>;
  checkIn: (input: CheckInInput) => Promise<CheckInOutput>;
};

/** `onSeenAs` gets the address from which the server saw a call come, if it says so. */
export function createCalls(functions: Functions, onSeenAs: (address: string) => void = () => undefined): Calls {
  return {
    registerAgent: callable(functions, 'registerAgent', registerAgentOutputSchema),
    agentToken: heeding(callable(functions, 'agentToken', agentTokenOutputSchema), onSeenAs),
    checkIn: heeding(callable(functions, 'checkIn', checkInOutputSchema), onSeenAs),
  };
}

function heeding<In, Out extends { seenAs?: string | undefined }>(
  call: (input: In) => Promise<Out>,
  onSeenAs: (address: string) => void,
): (input: In) => Promise<Out> {
  return async (input) => {
    const answer = await call(input);
    if (answer.seenAs !== undefined) onSeenAs(answer.seenAs);
    return answer;
  };
}

function callable<In, Out>(functions: Functions, name: string, output: ZodType<Out>): (input: In) => Promise<Out> {
  const call = httpsCallable<In, unknown>(functions, name, { timeout: TIMEOUT_MS });
  return async (input) => output.parse((await call(input)).data);
}
