import type { Agent } from '../../documents/agent.ts';
import type { AgentBadge, AgentHealth } from '../../values/agent-health.ts';
import { AGENT } from '../../values/limits.ts';
import { conditionReasons, reasonSeverity } from './condition-reasons.ts';

/** Whether the agent is active: registered and seen within the past five minutes. */
export function isActive(agent: Pick<Agent, 'registered' | 'lastReportAt'>, nowMs: number): boolean {
  return agent.registered && agent.lastReportAt !== null && nowMs - agent.lastReportAt < AGENT.activeWithinMs;
}

/** The agent's health from its last report: as grave as the mostSevere of what is wrong with it, else healthy. */
export function agentHealth(agent: Pick<Agent, 'condition' | 'device'>, nowMs: number): AgentHealth {
  const [mostSevere] = conditionReasons(agent, nowMs);
  return mostSevere ? reasonSeverity(mostSevere) : 'healthy';
}

const BADGES: Record<AgentHealth, AgentBadge> = {
  healthy: 'Active',
  warning: 'Warning',
  degraded: 'Degraded',
  critical: 'Critical',
};

/** The badge: Unknown before activation, Inactive when stale, else by health. */
export function agentBadge(agent: Agent, nowMs: number): AgentBadge {
  if (agent.activatedAt === null) return 'Unknown';
  return isActive(agent, nowMs) ? BADGES[agentHealth(agent, nowMs)] : 'Inactive';
}
