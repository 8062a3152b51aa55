import { agentBadge } from '@farwatch/core/agents/health';
import { healthReasons } from '@farwatch/core/agents/health-reasons';
import type { Agent } from '@farwatch/core/documents/agent';
import { SECOND_MS } from '@farwatch/core/time';
import { AgentBadge } from '../../components/agents/agent-badge.tsx';
import { useNow } from '../../lib/now.ts';

const EVERY_MS = 5 * SECOND_MS;

type Props = {
  agent: Agent;
  /** Whether to show the reasons on hover and focus, if they are not shown beside it. */
  explains?: boolean;
};

/** The agent's current status, which also changes with time if no report arrives. */
export function CurrentBadge({ agent, explains = false }: Props) {
  const nowMs = useNow(EVERY_MS);
  return <AgentBadge badge={agentBadge(agent, nowMs)} reasons={explains ? healthReasons(agent, nowMs) : []} />;
}
