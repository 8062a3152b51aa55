import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@farwatch/core/values/limits';
import { until } from '../faults/testing/until.ts';
import { startClock } from '../src/clock.ts';
import { treeOf } from '../src/platform/processes.ts';
import { readUsage } from '../src/steady/usage.ts';
import type { SentMessage } from '../src/telegram/bot-api.ts';
import { findKuma, type Kuma, startKuma } from './kuma.ts';
import { type Stage, withStage } from './stage.ts';
import { median, mib, printTable, sec, whole } from './table.ts';
import { startWatching, type WatchedEndpoint, type Watching } from './watching.ts';

/** The least interval that Uptime Kuma admits. */
const INTERVAL_SEC = 20;
/** To make and start many monitors takes it long: 334, which are 1,000 checks a minute, four minutes. */
const SITES = 100;
const [CALM_MS, OUTAGES, APART_MS, SENT_WITHIN_MS] = [60_000, 20, 3_000, 90_000];
/** Longer than two intervals: who asks once more finds it blocked still. */
const BLOCKED_MS = 3 * INTERVAL_SEC * 1_000;
/** From where on this machine each goes to the sites, so that one way can be blocked. */
const FROM = { tw: '127.0.0.2', th: '127.0.0.3', bd: '127.0.0.4' };
const KUMA_FROM = '127.0.0.1';

type Fight = { stage: Stage; watching: Watching; kuma: Kuma; sites: readonly Site[] };
/** `retries`: how often Uptime Kuma repeats a failed check, an interval later, before it tells: half of the sites each. */
type Site = WatchedEndpoint & { retries: 0 | 1 };
/** When it was told, by site, epoch ms. */
type Told = { ours: Map<string, number>; theirs: Map<string, number> };

/**
 * Beside Uptime Kuma, on the same sites in the same run: processor time and memory by 1,000 checks a minute, the time from
 * an outage to its message, and what is told while the way from one place is blocked. Without it nothing is measured. An
 * argument says how many sites.
 */
export async function measurePeer([given]: readonly string[]): Promise<void> {
  const folder = findKuma();
  if (folder === null) {
    console.log(
      'Left out: Uptime Kuma is not installed. npm install --prefix .cache/uptime-kuma uptime-kuma@2.0.0-dev.0,',
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
    const fight = { stage, watching, kuma, sites };
    await compareUsage(fight);
    await compareDetection(fight);
    await compareBlocked(fight);
  });
}

async function compareUsage({ watching, kuma }: Fight): Promise<void> {
  const pids = [...watching.agents.map((agent) => agent.pid()), kuma.service.pid];
  const names = [...watching.agents.map(({ location }) => `our agent in ${location}`), 'Uptime Kuma'];
  const from = [...watching.agents.map(({ location }) => FROM[location]), KUMA_FROM];
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
  printTable(['in a minute', 'checks', 'processor time by 1,000', 'memory'], rows);
}

/** Processor time so far and resident memory of a process and all it started. Needs Linux' /proc. */
async function usageOf(pid: number): Promise<{ cpuMs: number; memoryMiB: number }> {
  const each = await Promise.all(treeOf(pid).map((proc) => readUsage(proc.pid)));
  const cpuMs = each.reduce((sum, { cpuSec }) => sum + cpuSec * 1_000, 0);
  return { cpuMs, memoryMiB: each.reduce((sum, { rssMiB }) => sum + rssMiB, 0) };
}

async function compareDetection(fight: Fight): Promise<void> {
  const { watching, sites } = fight;
  const chosen = sites.slice(0, OUTAGES);
  const [first] = chosen;
  if (!first) return;
  const failedAt = new Map<string, number>();
  for (const { path } of chosen) {
    failedAt.set(path, watching.sites.down([path]));
    await sleep(APART_MS);
  }
  const sinceMs = failedAt.get(first.path) ?? 0;
  const told = await until('both told of every outage', SENT_WITHIN_MS, async () => {
    const found = await announcedSince(fight, sinceMs);
    return [found.ours, found.theirs].every(({ size }) => size >= OUTAGES) && found;
  });
  const after = (times: Map<string, number>, some: readonly Site[]) =>
    some.map(({ path }) => (times.get(path) ?? Number.NaN) - (failedAt.get(path) ?? 0));
  console.log(`\nFrom an outage to its message, ${OUTAGES} outages`);
  const rows = rowsOf(chosen, told, (times, some) => {
    const took = after(times, some);
    return [String(took.length), ...[Math.min(...took), median(took), Math.max(...took)].map(sec)];
  });
  printTable(['', 'outages', 'first', 'median', 'last'], rows);
  watching.sites.up(chosen.map(({ path }) => path));
  await sleep(2 * INTERVAL_SEC * 1_000);
}

/** The sites work all the time; only from one place nobody gets there. */
async function compareBlocked(fight: Fight): Promise<void> {
  const sinceMs = Date.now();
  fight.watching.sites.block([FROM.tw, KUMA_FROM]);
  await sleep(BLOCKED_MS);
  fight.watching.sites.block([]);
  await sleep(INTERVAL_SEC * 1_000);
  const told = await announcedSince(fight, sinceMs);
  const seconds = BLOCKED_MS / 1_000;
  console.log(
    `\nFalse alarms while the way from one place to all ${fight.sites.length} sites is blocked for ${seconds} s`,
  );
  const rows = rowsOf(fight.sites, told, (times, some) => [
    String(some.length),
    String(some.filter(({ path }) => times.has(path)).length),
  ]);
  printTable(['', 'sites', 'false alarms'], rows);
}

function rowsOf(
  sites: readonly Site[],
  { ours, theirs }: Told,
  cells: (times: Map<string, number>, some: readonly Site[]) => string[],
): string[][] {
  const by = (retries: Site['retries']) => sites.filter((site) => site.retries === retries);
  return [
    ['ours, three places', ...cells(ours, sites)],
    ['Uptime Kuma, no retry', ...cells(theirs, by(0))],
    ['Uptime Kuma, one retry', ...cells(theirs, by(1))],
  ];
}

async function announcedSince({ stage, kuma, sites }: Fight, sinceMs: number): Promise<Told> {
  const pathOf = new Map(sites.map(({ id, path }) => [id, path]));
  const messages = (await (await fetch(`${stage.addresses.telegram}/messages`)).json()) as SentMessage[];
  const sentAt = new Map(messages.map(({ message_id, date_ms }) => [message_id, date_ms]));
  const { docs } = await stage.db.collection('alerts').where('state', '==', 'sent').get();
  const alarms = docs.filter((doc) => ['outage', 'partial'].includes(doc.get('kind')));
  const ours = alarms.map((doc) => ({ name: pathOf.get(doc.get('endpointId')), at: sentAt.get(doc.get('messageId')) }));
  return { ours: firstOf(ours, sinceMs), theirs: firstOf(kuma.alarms(), sinceMs) };
}

function firstOf(told: readonly { name: string | undefined; at: number | undefined }[], sinceMs: number) {
  const first = new Map<string, number>();
  for (const { name, at } of told) {
    if (name === undefined || at === undefined || at < sinceMs) continue;
    first.set(name, Math.min(at, first.get(name) ?? at));
  }
  return first;
}
