import { describe, expect, it } from 'vitest';
import type { Agent } from '../../documents/agent.ts';
import { agentSample, CONDITION, DEVICE, NOW } from '../../testing/samples.ts';
import type { AgentHealth } from '../../values/agent-health.ts';
import type { Device } from '../../values/device.ts';
import { LIMITS } from '../../values/limits.ts';
import { MINIMUM_AGENT_VERSION } from '../../values/release.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { agentBadge, agentHealth, type HealthReason, healthReasons, isActive } from './health.ts';

const SPOOLED_AT = NOW - 10 * MINUTE_MS - 1;
const SILENT_AT = NOW - 5 * MINUTE_MS;
const NEVER_SEEN = { activatedAt: null, registered: false, lastReportAt: null };
const condition = (changes: object): Partial<Agent> => ({ condition: { ...CONDITION, ...changes } });
const device = (changes: Partial<Device>): Partial<Agent> => ({ device: { ...DEVICE, ...changes } });
const LOW = { batteryPercent: 20, batteryCharging: false };

type Row = { rule: string; changes: Partial<Agent>; health: AgentHealth; reasons: HealthReason[] };

describe('the health of an active agent and its reasons', () => {
  it.each<Row>([
    { rule: 'nothing wrong', changes: {}, health: 'healthy', reasons: [] },
    { rule: 'nothing reported yet', changes: { condition: null, device: null }, health: 'healthy', reasons: [] },
    {
      rule: 'abstaining since a known time',
      changes: { ...condition({ abstaining: true }), abstainingSince: NOW - MINUTE_MS },
      health: 'critical',
      reasons: [{ kind: 'abstaining', sinceMs: NOW - MINUTE_MS }],
    },
    {
      rule: 'abstaining since an unknown time',
      changes: condition({ abstaining: true }),
      health: 'critical',
      reasons: [{ kind: 'abstaining', sinceMs: null }],
    },
    {
      rule: 'lost checks',
      changes: condition({ droppedChecks: 7 }),
      health: 'critical',
      reasons: [{ kind: 'lostChecks', count: 7 }],
    },
    {
      rule: 'refused reports',
      changes: condition({ refusedReports: 2 }),
      health: 'critical',
      reasons: [{ kind: 'refusedReports', count: 2 }],
    },
    {
      rule: 'a full disk',
      changes: condition({ inMemory: true }),
      health: 'degraded',
      reasons: [{ kind: 'inMemory' }],
    },
    {
      rule: 'no file descriptors',
      changes: condition({ problems: ['descriptors'] }),
      health: 'degraded',
      reasons: [{ kind: 'problem', problem: 'descriptors' }],
    },
    {
      rule: 'no IPv6',
      changes: condition({ problems: ['no-ipv6'] }),
      health: 'warning',
      reasons: [{ kind: 'problem', problem: 'no-ipv6' }],
    },
    {
      rule: 'no reference site answers',
      changes: condition({ problems: ['reference-sites'] }),
      health: 'warning',
      reasons: [{ kind: 'problem', problem: 'reference-sites' }],
    },
    {
      rule: 'several problems of a newer agent, listed once',
      changes: condition({ problems: ['other', 'memory', 'other'] }),
      health: 'degraded',
      reasons: [
        { kind: 'problem', problem: 'other' },
        { kind: 'problem', problem: 'memory' },
      ],
    },
    {
      rule: 'some endpoints that it cannot check',
      changes: condition({ problems: ['memory'], uncheckedPercent: 49 }),
      health: 'degraded',
      reasons: [
        { kind: 'unchecked', percent: 49 },
        { kind: 'problem', problem: 'memory' },
      ],
    },
    {
      rule: 'a spool older than ten minutes',
      changes: condition({ spoolOldestAt: SPOOLED_AT }),
      health: 'degraded',
      reasons: [{ kind: 'oldSpool', sinceMs: SPOOLED_AT }],
    },
    {
      rule: 'a spool of ten minutes',
      changes: condition({ spoolOldestAt: SPOOLED_AT + 1 }),
      health: 'healthy',
      reasons: [],
    },
    {
      rule: 'a clock over 30 s behind',
      changes: condition({ clockOffsetMs: -30 * SECOND_MS - 1 }),
      health: 'warning',
      reasons: [{ kind: 'clockOff', offsetMs: -30 * SECOND_MS - 1 }],
    },
    {
      rule: 'a clock 30 s ahead',
      changes: condition({ clockOffsetMs: 30 * SECOND_MS }),
      health: 'healthy',
      reasons: [],
    },
    {
      rule: 'a version before the oldest supported',
      changes: device({ appVersion: '0.0.9' }),
      health: 'degraded',
      reasons: [{ kind: 'outdated', version: '0.0.9', minimum: MINIMUM_AGENT_VERSION }],
    },
    {
      rule: 'the oldest supported version',
      changes: device({ appVersion: MINIMUM_AGENT_VERSION }),
      health: 'healthy',
      reasons: [],
    },
    { rule: 'an invalid version', changes: device({ appVersion: 'dev' }), health: 'healthy', reasons: [] },
    {
      rule: 'battery at 20 %',
      changes: device(LOW),
      health: 'warning',
      reasons: [{ kind: 'batteryLow', percent: 20 }],
    },
    {
      rule: 'battery at 20 %, charging',
      changes: device({ ...LOW, batteryCharging: true }),
      health: 'healthy',
      reasons: [],
    },
    { rule: 'battery at 21 %', changes: device({ ...LOW, batteryPercent: 21 }), health: 'healthy', reasons: [] },
    { rule: 'no battery', changes: device({ ...LOW, batteryPercent: null }), health: 'healthy', reasons: [] },
    {
      rule: 'memory over 90 %',
      changes: device({ memoryUsage: 90.1 }),
      health: 'warning',
      reasons: [{ kind: 'memoryHigh', percent: 90.1 }],
    },
    { rule: 'memory at 90 %', changes: device({ memoryUsage: 90 }), health: 'healthy', reasons: [] },
    {
      rule: 'everything, the most severe first',
      changes: {
        ...condition({
          abstaining: true,
          droppedChecks: 1,
          refusedReports: 3,
          inMemory: true,
          spoolOldestAt: SPOOLED_AT,
          clockOffsetMs: MINUTE_MS,
          problems: ['no-ipv6', 'frozen'],
          uncheckedPercent: 50,
        }),
        ...device({ ...LOW, memoryUsage: 99 }),
      },
      health: 'critical',
      reasons: [
        { kind: 'abstaining', sinceMs: null },
        { kind: 'lostChecks', count: 1 },
        { kind: 'refusedReports', count: 3 },
        { kind: 'unchecked', percent: 50 },
        { kind: 'inMemory' },
        { kind: 'oldSpool', sinceMs: SPOOLED_AT },
        { kind: 'problem', problem: 'frozen' },
        { kind: 'problem', problem: 'no-ipv6' },
        { kind: 'clockOff', offsetMs: MINUTE_MS },
        { kind: 'batteryLow', percent: 20 },
        { kind: 'memoryHigh', percent: 99 },
      ],
    },
    {
      rule: 'as many endpoints as one agent may have',
      changes: { endpointCount: LIMITS.endpointsPerAgent },
      health: 'healthy',
      reasons: [{ kind: 'full', count: LIMITS.endpointsPerAgent }],
    },
    {
      rule: 'one endpoint fewer',
      changes: { endpointCount: LIMITS.endpointsPerAgent - 1 },
      health: 'healthy',
      reasons: [],
    },
  ])('$rule: $health', ({ changes, health, reasons }) => {
    const agent = agentSample(changes);
    expect([agentHealth(agent, NOW), healthReasons(agent, NOW)]).toEqual([health, reasons]);
  });
});

