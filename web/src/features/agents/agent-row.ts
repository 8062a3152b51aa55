import {
  agentBadge,
  agentHealth,
  type HealthReason,
  healthReasons,
  isActive,
} from '@farwatch/core/decisions/agents/health';
import type { Agent } from '@farwatch/core/documents/agent';
import type { AgentBadge } from '@farwatch/core/values/agent-health';
import type { WithId } from '../../lib/live/read-document.ts';

/** A row of the list: an agent's state at one time, derived from its document. */
export type AgentRow = {
  id: string;
  agent: WithId<Agent>;
  badge: AgentBadge;
  reasons: HealthReason[];
  isActive: boolean;
  hasHealthIssue: boolean;
};

/** The row of an agent. Its time is never before the last report, because `nowMs` ticks rarely and clocks differ. */
export function agentRow(agent: WithId<Agent>, nowMs: number): AgentRow {
  const atMs = Math.max(nowMs, agent.lastReportAt ?? 0);
  const health = agent.activatedAt === null ? null : agentHealth(agent, atMs);
  return {
    id: agent.id,
    agent,
    badge: agentBadge(agent, atMs),
    reasons: healthReasons(agent, atMs),
    isActive: isActive(agent, atMs),
    hasHealthIssue: health === 'critical' || health === 'degraded',
  };
}

export function totalsOf(rows: readonly AgentRow[]) {
  return {
    agents: rows.length,
    waiting: rows.filter(({ agent }) => !agent.registered).length,
    active: rows.filter((row) => row.isActive).length,
    locations: new Set(rows.map(({ agent }) => agent.location)).size,
    healthIssues: rows.filter((row) => row.hasHealthIssue).length,
  };
}
