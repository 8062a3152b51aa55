import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { z } from 'zod';
import { until } from '../faults/testing/until.ts';
import { startClock } from '../src/clock.ts';
import { cleanEnv } from '../src/platform/clean-env.ts';
import { readText } from '../src/platform/http-body.ts';
import { listenLocally } from '../src/platform/local-server.ts';
import { cacheDir, freshDir, logsDir } from '../src/platform/paths.ts';
import { freePorts } from '../src/platform/ports.ts';
import { treeOf } from '../src/platform/processes.ts';
import { type Service, startService } from '../src/platform/service.ts';
import { readUsage } from '../src/steady/usage.ts';
import { announcedSince } from './announced.ts';
import { type Stage, withStage } from './stage.ts';
import { median, mib, printTable, sec, whole } from './table.ts';
import { startWatching, type WatchedEndpoint, type Watching } from './watching.ts';

/** The shortest interval that Uptime Kuma allows. */
const INTERVAL_SEC = 20;
/** Uptime Kuma takes four minutes to create 334 monitors, which make 1,000 checks a minute. */
const SITES = 100;
const [CALM_MS, OUTAGES, APART_MS, SENT_WITHIN_MS] = [60_000, 20, 3_000, 90_000];
/** Longer than two intervals, so that a retry finds the network still blocked. */
const BLOCKED_MS = 3 * INTERVAL_SEC * 1_000;
/** The local address of each location, so that the network of one can be blocked. */
const FROM = { tw: '127.0.0.2', th: '127.0.0.3', bd: '127.0.0.4' };
const KUMA_FROM = '127.0.0.1';

/** A running Uptime Kuma and its notifications. */
interface Kuma {
  version: string;
  service: Service;
  /** Adds a monitor. After a failed check it makes `retries` more, an interval apart, before the site is down. */
  watch(monitor: { name: string; url: string; intervalSec: number; retries: number }): Promise<void>;
  /** Notifications that a monitor is down, oldest first. */
  alarms(): readonly { name: string; at: number }[];
  stop(): Promise<void>;
}

type Comparison = { stage: Stage; watching: Watching; kuma: Kuma; sites: readonly Site[] };
/** A site that Uptime Kuma watches, too. */
type Site = WatchedEndpoint & {
  /** How often Uptime Kuma repeats a failed check, an interval apart, before it notifies; 0 and 1 alternate. */
  retries: 0 | 1;
};
/** The time of the first message about each site, epoch ms. */
type Messages = { farwatch: Map<string, number>; kuma: Map<string, number> };

/**
 * Compares Farwatch with Uptime Kuma, on the same sites in the same run: processor time and memory for 1,000 checks a
 * minute, the time from an outage to its message, and false alarms while the network of one location is blocked.
 * Skipped if it is not installed. The argument: the number of sites.
 */
export async function measurePeer([given]: readonly string[]): Promise<void> {
  const folder = findKuma();
  if (folder === null) {
    console.log(
      'Skipped: Uptime Kuma is not installed. npm install --prefix .cache/uptime-kuma uptime-kuma@2.0.0-dev.0,',
    );
    console.log('or name its folder in UPTIME_KUMA.');
    return;
  }
  await withStage('bench-peer', async (stage) => {
    stage.onEnd(startClock({ functions: stage.addresses.functions, log: console.log }).stop);
    const owners = Math.ceil(Number(given ?? SITES) / LIMITS.endpointsPerOwner);
    const each = Math.ceil(Number(given ?? SITES) / owners);
    const plan = { run: 'bench-peer', owners, endpoints: each, intervalSec: INTERVAL_SEC, from: FROM };
    const watching = await startWatching(stage, plan);
    const kuma = await startKuma(folder, 'bench-peer');
    stage.onEnd(kuma.stop);
    console.log(`Uptime Kuma ${kuma.version}, ${owners * each} sites, each checked every ${INTERVAL_SEC} s by all`);
    const sites = watching.endpoints.map(
      (endpoint, index): Site => ({ ...endpoint, retries: index % 2 === 0 ? 0 : 1 }),
    );
    for (const { path, retries } of sites) {
      await kuma.watch({ name: path, url: watching.sites.urlOf(path), intervalSec: INTERVAL_SEC, retries });
    }
    const comparison = { stage, watching, kuma, sites };
    await compareUsage(comparison);
    await compareDetection(comparison);
    await compareBlocked(comparison);
  });
}

