import type { z } from 'zod';

/** A callable function that agents call: what the function and the agents agree on. It refuses as `agentRefusalSchema` has it. */
export type AgentCall = {
  /** Under which the function is deployed. */
  name: string;
  input: z.ZodType;
  output: z.ZodType;
};

/** Declares a call, its types as narrow as they are written. */
export function agentCall<const Call extends AgentCall>(call: Call): Call {
  return call;
}
