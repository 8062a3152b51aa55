import type { Agent } from '../../documents/agent.ts';
import type { AgentBadge, AgentHealth } from '../../values/agent-health.ts';
import { AGENT, LIMITS } from '../../values/limits.ts';
import { type AgentProblem, dependsOnTarget } from '../../values/local-failure.ts';
import { isNewerVersion, MINIMUM_AGENT_VERSION } from '../../values/release.ts';
import { MINUTE_MS, SECOND_MS } from '../../values/time.ts';

/**
 * What is wrong with an agent by its last report. Times are epoch ms; `offsetMs` is negative for a clock that is
 * behind.
 */
type ConditionReason =
  | { kind: 'abstaining'; sinceMs: number | null }
  | { kind: 'lostChecks' | 'refusedReports'; count: number }
  | { kind: 'inMemory' }
  | { kind: 'oldSpool'; sinceMs: number }
  | { kind: 'clockOff'; offsetMs: number }
  | { kind: 'batteryLow' | 'memoryHigh'; percent: number }
  | { kind: 'unchecked'; percent: number }
  | { kind: 'outdated'; version: string; minimum: string }
  | { kind: 'problem'; problem: AgentProblem };

/**
 * Why an agent is not simply healthy. `silent`: since its last report, epoch ms; `full`: it has all that one agent may
 * have, so further assignments wait.
 */
export type HealthReason =
  | ConditionReason
  | { kind: 'neverRegistered' | 'reset' | 'neverReported' }
  | { kind: 'silent'; sinceMs: number }
  | { kind: 'full'; count: number };

type Reported = Pick<Agent, 'device' | 'condition'> & { abstainingSince?: number | null };

/** The healths from least to most severe. */
const HEALTH = ['healthy', 'warning', 'degraded', 'critical'] as const satisfies AgentHealth[];

/** An agent that cannot check this share of its endpoints is critical. */
const CRITICAL_UNCHECKED_PERCENT = 50;

const BADGES: Record<AgentHealth, AgentBadge> = {
  healthy: 'Active',
  warning: 'Warning',
  degraded: 'Degraded',
  critical: 'Critical',
};

/** Whether the agent is active: registered and seen within the past five minutes. */
export function isActive(agent: Pick<Agent, 'registered' | 'lastReportAt'>, nowMs: number): boolean {
  return agent.registered && agent.lastReportAt !== null && nowMs - agent.lastReportAt < AGENT.activeWithinMs;
}

/** Returns the agent's health by its last report: that of the most severe reason. */
export function agentHealth(agent: Pick<Agent, 'condition' | 'device'>, nowMs: number): AgentHealth {
  const [mostSevere] = conditionReasons(agent, nowMs);
  return mostSevere ? healthWith(mostSevere) : 'healthy';
}

/** Returns the badge: Unknown before activation, Inactive when stale, else by health. */
export function agentBadge(agent: Agent, nowMs: number): AgentBadge {
  if (agent.activatedAt === null) return 'Unknown';
  return isActive(agent, nowMs) ? BADGES[agentHealth(agent, nowMs)] : 'Inactive';
}

/** Returns all reasons for an agent's badge, the most severe first; none if all is well. */
export function healthReasons(agent: Agent, nowMs: number): HealthReason[] {
  const { activatedAt, registered, lastReportAt, endpointCount, plannedChecks } = agent;
  if (activatedAt === null) return [{ kind: 'neverRegistered' }];
  if (!registered) return [{ kind: 'reset' }];
  if (lastReportAt === null) return [{ kind: 'neverReported' }];
  const reasons: HealthReason[] = conditionReasons(agent, nowMs);
  if (!isActive(agent, nowMs)) reasons.unshift({ kind: 'silent', sinceMs: lastReportAt });
  const isFull = endpointCount >= LIMITS.endpointsPerAgent || plannedChecks >= LIMITS.checksPerAgent;
  if (isFull) reasons.push({ kind: 'full', count: endpointCount });
  return reasons;
}

/** Returns the health that a reason causes. What affects only a few targets or the reference sites is a warning. */
function healthWith(reason: ConditionReason): AgentHealth {
  switch (reason.kind) {
    case 'abstaining':
    case 'lostChecks':
    case 'refusedReports':
      return 'critical';
    case 'unchecked':
      return reason.percent >= CRITICAL_UNCHECKED_PERCENT ? 'critical' : 'degraded';
    case 'inMemory':
    case 'oldSpool':
    case 'outdated':
      return 'degraded';
    case 'problem':
      return reason.problem === 'reference-sites' || dependsOnTarget(reason.problem) ? 'warning' : 'degraded';
    default:
      return 'warning';
  }
}

/** Returns all that is wrong with an agent by its last report, the most severe first. */
function conditionReasons(agent: Reported, nowMs: number): ConditionReason[] {
  const reasons = [...spoolReasons(agent, nowMs), ...problemReasons(agent), ...deviceReasons(agent)];
  const rank = (reason: ConditionReason) => HEALTH.indexOf(healthWith(reason));
  return reasons.sort((a, b) => rank(b) - rank(a));
}

function spoolReasons({ condition, abstainingSince = null }: Reported, nowMs: number): ConditionReason[] {
  if (!condition) return [];
  const { abstaining, droppedChecks, refusedReports = 0, inMemory = false, spoolOldestAt } = condition;
  const reasons: ConditionReason[] = [];
  if (abstaining) reasons.push({ kind: 'abstaining', sinceMs: abstainingSince });
  if (droppedChecks > 0) reasons.push({ kind: 'lostChecks', count: droppedChecks });
  if (refusedReports > 0) reasons.push({ kind: 'refusedReports', count: refusedReports });
  if (inMemory) reasons.push({ kind: 'inMemory' });
  if (spoolOldestAt !== null && nowMs - spoolOldestAt > 10 * MINUTE_MS)
    reasons.push({ kind: 'oldSpool', sinceMs: spoolOldestAt });
  return reasons;
}

function problemReasons({ condition }: Reported): ConditionReason[] {
  const { problems = [], uncheckedPercent = 0, clockOffsetMs = 0 } = condition ?? {};
  // Problems that only a newer agent knows are all parsed as `other`.
  const reasons: ConditionReason[] = [...new Set(problems)].map((problem) => ({ kind: 'problem', problem }));
  if (uncheckedPercent > 0) reasons.unshift({ kind: 'unchecked', percent: uncheckedPercent });
  if (Math.abs(clockOffsetMs) > 30 * SECOND_MS) reasons.push({ kind: 'clockOff', offsetMs: clockOffsetMs });
  return reasons;
}

function deviceReasons({ device }: Reported): ConditionReason[] {
  const { batteryPercent = null, batteryCharging = null, memoryUsage = null } = device ?? {};
  const reasons: ConditionReason[] = [];
  if (device && isNewerVersion(MINIMUM_AGENT_VERSION, device.appVersion))
    reasons.push({ kind: 'outdated', version: device.appVersion, minimum: MINIMUM_AGENT_VERSION });
  if (batteryPercent !== null && batteryPercent <= 20 && batteryCharging === false)
    reasons.push({ kind: 'batteryLow', percent: batteryPercent });
  if (memoryUsage !== null && memoryUsage > 90) reasons.push({ kind: 'memoryHigh', percent: memoryUsage });
  return reasons;
}
