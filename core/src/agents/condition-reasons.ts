import type { Agent } from '../documents/agent.ts';
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import type { AgentCondition } from './device.ts';

/** What is wrong with an agent by its last report. Moments are epoch ms; `offsetMs` is negative for a clock that is behind. */
export type ConditionReason =
  | { kind: 'abstaining'; sinceMs: number | null }
  | { kind: 'lostChecks' | 'refusedReports'; count: number }
  | { kind: 'inMemory' }
  | { kind: 'oldSpool'; sinceMs: number }
  | { kind: 'clockOff'; offsetMs: number }
  | { kind: 'batteryLow' | 'memoryHigh'; percent: number }
  | { kind: 'other'; code: string };

/** `troubles`: codes of what newer agents find wrong with themselves. */
export type Told = Pick<Agent, 'device'> & {
  condition: (AgentCondition & { troubles?: readonly string[] | undefined }) | null;
  abstainingSince?: number | null;
};

/** All that is wrong with an agent by its last report, the gravest first. */
export function conditionReasons(agent: Told, nowMs: number): ConditionReason[] {
  return [...spoolReasons(agent, nowMs), ...deviceReasons(agent)];
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

function deviceReasons({ condition, device }: Told): ConditionReason[] {
  const { clockOffsetMs = 0, troubles = [] } = condition ?? {};
  const { batteryPercent = null, batteryCharging = null, memoryUsage = null } = device ?? {};
  const reasons: ConditionReason[] = [];
  if (Math.abs(clockOffsetMs) > 30 * SECOND_MS) reasons.push({ kind: 'clockOff', offsetMs: clockOffsetMs });
  if (batteryPercent !== null && batteryPercent <= 20 && batteryCharging === false)
    reasons.push({ kind: 'batteryLow', percent: batteryPercent });
  if (memoryUsage !== null && memoryUsage > 90) reasons.push({ kind: 'memoryHigh', percent: memoryUsage });
  return [...reasons, ...troubles.map((code) => ({ kind: 'other' as const, code }))];
}
