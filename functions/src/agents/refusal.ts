import { AGENT_REFUSAL_TEXTS, type AgentRefusal } from '@farwatch/core/calls/agent-error';

/** A call of an agent that is refused, for a reason the agent understands. */
export class AgentRefused extends Error {
  readonly refusal: AgentRefusal;

  constructor(refusal: AgentRefusal) {
    super(AGENT_REFUSAL_TEXTS[refusal.reason]);
    this.refusal = refusal;
  }
}
