import { AGENT_REFUSAL_TEXTS, type AgentRefusal } from '@farwatch/core/contracts/calls/agent-error';
import type { AgentState } from '@farwatch/core/documents/agent';

/** The refusal of an agent's call, with a reason that the agent understands. */
export class AgentRefused extends Error {
  readonly refusal: AgentRefusal;

  constructor(refusal: AgentRefusal) {
    super(AGENT_REFUSAL_TEXTS[refusal.reason]);
    this.refusal = refusal;
  }
}

/** The refusal of a device whose key or token is void: its agent is being deleted, or waits for another device. */
export function refusalOfPreviousDevice({ deleting }: AgentState): AgentRefused {
  return new AgentRefused({ reason: deleting ? 'deleted' : 'reset' });
}