async function compareUsage({ watching, kuma }: Comparison): Promise<void> {
  const pids = [...watching.agents.map((agent) => agent.pid()), kuma.service.pid];
  const names = [...watching.agents.map(({ location }) => `Farwatch's agent in ${location}`), 'Uptime Kuma'];
  const from = [...LOCATION_CODES.map((location) => FROM[location]), KUMA_FROM];
  const look = () =>
    Promise.all(
      pids.map(async (pid, index) => ({
        ...(await usageOf(pid ?? 0)),
        visits: watching.sites.visitsFrom(from[index] ?? ''),
      })),
    );
  const before = await look();
  await sleep(CALM_MS);
  const rows = (await look()).map(({ cpuMs, memoryMiB, visits }, index) => {
    const checks = visits - (before[index]?.visits ?? 0);
    const spentMs = cpuMs - (before[index]?.cpuMs ?? 0);
    return [names[index] ?? '', whole(checks), sec((spentMs / checks) * 1_000), mib(memoryMiB)];
  });
  printTable(['in a minute', 'checks', 'processor time for 1,000', 'memory'], rows);
}

/** Processor time so far and resident memory of a process and all it started. Needs Linux' /proc. */
async function usageOf(pid: number): Promise<{ cpuMs: number; memoryMiB: number }> {
  const each = await Promise.all(treeOf(pid).map((proc) => readUsage(proc.pid)));
  const cpuMs = each.reduce((sum, { cpuSec }) => sum + cpuSec * 1_000, 0);
  return { cpuMs, memoryMiB: each.reduce((sum, { rssMiB }) => sum + rssMiB, 0) };
}

async function compareDetection(comparison: Comparison): Promise<void> {
  const { watching, sites } = comparison;
  const chosen = sites.slice(0, OUTAGES);
  const [first] = chosen;
  if (!first) return;
  const failedAt = new Map<string, number>();
  for (const { path } of chosen) {
    failedAt.set(path, watching.sites.down([path]));
    await sleep(APART_MS);
  }
  const sinceMs = failedAt.get(first.path) ?? 0;
  const messages = await until('both have reported every outage', SENT_WITHIN_MS, async () => {
    const found = await messagesSince(comparison, sinceMs);
    return [found.farwatch, found.kuma].every(({ size }) => size >= OUTAGES) && found;
  });
  const after = (times: Map<string, number>, some: readonly Site[]) =>
    some.map(({ path }) => (times.get(path) ?? Number.NaN) - (failedAt.get(path) ?? 0));
  console.log(`\nFrom an outage to its message, ${OUTAGES} outages`);
  const rows = rowsOf(chosen, messages, (times, some) => {
    const took = after(times, some);
    return [String(took.length), ...[Math.min(...took), median(took), Math.max(...took)].map(sec)];
  });
  printTable(['', 'outages', 'first', 'median', 'last'], rows);
  watching.sites.up(chosen.map(({ path }) => path));
  await sleep(2 * INTERVAL_SEC * 1_000);
}

/** All sites work, but one location cannot reach them. */
async function compareBlocked(comparison: Comparison): Promise<void> {
  const sinceMs = Date.now();
  comparison.watching.sites.block([FROM.tw, KUMA_FROM]);
  await sleep(BLOCKED_MS);
  comparison.watching.sites.block([]);
  await sleep(INTERVAL_SEC * 1_000);
  const messages = await messagesSince(comparison, sinceMs);
  const seconds = BLOCKED_MS / 1_000;
  console.log(
    `\nFalse alarms while one location cannot reach any of the ${comparison.sites.length} sites for ${seconds} s`,
  );
  const rows = rowsOf(comparison.sites, messages, (times, some) => [
    String(some.length),
    String(some.filter(({ path }) => times.has(path)).length),
  ]);
  printTable(['', 'sites', 'false alarms'], rows);
}

function rowsOf(
  sites: readonly Site[],
  { farwatch, kuma }: Messages,
  cells: (times: Map<string, number>, some: readonly Site[]) => string[],
): string[][] {
  const by = (retries: Site['retries']) => sites.filter((site) => site.retries === retries);
  return [
    ['Farwatch, three locations', ...cells(farwatch, sites)],
    ['Uptime Kuma, no retry', ...cells(kuma, by(0))],
    ['Uptime Kuma, one retry', ...cells(kuma, by(1))],
  ];
}

async function messagesSince({ stage, kuma, sites }: Comparison, sinceMs: number): Promise<Messages> {
  const pathOf = new Map(sites.map(({ id, path }) => [id, path]));
  const announced = await announcedSince(stage.db, ['outage', 'down_again', 'partial'], sinceMs);
  const sent = [...announced].map(([id, at]) => ({ name: pathOf.get(id), at }));
  return { farwatch: firstOf(sent, sinceMs), kuma: firstOf(kuma.alarms(), sinceMs) };
}

function firstOf(messages: readonly { name: string | undefined; at: number | undefined }[], sinceMs: number) {
  const first = new Map<string, number>();
  for (const { name, at } of messages) {
    if (name === undefined || at === undefined || at < sinceMs) continue;
    first.set(name, Math.min(at, first.get(name) ?? at));
  }
  return first;
}

/**
 * Finds its folder: UPTIME_KUMA, or that of `npm install --prefix .cache/uptime-kuma uptime-kuma`; null if not
 * installed.
 */
