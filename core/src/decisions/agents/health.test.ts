import { describe, expect, it } from 'vitest';
import type { Agent } from '../../documents/agent.ts';
import { agentSample, CONDITION, DEVICE, NOW } from '../../testing/samples.ts';
import type { AgentProblem } from '../../values/local-failure.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { agentBadge, agentHealth, isActive } from './health.ts';

const ABSTAINING = { ...CONDITION, abstaining: true };
const DROPPING = { ...CONDITION, droppedChecks: 1 };
const REFUSED = { ...CONDITION, refusedReports: 1 };
const IN_MEMORY = { ...CONDITION, inMemory: true };
const troubled = (problem: AgentProblem) => ({ ...CONDITION, problems: [problem] });
const SPOOLING = { ...CONDITION, spoolOldestAt: NOW - 10 * MINUTE_MS - 1 };
const CLOCK_OFF = { ...CONDITION, clockOffsetMs: -30 * SECOND_MS - 1 };
const LOW = { ...DEVICE, batteryPercent: 20, batteryCharging: false };

describe('an agent’s health by precedence', () => {
  it.each<{ rule: string; changes: Partial<Agent>; health: string }>([
    { rule: 'nothing wrong', changes: {}, health: 'healthy' },
    { rule: 'nothing told yet', changes: { condition: null, device: null }, health: 'healthy' },
    { rule: 'abstaining', changes: { condition: ABSTAINING }, health: 'critical' },
    { rule: 'dropping results', changes: { condition: DROPPING }, health: 'critical' },
    { rule: 'reports that were not taken', changes: { condition: REFUSED }, health: 'critical' },
    { rule: 'a disk that takes nothing', changes: { condition: IN_MEMORY }, health: 'degraded' },
    { rule: 'no file descriptors', changes: { condition: troubled('descriptors') }, health: 'degraded' },
    { rule: 'a resolver that cannot be asked', changes: { condition: troubled('resolver') }, health: 'degraded' },
    { rule: 'no IPv6 of its own', changes: { condition: troubled('no-ipv6') }, health: 'warning' },
    { rule: 'no reference site answers', changes: { condition: troubled('reference-sites') }, health: 'warning' },
    {
      rule: 'most endpoints out of its reach',
      changes: { condition: { ...troubled('memory'), uncheckedPercent: 50 } },
      health: 'critical',
    },
    {
      rule: 'some endpoints out of its reach',
      changes: { condition: { ...troubled('memory'), uncheckedPercent: 49 } },
      health: 'degraded',
    },
    { rule: 'a spool older than ten minutes', changes: { condition: SPOOLING }, health: 'degraded' },
    {
      rule: 'a spool of ten minutes',
      changes: { condition: { ...CONDITION, spoolOldestAt: NOW - 10 * MINUTE_MS } },
      health: 'healthy',
    },
    { rule: 'a clock over 30 s off', changes: { condition: CLOCK_OFF }, health: 'warning' },
    {
      rule: 'a clock 30 s off',
      changes: { condition: { ...CONDITION, clockOffsetMs: 30 * SECOND_MS } },
      health: 'healthy',
    },
    { rule: 'battery at 20 %, not charging', changes: { device: LOW }, health: 'warning' },
    { rule: 'battery at 20 %, charging', changes: { device: { ...LOW, batteryCharging: true } }, health: 'healthy' },
    { rule: 'battery at 21 %', changes: { device: { ...LOW, batteryPercent: 21 } }, health: 'healthy' },
    { rule: 'no battery', changes: { device: { ...LOW, batteryPercent: null } }, health: 'healthy' },
    { rule: 'memory over 90 %', changes: { device: { ...DEVICE, memoryUsage: 90.1 } }, health: 'warning' },
    { rule: 'memory at 90 %', changes: { device: { ...DEVICE, memoryUsage: 90 } }, health: 'healthy' },
    {
      rule: 'critical before degraded and warning',
      changes: { condition: { ...SPOOLING, abstaining: true, clockOffsetMs: 60_000 }, device: LOW },
      health: 'critical',
    },
    {
      rule: 'degraded before warning',
      changes: { condition: { ...SPOOLING, clockOffsetMs: 60_000 }, device: LOW },
      health: 'degraded',
    },
  ])('$rule: $health', ({ changes, health }) => {
    expect(agentHealth(agentSample(changes), NOW)).toBe(health);
  });
});

describe('an agent’s badge', () => {
  it.each<{ rule: string; changes: Partial<Agent>; badge: string }>([
    { rule: 'healthy', changes: {}, badge: 'Active' },
    { rule: 'a warning', changes: { device: LOW }, badge: 'Warning' },
    { rule: 'degraded', changes: { condition: SPOOLING }, badge: 'Degraded' },
    { rule: 'critical', changes: { condition: ABSTAINING }, badge: 'Critical' },
    {
      rule: 'stale, whatever it last said',
      changes: { lastReportAt: NOW - DAY_MS, condition: ABSTAINING },
      badge: 'Inactive',
    },
    { rule: 'reset', changes: { registered: false }, badge: 'Inactive' },
    { rule: 'before activation', changes: { activatedAt: null, registered: false, lastReportAt: null }, badge: 'Unknown' },
  ])('$rule: $badge', ({ changes, badge }) => {
    expect(agentBadge(agentSample(changes), NOW)).toBe(badge);
  });
});

it.each([
  { rule: 'seen just now', changes: {}, active: true },
  { rule: 'seen under five minutes ago', changes: { lastReportAt: NOW - 5 * MINUTE_MS + 1 }, active: true },
  { rule: 'seen over five minutes ago', changes: { lastReportAt: NOW - 5 * MINUTE_MS - 1 }, active: false },
  { rule: 'never seen', changes: { lastReportAt: null }, active: false },
  { rule: 'reset since', changes: { registered: false }, active: false },
])('whether an agent is active: $rule', ({ changes, active }) => {
  expect(isActive(agentSample(changes), NOW)).toBe(active);
});
