import type { Agent } from '../../documents/agent.ts';
import { AGENT } from '../../values/limits.ts';
import { isActive } from './health.ts';
import type { PlannedAgent } from './planner.ts';

export type PresentAgent = Pick<Agent, 'registered' | 'lastReportAt' | 'abstainingSince'> & {
  id: string;
  device?: Agent['device'];
};

/**
 * Returns one location's agents for the planner. An agent that has abstained for five minutes while another is healthy
 * counts as inactive, so that others take over its assignments.
 */
export function plannedAgents(agents: readonly PresentAgent[], nowMs: number): PlannedAgent[] {
  const isAnyHealthy = agents.some((agent) => isActive(agent, nowMs) && agent.abstainingSince === null);
  return agents.map((agent) => ({
    id: agent.id,
    active: isActive(agent, nowMs) && !(isAnyHealthy && hasAbstainedTooLong(agent, nowMs)),
    features: agent.device?.features,
  }));
}

/** Whether the agent has abstained long enough for a healthy one to take over. */
export function hasAbstainedTooLong({ abstainingSince }: Pick<Agent, 'abstainingSince'>, nowMs: number): boolean {
  return abstainingSince !== null && nowMs - abstainingSince >= AGENT.takenOverAfterAbstainingMs;
}
