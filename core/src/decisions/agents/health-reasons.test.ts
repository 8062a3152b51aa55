import { describe, expect, it } from 'vitest';
import type { Agent } from '../../documents/agent.ts';
import { agentSample, CONDITION, DEVICE, NOW } from '../../testing/samples.ts';
import type { Device } from '../../values/device.ts';
import { LIMITS } from '../../values/limits.ts';
import { MINIMUM_AGENT_VERSION } from '../../values/release.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../values/time.ts';
import { agentHealth } from './health.ts';
import { type HealthReason, healthReasons } from './health-reasons.ts';

const SPOOLED_AT = NOW - 10 * MINUTE_MS - 1;
const SILENT_AT = NOW - 5 * MINUTE_MS;
const NEVER_SEEN = { activatedAt: null, registered: false, lastReportAt: null };
const condition = (changes: object): Partial<Agent> => ({ condition: { ...CONDITION, ...changes } });
const device = (changes: Partial<Device>): Partial<Agent> => ({ device: { ...DEVICE, ...changes } });
const low = { batteryPercent: 20, batteryCharging: false };

describe('why an agent is as well as it is', () => {
  it.each<{ rule: string; changes: Partial<Agent>; reasons: HealthReason[] }>([
    { rule: 'nothing wrong', changes: {}, reasons: [] },
    { rule: 'nothing told yet', changes: { condition: null, device: null }, reasons: [] },
    {
      rule: 'abstaining, since when',
      changes: { ...condition({ abstaining: true }), abstainingSince: NOW - MINUTE_MS },
      reasons: [{ kind: 'abstaining', sinceMs: NOW - MINUTE_MS }],
    },
    {
      rule: 'abstaining, not known since when',
      changes: condition({ abstaining: true }),
      reasons: [{ kind: 'abstaining', sinceMs: null }],
    },
    { rule: 'lost checks', changes: condition({ droppedChecks: 7 }), reasons: [{ kind: 'lostChecks', count: 7 }] },
    {
      rule: 'refused reports',
      changes: condition({ refusedReports: 2 }),
      reasons: [{ kind: 'refusedReports', count: 2 }],
    },
    { rule: 'in memory only', changes: condition({ inMemory: true }), reasons: [{ kind: 'inMemory' }] },
    {
      rule: 'several problems that this version does not know, told once',
      changes: condition({ problems: ['other', 'memory', 'other'] }),
      reasons: [
        { kind: 'problem', problem: 'other' },
        { kind: 'problem', problem: 'memory' },
      ],
    },
    {
      rule: 'a spool older than ten minutes',
      changes: condition({ spoolOldestAt: SPOOLED_AT }),
      reasons: [{ kind: 'oldSpool', sinceMs: SPOOLED_AT }],
    },
    { rule: 'a spool of ten minutes', changes: condition({ spoolOldestAt: SPOOLED_AT + 1 }), reasons: [] },
    {
      rule: 'a clock over 30 s behind',
      changes: condition({ clockOffsetMs: -30 * SECOND_MS - 1 }),
      reasons: [{ kind: 'clockOff', offsetMs: -30 * SECOND_MS - 1 }],
    },
    { rule: 'a clock 30 s ahead', changes: condition({ clockOffsetMs: 30 * SECOND_MS }), reasons: [] },
    {
      rule: 'a version before the oldest that will do',
      changes: device({ appVersion: '0.0.9' }),
      reasons: [{ kind: 'outdated', version: '0.0.9', minimum: MINIMUM_AGENT_VERSION }],
    },
    { rule: 'the oldest that will do', changes: device({ appVersion: MINIMUM_AGENT_VERSION }), reasons: [] },
    { rule: 'a version that is none', changes: device({ appVersion: 'dev' }), reasons: [] },
    { rule: 'battery at 20 %', changes: device(low), reasons: [{ kind: 'batteryLow', percent: 20 }] },
    { rule: 'battery at 20 %, charging', changes: device({ ...low, batteryCharging: true }), reasons: [] },
    { rule: 'battery at 21 %', changes: device({ ...low, batteryPercent: 21 }), reasons: [] },
    {
      rule: 'memory over 90 %',
      changes: device({ memoryUsage: 90.1 }),
      reasons: [{ kind: 'memoryHigh', percent: 90.1 }],
    },
    {
      rule: 'what a newer agent tells of itself',
      changes: condition({ problems: ['other'] }),
      reasons: [{ kind: 'problem', problem: 'other' }],
    },
    {
      rule: 'endpoints out of its reach',
      changes: condition({ problems: ['memory'], uncheckedPercent: 49 }),
      reasons: [
        { kind: 'unchecked', percent: 49 },
        { kind: 'problem', problem: 'memory' },
      ],
    },
    {
      rule: 'all of them, the mostSevere first',
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
        ...device({ ...low, memoryUsage: 99 }),
      },
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
      rule: 'as many endpoints as one agent may hold',
      changes: { endpointCount: LIMITS.endpointsPerAgent },
      reasons: [{ kind: 'full', count: LIMITS.endpointsPerAgent }],
    },
    { rule: 'one endpoint fewer', changes: { endpointCount: LIMITS.endpointsPerAgent - 1 }, reasons: [] },
    { rule: 'no device has joined', changes: NEVER_SEEN, reasons: [{ kind: 'neverRegistered' }] },
    {
      rule: 'reset, so that what its former device said counts no more',
      changes: { registered: false, ...condition({ abstaining: true }) },
      reasons: [{ kind: 'reset' }],
    },
    { rule: 'joined, but yet to report', changes: { lastReportAt: null }, reasons: [{ kind: 'neverReported' }] },
    {
      rule: 'silent, since when',
      changes: { lastReportAt: SILENT_AT },
      reasons: [{ kind: 'silent', sinceMs: SILENT_AT }],
    },
    {
      rule: 'silent, and what it said last',
      changes: { lastReportAt: NOW - DAY_MS, ...device({ ...low, batteryPercent: 3 }) },
      reasons: [
        { kind: 'silent', sinceMs: NOW - DAY_MS },
        { kind: 'batteryLow', percent: 3 },
      ],
    },
  ])('$rule', ({ changes, reasons }) => {
    expect(healthReasons(agentSample(changes), NOW)).toEqual(reasons);
  });
});

it('an agent that tells of a problem nobody here knows is not healthy', () => {
  expect(agentHealth(agentSample(condition({ problems: ['other'] })), NOW)).toBe('degraded');
});