it.each<{ rule: string; changes: Partial<Agent>; reasons: HealthReason[] }>([
  { rule: 'no device has registered', changes: NEVER_SEEN, reasons: [{ kind: 'neverRegistered' }] },
  {
    rule: 'reset: the report of its previous device no longer counts',
    changes: { registered: false, ...condition({ abstaining: true }) },
    reasons: [{ kind: 'reset' }],
  },
  { rule: 'registered without a report', changes: { lastReportAt: null }, reasons: [{ kind: 'neverReported' }] },
  { rule: 'silent', changes: { lastReportAt: SILENT_AT }, reasons: [{ kind: 'silent', sinceMs: SILENT_AT }] },
  {
    rule: 'silent, with its last report',
    changes: { lastReportAt: NOW - DAY_MS, ...device({ ...LOW, batteryPercent: 3 }) },
    reasons: [
      { kind: 'silent', sinceMs: NOW - DAY_MS },
      { kind: 'batteryLow', percent: 3 },
    ],
  },
])('why an agent is not active: $rule', ({ changes, reasons }) => {
  expect(healthReasons(agentSample(changes), NOW)).toEqual(reasons);
});

it.each<{ rule: string; changes: Partial<Agent>; badge: string }>([
  { rule: 'healthy', changes: {}, badge: 'Active' },
  { rule: 'a warning', changes: device(LOW), badge: 'Warning' },
  { rule: 'degraded', changes: condition({ inMemory: true }), badge: 'Degraded' },
  { rule: 'critical', changes: condition({ abstaining: true }), badge: 'Critical' },
  {
    rule: 'silent, whatever its last report',
    changes: { lastReportAt: NOW - DAY_MS, ...condition({ abstaining: true }) },
    badge: 'Inactive',
  },
  { rule: 'reset', changes: { registered: false }, badge: 'Inactive' },
  { rule: 'before activation', changes: NEVER_SEEN, badge: 'Unknown' },
])('the badge of an agent: $rule: $badge', ({ changes, badge }) => {
  expect(agentBadge(agentSample(changes), NOW)).toBe(badge);
});

it.each([
  { rule: 'seen just now', changes: {}, active: true },
  { rule: 'seen under five minutes ago', changes: { lastReportAt: SILENT_AT + 1 }, active: true },
  { rule: 'seen over five minutes ago', changes: { lastReportAt: SILENT_AT - 1 }, active: false },
  { rule: 'never seen', changes: { lastReportAt: null }, active: false },
  { rule: 'reset since', changes: { registered: false }, active: false },
])('whether an agent is active: $rule', ({ changes, active }) => {
  expect(isActive(agentSample(changes), NOW)).toBe(active);
});
