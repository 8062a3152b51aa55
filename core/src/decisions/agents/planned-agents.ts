import type { Agent } from '../../documents/agent.ts';
import { AGENT } from '../../values/limits.ts';
import { isActive } from './health.ts';
import type { PlannedAgent } from './planner.ts';

export type PresentAgent = Pick<Agent, 'registered' | 'lastReportAt' | 'abstainingSince'> & { id: string };

/**
 * The agents of one location as a plan sees them. One that has abstained for five minutes beside a healthy one counts
 * as inactive: others take over its assignments.
 */
export function plannedAgents(agents: readonly PresentAgent[], nowMs: number): PlannedAgent[] {
  const isAnyWell = agents.some((agent) => isActive(agent, nowMs) && agent.abstainingSince === null);
  return agents.map((agent) => ({
    id: agent.id,
    active: isActive(agent, nowMs) && !(isAnyWell && hasAbstainedTooLong(agent, nowMs)),
  }));
}

/** Whether the agent has abstained for so long that a healthy one takes over. */
export function hasAbstainedTooLong({ abstainingSince }: Pick<Agent, 'abstainingSince'>, nowMs: number): boolean {
  return abstainingSince !== null && nowMs - abstainingSince >= AGENT.abstainsWithinMs;
}
