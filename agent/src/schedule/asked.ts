import type { Command } from '@farwatch/core/documents/command';
import { AGENT } from '@farwatch/core/limits';
import type { Plan, Planned } from './plan.ts';

/**
 * The endpoints to check at once for a command: asked for within the last two minutes, and after the last request that
 * was followed.
 */
export function askedNow(plan: Plan, checkNow: Command['checkNow'], nowMs: number): { planned: Planned; at: number }[] {
  const fresh = new Map(Object.entries(checkNow).filter(([, at]) => at > nowMs - AGENT.commandValidMs));
  return [...plan.values()].flatMap((planned) => {
    const at = fresh.get(planned.endpoint) ?? 0;
    return at > planned.askedAt ? [{ planned, at }] : [];
  });
}
