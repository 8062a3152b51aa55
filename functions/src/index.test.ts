import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_CALLS } from '@farwatch/core/contracts/calls/agent-calls';
import { cronOf, SCHEDULED_JOB_NAMES } from '@farwatch/core/values/scheduled-jobs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as deployed from './index.ts';
import { LABELS, REGION } from './platform/region.ts';

/** A function's deployment options in firebase-functions. */
const endpointSchema = z.object({
  platform: z.literal('gcfv2'),
  region: z.array(z.string()),
  labels: z.record(z.string(), z.string()),
  availableMemoryMb: z.number(),
  cpu: z.number(),
  minInstances: z.unknown(),
  maxInstances: z.number(),
  concurrency: z.number(),
  timeoutSeconds: z.unknown(),
  scheduleTrigger: z.object({ schedule: z.string(), timeZone: z.string() }).optional(),
});

/** What Cloud Run lets all instances in a region of a new project have together. */
const QUOTA = { cpus: 20, memoryMb: 40 * 1024 };

/** Measured by `npm run bench`: the memory after loading, and what a call for a full agent adds. */
const SMALL = { loaded: 165, each: 2 };
const MIB: Record<string, { loaded: number; each: number }> = {
  rollAgentHour: { loaded: 165, each: 60 },
  buildHistory: { loaded: 165, each: 60 },
  checkIn: { loaded: 165, each: 25 },
  updatePages: { loaded: 165, each: 25 },
};

const endpoints = Object.entries(deployed).map(([name, each]) => {
  return [name, endpointSchema.parse(Object.getOwnPropertyDescriptor(each, '__endpoint')?.value)] as const;
});

it('deploys exactly these functions', () => {
  expect(Object.keys(deployed).sort()).toEqual(
    [
      ...['api', 'payments', 'ping', 'registerAgent', 'agentToken', 'checkIn', 'reportTrial', 'verdictChangeCreated'],
      ...['notifyOwner', 'rollAgentHour', 'buildHistory', 'removeMonitor', 'summarizeOwner', ...SCHEDULED_JOB_NAMES],
      ...['statusSite', 'updatePages', 'sendMailing', 'askRegistry', 'refreshMaintenance'],
    ].sort(),
  );
});

it('docs/operations.md stops all of them before a restore', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, names = ''] = text.match(/firebase functions:delete ([\w\s\\]+?) --region/) ?? [];
  expect(names.split(/[\s\\]+/).sort()).toEqual(Object.keys(deployed).sort());
});

it('starts one instance of each in a new project, with as many again of those that always work', () => {
  const busy = ['api', 'checkIn', 'statusSite', 'sweep', 'verdictChangeCreated'];
  const cpus = endpoints.map(([name, { cpu }]) => ({ name, cpu }));
  const sum = (list: typeof cpus) => list.reduce((total, { cpu }) => total + cpu, 0);
  expect(sum(cpus)).toBeLessThanOrEqual(QUOTA.cpus);
  // An update starts ten at the same time (functions/deploy/limit-concurrency.ts).
  const largest = cpus.map(({ cpu }) => cpu).sort((a, b) => b - a);
  expect(
    largest.slice(0, 10).reduce((total, cpu) => total + cpu, 0) + sum(cpus.filter(({ name }) => busy.includes(name))),
  ).toBeLessThanOrEqual(QUOTA.cpus);
});

it('runs the declared jobs, no others, on their schedules', () => {
  const scheduled = endpoints.flatMap(([name, { scheduleTrigger }]) =>
    scheduleTrigger ? [[name, scheduleTrigger]] : [],
  );
  const declared = SCHEDULED_JOB_NAMES.map((name) => [name, { schedule: cronOf(name), timeZone: 'Etc/UTC' }]);
  expect(Object.fromEntries(scheduled)).toEqual(Object.fromEntries(declared));
});

it.each(AGENT_CALLS.map(({ name }) => [name]))('deploys the agents’ call %s', (name) => {
  const endpoint: unknown = Object.getOwnPropertyDescriptor(Reflect.get(deployed, name), '__endpoint')?.value;
  expect(endpoint).toHaveProperty('callableTrigger');
});

describe.each(endpoints)('%s', (name, endpoint) => {
  it('runs in the common region', () => expect(endpoint.region).toEqual([REGION]));

  it('is marked as Farwatch’s', () => expect(endpoint.labels).toMatchObject(LABELS));

  it('has limits', () => {
    expect(endpoint.availableMemoryMb).toBeGreaterThanOrEqual(256);
    expect(endpoint.availableMemoryMb).toBeLessThanOrEqual(1024);
    expect(endpoint.maxInstances).toBeLessThanOrEqual(10);
  });

  it('fits the quota of a new project, and keeps no instance running', () => {
    const { cpu, availableMemoryMb, maxInstances, minInstances } = endpoint;
    expect(cpu * maxInstances).toBeLessThanOrEqual(QUOTA.cpus);
    expect(availableMemoryMb * maxInstances).toBeLessThanOrEqual(QUOTA.memoryMb);
    expect(typeof minInstances === 'number' ? minInstances : 0).toBe(0);
  });

  it('has a whole CPU for more than one call at a time', () => {
    expect(endpoint.cpu).toBeGreaterThanOrEqual(endpoint.concurrency > 1 ? 1 : 0.5);
    if (endpoint.cpu < 1) expect(endpoint.availableMemoryMb).toBeLessThanOrEqual(512);
  });

  it('has memory for its concurrent calls', () => {
    const { loaded, each } = MIB[name] ?? SMALL;
    expect(loaded + each * endpoint.concurrency).toBeLessThanOrEqual(endpoint.availableMemoryMb);
  });

  it('has enough time for its work', () => {
    const seconds = typeof endpoint.timeoutSeconds === 'number' ? endpoint.timeoutSeconds : 60;
    const isLong =
      endpoint.scheduleTrigger ||
      [
        'verdictChangeCreated',
        'notifyOwner',
        'rollAgentHour',
        'buildHistory',
        'removeMonitor',
        'summarizeOwner',
        'updatePages',
        'sendMailing',
      ].includes(name);
    expect(seconds).toBeGreaterThanOrEqual(isLong ? 300 : 60);
    expect(seconds).toBeLessThanOrEqual(540);
  });
});
