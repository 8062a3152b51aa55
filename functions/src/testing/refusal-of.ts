import type { AgentRefusal } from '@farwatch/core/contracts/calls/agent-error';
import { AgentRefused } from '../entry/callables/agent-refused.ts';

/** Why an agent's call was refused; null if it was not. Throws other errors. */
export async function refusalOf(call: Promise<unknown>): Promise<AgentRefusal | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof AgentRefused) return error.refusal;
    throw error;
  }
}
