import type { AgentState } from '../../documents/agent.ts';
import { LIMITS } from '../../values/limits.ts';

/** The owners to forget so that, with these, the newest 2,000 stay; late checks of forgotten ones are dropped. */
export function ownersToEvict(former: AgentState['previousOwners'], joining: ReadonlySet<string>): string[] {
  const others = Object.entries(former).filter(([ownerId]) => !joining.has(ownerId));
  const oldestFirst = others.sort(([, a], [, b]) => a.endedAt - b.endedAt).map(([ownerId]) => ownerId);
  return oldestFirst.slice(0, Math.max(0, oldestFirst.length + joining.size - LIMITS.previousOwnersPerAgent));
}
