import { z } from 'zod';
import type { Agent } from '../documents/agent.ts';
import { AGENT } from '../limits.ts';
import { MINUTE_MS, SECOND_MS } from '../time.ts';
import { isOfTarget, type Trouble } from './own-fault.ts';

export const agentBadgeSchema = z.enum(['Active', 'Warning', 'Degraded', 'Critical', 'Inactive', 'Unknown']);
export type AgentBadge = z.infer<typeof agentBadgeSchema>;

export const agentHealthSchema = z.enum(['healthy', 'warning', 'degraded', 'critical']);
export type AgentHealth = z.infer<typeof agentHealthSchema>;

/** An agent that cannot check so much of what it holds can hardly check at all. */
const MOST_PERCENT = 50;

/** Whether the agent is active: joined and seen within the past five minutes (design 4). */
export function isActive(agent: Pick<Agent, 'joined' | 'lastReportAt'>, nowMs: number): boolean {
  return agent.joined && agent.lastReportAt !== null && nowMs - agent.lastReportAt < AGENT.activeWithinMs;
}

/** The agent's health from its last report: critical, degraded, warning, else healthy (design 4). */
export function agentHealth(agent: Pick<Agent, 'condition' | 'device'>, nowMs: number): AgentHealth {
  const { condition, device } = agent;
  const lost = (condition?.droppedChecks ?? 0) + (condition?.refusedReports ?? 0);
  const troubles = condition?.troubles ?? [];
  if (condition?.abstaining || lost > 0 || (condition?.uncheckedPercent ?? 0) >= MOST_PERCENT) return 'critical';
  if (condition?.inMemory || troubles.some(degrades)) return 'degraded';
  const oldest = condition?.spoolOldestAt ?? null;
  if (oldest !== null && nowMs - oldest > 10 * MINUTE_MS) return 'degraded';
  const clockOff = Math.abs(condition?.clockOffsetMs ?? 0) > 30 * SECOND_MS;
  const batteryLow = (device?.batteryPercent ?? 100) <= 20 && device?.batteryCharging === false;
  return clockOff || batteryLow || troubles.length > 0 || (device?.memoryUsage ?? 0) > 90 ? 'warning' : 'healthy';
}

/** What stands in the way of a few targets, or of knowing the network, is a warning; what stands in the way of any, more. */
function degrades(trouble: Trouble): boolean {
  return trouble !== 'witnesses' && !isOfTarget(trouble);
}

const BADGES: Record<AgentHealth, AgentBadge> = {
  healthy: 'Active',
  warning: 'Warning',
  degraded: 'Degraded',
  critical: 'Critical',
};

/** The badge: Unknown before activation, Inactive when stale, else by health (spec 4, design 4). */
export function agentBadge(agent: Agent, nowMs: number): AgentBadge {
  if (agent.activatedAt === null) return 'Unknown';
  return isActive(agent, nowMs) ? BADGES[agentHealth(agent, nowMs)] : 'Inactive';
}
