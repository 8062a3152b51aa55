import type { Agent } from '../../documents/agent.ts';
import type { Waiting } from '../../documents/sweep.ts';
import { LIMITS } from '../../values/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';

const MAX_MINUTES = 60;

/** Returns how many more endpoints the agents have capacity for together, with a check in ten minutes each. */
export function freeCapacity(agents: readonly Pick<Agent, 'endpointCount' | 'plannedChecks'>[]): number {
  const freeOf = ({ endpointCount, plannedChecks }: (typeof agents)[number]) =>
    Math.min(LIMITS.endpointsPerAgent - endpointCount, LIMITS.checksPerAgent - plannedChecks);
  return agents.reduce((sum, agent) => sum + Math.max(0, freeOf(agent)), 0);
}

/**
 * Whether to plan a location again in which endpoints wait: immediately, then after 1, 2, 4 … 60 minutes, because each
 * plan reads all assignments there. Sooner if the agents have more capacity than at the last try.
 */
export function isPlanDue(waiting: Waiting | undefined, capacity: number, nowMs: number): boolean {
  return waiting === undefined || nowMs >= waiting.nextAt || capacity > waiting.capacity;
}

/** Returns the location's state after another try. */
export function nextPlanRetry(waiting: Waiting | undefined, capacity: number, nowMs: number): Waiting {
  const tries = (waiting && capacity <= waiting.capacity ? waiting.tries : 0) + 1;
  return { tries, nextAt: nowMs + Math.min(2 ** (tries - 1), MAX_MINUTES) * MINUTE_MS, capacity };
}
