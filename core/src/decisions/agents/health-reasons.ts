import type { Agent } from '../../documents/agent.ts';
import { LIMITS } from '../../values/limits.ts';
import { type ConditionReason, conditionReasons } from './condition-reasons.ts';
import { isActive } from './health.ts';

/**
 * Why an agent is not simply healthy. `silent`: since its last report, epoch ms; `full`: it has all it may have, so
 * more waits.
 */
export type HealthReason =
  | ConditionReason
  | { kind: 'neverRegistered' | 'reset' | 'neverReported' }
  | { kind: 'silent'; sinceMs: number }
  | { kind: 'full'; count: number };

/** All reasons for an agent's badge, the mostSevere first; none if all is well. */
export function healthReasons(agent: Agent, nowMs: number): HealthReason[] {
  const { activatedAt, registered, lastReportAt, endpointCount } = agent;
  if (activatedAt === null) return [{ kind: 'neverRegistered' }];
  if (!registered) return [{ kind: 'reset' }];
  if (lastReportAt === null) return [{ kind: 'neverReported' }];
  const reasons: HealthReason[] = conditionReasons(agent, nowMs);
  if (!isActive(agent, nowMs)) reasons.unshift({ kind: 'silent', sinceMs: lastReportAt });
  if (endpointCount >= LIMITS.endpointsPerAgent) reasons.push({ kind: 'full', count: endpointCount });
  return reasons;
}
