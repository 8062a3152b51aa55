import type { AgentCall } from '@farwatch/core/contracts/calls/agent-call';
import {
  type AgentTokenInput,
  type AgentTokenOutput,
  agentTokenCall,
} from '@farwatch/core/contracts/calls/agent-token';
import { type CheckInInput, type CheckInOutput, checkInCall } from '@farwatch/core/contracts/calls/check-in';
import {
  type RegisterAgentInput,
  type RegisterAgentOutput,
  registerAgentCall,
} from '@farwatch/core/contracts/calls/register-agent';
import {
  type ReportTrialInput,
  type ReportTrialOutput,
  reportTrialCall,
} from '@farwatch/core/contracts/calls/report-trial';
import { SECOND_MS } from '@farwatch/core/values/time';
import { type Functions, httpsCallable } from 'firebase/functions';
import type { z } from 'zod';

const TIMEOUT_MS = 30 * SECOND_MS;

/** The server's callables; each throws what the SDK throws (see failure.ts), or ZodError for an unexpected answer. */
export type Calls = {
  registerAgent: (input: RegisterAgentInput) => Promise<RegisterAgentOutput>;
  agentToken: (input: AgentTokenInput) => Promise<AgentTokenOutput>;
  checkIn: (input: CheckInInput) => Promise<CheckInOutput>;
  reportTrial: (input: ReportTrialInput) => Promise<ReportTrialOutput>;
};

/**
 * Returns the server's callables. `onSeenAs` gets the address from which the server saw a call come, if the server
 * sends that.
 */
export function createCalls(functions: Functions, onSeenAs: (address: string) => void = () => undefined): Calls {
  return {
    registerAgent: callable(functions, registerAgentCall),
    agentToken: reportingAddress(callable(functions, agentTokenCall), onSeenAs),
    checkIn: reportingAddress(callable(functions, checkInCall), onSeenAs),
    reportTrial: callable(functions, reportTrialCall),
  };
}

function reportingAddress<In, Out extends { seenAs?: string | undefined }>(
  call: (input: In) => Promise<Out>,
  onSeenAs: (address: string) => void,
): (input: In) => Promise<Out> {
  return async (input) => {
    const answer = await call(input);
    if (answer.seenAs !== undefined) onSeenAs(answer.seenAs);
    return answer;
  };
}

function callable<Call extends AgentCall>(
  functions: Functions,
  { name, output }: Call,
): (input: z.output<Call['input']>) => Promise<z.output<Call['output']>> {
  const call = httpsCallable<z.output<Call['input']>, unknown>(functions, name, { timeout: TIMEOUT_MS });
  return async (input) => answerOf<Call['output']>(output, (await call(input)).data);
}

function answerOf<Output extends z.ZodType>(output: Output, data: unknown): z.output<Output> {
  return output.parse(data);
}
