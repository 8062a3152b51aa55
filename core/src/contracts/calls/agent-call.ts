import type { z } from 'zod';

/** The contract of a callable function for agents. Its refusals are `agentRefusalSchema`. */
export type AgentCall = {
  /** The function's deployed name. */
  name: string;
  input: z.ZodType;
  output: z.ZodType;
};

/** Declares a call with the narrowest types. */
export function agentCall<const Call extends AgentCall>(call: Call): Call {
  return call;
}
