import type { Agent } from '../../documents/agent.ts';
import { dependsOnTarget, type AgentProblem } from '../../values/local-failure.ts';
import { isNewer, MINIMUM_AGENT_VERSION } from '../../values/release.ts';
import { MINUTE_MS, SECOND_MS } from '../../values/time.ts';

/** What is wrong with an agent by its last report. TimestampFields are epoch ms; `offsetMs` is negative for a clock that is behind. */
export type ConditionReason =
  | { kind: 'abstaining'; sinceMs: number | null }
  | { kind: 'lostChecks' | 'refusedReports'; count: number }
  | { kind: 'inMemory' }
  | { kind: 'oldSpool'; sinceMs: number }
  | { kind: 'clockOff'; offsetMs: number }
  | { kind: 'batteryLow' | 'memoryHigh'; percent: number }
  | { kind: 'unchecked'; percent: number }
  | { kind: 'outdated'; version: string; minimum: string }
  | { kind: 'problem'; problem: AgentProblem };

type Told = Pick<Agent, 'device' | 'condition'> & { abstainingSince?: number | null };

/** From least to most grave. */
const GRAVITIES = ['warning', 'degraded', 'critical'] as const;
type Gravity = (typeof GRAVITIES)[number];

/** An agent that cannot check this share of its endpoints is critical. */
const MOST_PERCENT = 50;

/** How grave a reason is. What affects a few targets only, or the check of the own network, is a warning. */
export function reasonSeverity(reason: ConditionReason): Gravity {
  switch (reason.kind) {
    case 'abstaining':
    case 'lostChecks':
    case 'refusedReports':
      return 'critical';
    case 'unchecked':
      return reason.percent >= MOST_PERCENT ? 'critical' : 'degraded';
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

/** All that is wrong with an agent by its last report, the mostSevere first. */
export function conditionReasons(agent: Told, nowMs: number): ConditionReason[] {
  const reasons = [...spoolReasons(agent, nowMs), ...machineReasons(agent), ...deviceReasons(agent)];
  const rank = (reason: ConditionReason) => GRAVITIES.indexOf(reasonSeverity(reason));
  return reasons.sort((a, b) => rank(b) - rank(a));
}

function spoolReasons({ condition, abstainingSince = null }: Told, nowMs: number): ConditionReason[] {
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

function machineReasons({ condition }: Told): ConditionReason[] {
  const { problems = [], uncheckedPercent = 0, clockOffsetMs = 0 } = condition ?? {};
  // Troubles that only a newer agent knows are all read as 'other'.
  const reasons: ConditionReason[] = [...new Set(problems)].map((problem) => ({ kind: 'problem', problem }));
  if (uncheckedPercent > 0) reasons.unshift({ kind: 'unchecked', percent: uncheckedPercent });
  if (Math.abs(clockOffsetMs) > 30 * SECOND_MS) reasons.push({ kind: 'clockOff', offsetMs: clockOffsetMs });
  return reasons;
}

function deviceReasons({ device }: Told): ConditionReason[] {
  const { batteryPercent = null, batteryCharging = null, memoryUsage = null } = device ?? {};
  const reasons: ConditionReason[] = [];
  if (device && isNewer(MINIMUM_AGENT_VERSION, device.appVersion))
    reasons.push({ kind: 'outdated', version: device.appVersion, minimum: MINIMUM_AGENT_VERSION });
  if (batteryPercent !== null && batteryPercent <= 20 && batteryCharging === false)
    reasons.push({ kind: 'batteryLow', percent: batteryPercent });
  if (memoryUsage !== null && memoryUsage > 90) reasons.push({ kind: 'memoryHigh', percent: memoryUsage });
  return reasons;
}
