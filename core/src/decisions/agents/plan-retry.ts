import type { Agent } from '../../documents/agent.ts';
import type { Waiting } from '../../documents/sweep.ts';
import { LIMITS } from '../../values/limits.ts';
import { MINUTE_MS } from '../../values/time.ts';

const MOST_MINUTES = 60;

/** The endpoints that agents have room for together. */
export function freeCapacity(agents: readonly Pick<Agent, 'endpointCount'>[]): number {
  return agents.reduce((sum, { endpointCount }) => sum + Math.max(0, LIMITS.endpointsPerAgent - endpointCount), 0);
}

/**
 * Whether to plan a location again in which something waits: at once, then after 1, 2, 4 … 60 minutes, as each plan
 * reads all assignments there. Sooner if agents have more room than at the last try; agents that come and go cause a
 * plan of their own.
 */
export function isDue(waiting: Waiting | undefined, room: number, nowMs: number): boolean {
  return waiting === undefined || nowMs >= waiting.nextAt || room > waiting.room;
}

/** What is known of the location after another try. */
export function afterTry(waiting: Waiting | undefined, room: number, nowMs: number): Waiting {
  const tries = (waiting && room <= waiting.room ? waiting.tries : 0) + 1;
  return { tries, nextAt: nowMs + Math.min(2 ** (tries - 1), MOST_MINUTES) * MINUTE_MS, room };
}
