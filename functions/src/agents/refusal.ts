import { AGENT_REFUSAL_TEXTS, type AgentRefusal } from '@farwatch/core/calls/agent-error';
import type { AgentState } from '@farwatch/core/documents/agent';

/** A call of an agent that is refused, for a reason the agent understands. */
export class AgentRefused extends Error {
  readonly refusal: AgentRefusal;

  constructor(refusal: AgentRefusal) {
    super(AGENT_REFUSAL_TEXTS[refusal.reason]);
    this.refusal = refusal;
  }
}

/** What a device is told whose key or token is void: its agent is about to be gone, or waits for another device. */
export function refuseFormerDevice({ deleting }: AgentState): AgentRefused {
  return new AgentRefused({ reason: deleting ? 'deleted' : 'reset' });
}
