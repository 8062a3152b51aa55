import { healthCalls } from '@farwatch/core/contracts/api/health';
import type { MonitorDetail } from '@farwatch/core/contracts/api/monitor-answer';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sweep } from '../../entry/jobs/sweep/sweep.ts';
import { stored } from '../../testing/api/documents.ts';
import { listen } from '../../testing/api/listen.ts';
import { expectConsistent } from '../../testing/expect-consistent.ts';
import {
  createHeartbeats,
  type HeartbeatSetup,
  newHeartbeatSetup,
  pingUrlOf,
  readHeartbeat,
} from '../../testing/heartbeat-setup.ts';
import { readAllNotices } from '../../testing/read-documents.ts';
import { seedProject } from '../../testing/seed-project.ts';
import { T0 } from '../../testing/test-project.ts';

/** Farwatch's public address, which is sometimes broken, with heartbeats every ten minutes and five minutes of grace. */

const CHECK = { type: 'heartbeat', periodSec: 600, graceSec: 300 } as const;

const systemHealthPings = healthCalls.system.output.pick({ pings: true });

/** What the address answers: as the function does, Hosting's page, an error of it, nothing, or what a test decides. */
type Mode = 'function' | 'page' | 'error' | 'closed' | Promise<'function'>;

let setup: HeartbeatSetup;
let gate: Awaited<ReturnType<typeof listen>>;
let mode: Mode;
let requests: string[];
let monitor: MonitorDetail;
let url: string;

beforeEach(async () => {
  setup = await newHeartbeatSetup();
  mode = 'function';
  requests = [];
  gate = await listen(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const found = await mode;
    if (found === 'closed') return void response.destroy();
    if (found !== 'function') return void response.writeHead(found === 'page' ? 200 : 500).end('<!doctype html>');
    const answer = await fetch(`${setup.origin}${request.url}`, { method: request.method ?? 'GET' });
    response.writeHead(answer.status).end(await answer.text());
  });
  vi.stubEnv('APP_URL', gate.origin);
  monitor = await createHeartbeats(setup.api, setup.user, ['backup'], CHECK);
  url = pingUrlOf(monitor, 'backup');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await expectConsistent(setup.api.project).finally(async () => {
    await gate.close();
    await setup.close();
  });
});

async function sweepUntil(minute: number): Promise<void> {
  const { api } = setup;
  while (api.clock.nowMs < T0 + minute * MINUTE_MS) {
    api.clock.nowMs += MINUTE_MS;
    await sweep(api.project.run(api.clock.nowMs));
  }
}

const statusNow = async () => (await stored(setup.api).endpoint(monitor.endpoints[0]?.id ?? ''))?.status;
const pingsOfSystem = async () => {
  const admin = await setup.api.user({ admin: true });
  const { body } = await setup.api.call(admin, 'GET', '/health/system');
  return systemHealthPings.parse(body).pings;
};
const isoAt = (minute: number) => new Date(T0 + minute * MINUTE_MS).toISOString();

it('each sweep pings the canary once by the public URL, which stores nothing', async () => {
  await sweepUntil(3);
  expect(requests).toHaveLength(3);
  expect(new Set(requests).size).toBe(1);
  const canaryUrl = `${gate.origin}${requests[0]?.slice('POST '.length)}`;
  expect(await readHeartbeat(setup.api, canaryUrl)).toBeNull();
  expect(await pingsOfSystem()).toEqual({ heardAt: isoAt(3), unreachableSince: null });
});

it('a late heartbeat is down in the same minute while the canary is answered', async () => {
  await setup.ping(url);
  await sweepUntil(14);
  expect(await statusNow()).toBe('up');
  await sweepUntil(15);
  expect(await statusNow()).toBe('down');
});

it.each(['page', 'error', 'closed'] as const)(
  'no heartbeat is down while the address answers wrongly (%s), and later it has the time for another ping',
  async (broken) => {
    await setup.ping(url);
    await sweepUntil(8);
    mode = broken;
    await sweepUntil(40);
    expect(await statusNow()).toBe('up');
    expect(await pingsOfSystem()).toEqual({ heardAt: isoAt(8), unreachableSince: isoAt(9) });
    mode = 'function';
    await sweepUntil(55);
    expect(await statusNow()).toBe('up');
    await setup.ping(url);
    await sweepUntil(69);
    expect(await statusNow()).toBe('up');
    await sweepUntil(70);
    expect(await statusNow()).toBe('down');
  },
);

it('a job that stays silent after the outage is down by the time of another ping', async () => {
  await setup.ping(url);
  await sweepUntil(8);
  mode = 'page';
  await sweepUntil(12);
  mode = 'function';
  await sweepUntil(27);
  expect(await statusNow()).toBe('up');
  await sweepUntil(28);
  expect(await statusNow()).toBe('down');
});

it('one slow answer only delays the decision by a minute', async () => {
  await setup.ping(url);
  await sweepUntil(14);
  mode = 'closed';
  await sweepUntil(15);
  expect(await statusNow()).toBe('up');
  mode = 'function';
  await sweepUntil(16);
  expect(await statusNow()).toBe('down');
});

it('an installation that whose canary was never answered evaluates heartbeats as without one', async () => {
  mode = 'closed';
  await setup.ping(url);
  await sweepUntil(15);
  expect(await statusNow()).toBe('down');
});

it('without a public URL nothing is requested, and heartbeats are judged', async () => {
  vi.stubEnv('APP_URL', '');
  await setup.ping(url);
  await sweepUntil(15);
  expect(requests).toEqual([]);
  expect(await statusNow()).toBe('down');
  expect(await pingsOfSystem()).toEqual({ heardAt: null, unreachableSince: null });
});

it('the operators get one notice of an outage that continues', async () => {
  await seedProject(setup.api.project, { owners: [{ id: 'operator' }], agents: [{ id: 'one', location: 'tw' }] });
  const noticesOfPings = async () =>
    (await readAllNotices(setup.api.project)).filter(({ kind }) => kind === 'pings_unreachable');
  await sweepUntil(1);
  mode = 'page';
  await sweepUntil(6);
  expect(await noticesOfPings()).toEqual([]);
  await sweepUntil(20);
  expect(await noticesOfPings()).toMatchObject([{ ownerId: 'admin', values: { occurredAt: T0 + 2 * MINUTE_MS } }]);
});

it('the rest of a sweep does not wait for the answer', async () => {
  const { project, clock } = setup.api;
  const other = await createHeartbeats(setup.api, setup.user, ['other'], CHECK);
  await setup.ping(url);
  await sweepUntil(14);
  await setup.ping(pingUrlOf(other, 'other'), '/fail');
  clock.nowMs += MINUTE_MS;
  const enqueuedBefore = project.queue.waiting.length;
  const { promise, resolve } = Promise.withResolvers<'function'>();
  mode = promise;
  const swept = sweep(project.run(clock.nowMs));
  await vi.waitFor(() => expect(project.queue.waiting.length).toBeGreaterThan(enqueuedBefore));
  expect(await statusNow()).toBe('up');
  resolve('function');
  await swept;
  expect(await statusNow()).toBe('down');
});