function findKuma(): string | null {
  const folder = process.env.UPTIME_KUMA ?? join(cacheDir, 'uptime-kuma/node_modules/uptime-kuma');
  return existsSync(join(folder, 'server/server.js')) ? folder : null;
}

const STARTS_WITHIN_MS = 120_000;
const USER = { username: 'bench', password: 'farwatch-bench-1' };
const webhookSchema = z.object({
  monitor: z.object({ name: z.string() }),
  heartbeat: z.object({ status: z.number() }),
});
const DOWN = 0;

/** Starts it with its own database, sets it up as its pages do, and has it notify a webhook. */
async function startKuma(folder: string, run: string): Promise<Kuma> {
  const alarms: { name: string; at: number }[] = [];
  const hook = await listenLocally(async (request, response) => {
    const at = Date.now();
    const { monitor, heartbeat } = webhookSchema.parse(JSON.parse(await readText(request)));
    if (heartbeat.status === DOWN) alarms.push({ name: monitor.name, at });
    response.end();
  }, 0);
  const { port } = await freePorts(['port']);
  const home = workingFolder(folder, run);
  const service = await startService({
    name: 'Uptime Kuma',
    command: process.execPath,
    args: ['server/server.js', '--host=127.0.0.1', `--port=${port}`, `--data-dir=${join(home, 'data')}/`],
    cwd: home,
    env: { ...cleanEnv(), UPTIME_KUMA_DB_TYPE: 'sqlite', NODE_ENV: 'production' },
    logFile: join(logsDir(run), 'uptime-kuma.log'),
  });
  const call = await connect(folder, `http://127.0.0.1:${port}`);
  await call('setup', USER.username, USER.password);
  await call('login', USER);
  const webhook = { name: 'bench', type: 'webhook', webhookURL: hook.origin, webhookContentType: 'json' };
  const { id } = z
    .object({ id: z.number() })
    .parse(await call('addNotification', { ...webhook, isDefault: false }, null));
  return {
    version: z.object({ version: z.string() }).parse(createRequire(join(folder, 'x'))('./package.json')).version,
    service,
    watch: async ({ name, url, intervalSec, retries }) => {
      const times = {
        interval: intervalSec,
        retryInterval: intervalSec,
        maxretries: retries,
        timeout: intervalSec * 0.8,
      };
      await call('add', { ...MONITOR, ...times, name, url, notificationIDList: { [id]: true } });
    },
    alarms: () => alarms,
    stop: async () => {
      await service.stop();
      await hook.close();
    },
  };
}

/** The fields that its form sends. */
const MONITOR = {
  ...{
    type: 'http',
    method: 'GET',
    maxredirects: 10,
    accepted_statuscodes: ['200-299'],
    authMethod: null,
    parent: null,
  },
  ...{ ignoreTls: false, upsideDown: false, expiryNotification: false, resendInterval: 0 },
  ...{ dns_resolve_type: 'A', dns_resolve_server: '1.1.1.1' },
  ...{ kafkaProducerBrokers: [], kafkaProducerSaslOptions: { mechanism: 'None' } },
};

/** It looks for its files where it is started. 2.0.0-dev.0 looks for some database migrations in another folder. */
function workingFolder(folder: string, run: string): string {
  const home = join(cacheDir, 'kuma', run);
  freshDir(home);
  for (const name of readdirSync(folder)) if (name !== 'db') symlinkSync(join(folder, name), join(home, name));
  cpSync(join(folder, 'db'), join(home, 'db'), { recursive: true });
  const steps = readdirSync(join(folder, 'db')).filter((name) => name.startsWith('patch-'));
  for (const name of steps) cpSync(join(folder, 'db', name), join(home, 'db/old_migrations', name));
  mkdirSync(join(home, 'data'));
  return home;
}

/** The parts of its own socket.io client that are used. */
interface Socket {
  once(event: 'connect', then: () => void): void;
  emit(event: string, ...args: unknown[]): void;
}
type SocketIo = { io: (origin: string, how: object) => Socket };
type Call = (event: string, ...args: unknown[]) => Promise<unknown>;

async function connect(folder: string, origin: string): Promise<Call> {
  const { io } = createRequire(join(folder, 'x'))('socket.io-client') as SocketIo;
  const socket = io(origin, { transports: ['websocket'] });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    setTimeout(() => reject(new Error('Uptime Kuma did not start')), STARTS_WITHIN_MS).unref();
  });
  return async (event, ...args) => {
    const answer = await new Promise<unknown>((resolve) => socket.emit(event, ...args, resolve));
    const { ok, msg } = z.looseObject({ ok: z.boolean(), msg: z.string().optional() }).parse(answer);
    if (!ok) throw new Error(`Uptime Kuma refused ${event}: ${msg}`);
    return answer;
  };
}
