import type { Agent } from '@farwatch/core/documents/agent';

/** Why the agent is not simply well, in words. */
export function AgentReasons(_: { agent: Agent }) {
  return null;
}
