import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '@farwatch/core/time';
import { type Evaluation, evaluate, type Trouble } from './evaluate.ts';
import { type CheckedMessage, messageSchema, type Orders, type Stall } from './messages.ts';
import { type Sites, startSites } from './sites.ts';

/** What disturbs the watching program or its network: for a while, or all the time as too few descriptors do. */
export type Fault = 'none' | 'portal' | 'freeze' | 'descriptors';

/**
 * `faultSec`: how long a portal or a freeze lasts. `isBrief`: there is none, and sites go down all at once while dead names
 * are still being resolved.
 */
export type Scenario = {
  endpoints: number;
  deadPercent: number;
  fault: Fault;
  intervalSec: number;
  faultSec: number;
  isBrief?: boolean;
};

const PROGRAM = fileURLToPath(new URL('watching.ts', import.meta.url));
/** Node by itself holds half of them. */
const DESCRIPTORS = 48;
/** What takes longer counts as wrong. */
const AT_MOST_MS = 90 * SECOND_MS;

/**
 * Watches sites while some of them go down and come back: some before the fault, some in it, some after it. Returns
 * what was said against what was true.
 */
export async function runScenario(scenario: Scenario): Promise<Evaluation> {
  const { endpoints, deadPercent, fault, intervalSec } = scenario;
  const sites = await startSites(endpoints, deadPercent);
  const folder = await mkdtemp(join(tmpdir(), 'farwatch-proof-'));
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, sites.authority);
  const watching = startWatching(sites, intervalSec, fault, authority);
  const { child, checked, stalls } = watching;
  try {
    const { settledAt, trouble } = await (scenario.isBrief ? brief : inTurn)(scenario, sites, watching);
    const endedAt = Date.now();
    const ids = sites.sites.map(({ id }) => id);
    return evaluate({ ids, outages: sites.outages, checked, stalls, settledAt, endedAt, trouble });
  } finally {
    child.kill('SIGKILL');
    await sites.close();
    await rm(folder, { recursive: true });
  }
}

type Watching = { child: ChildProcess; checked: CheckedMessage[]; stalls: Stall[] };
type Course = { settledAt: number; trouble: Trouble | null };

async function inTurn(scenario: Scenario, sites: Sites, { child, checked }: Watching): Promise<Course> {
  const { fault, intervalSec, faultSec } = scenario;
  const [before, during, after] = someOf(sites);
  const known = (ids: readonly string[], up: boolean) => untilKnown(child, checked, ids, up);
  await known(healthyOf(sites), true);
  await known(deadOf(sites), false);
  await sleep(intervalSec * SECOND_MS);
  const settledAt = Date.now();
  sites.turn(before, false);
  await known(before, false);
  const trouble = await causeFault(fault, faultSec * SECOND_MS, sites, child, () => sites.turn(during, false));
  await known(during, false);
  sites.turn(after, false);
  await known(after, false);
  await sleep(intervalSec * SECOND_MS); // wrong verdicts of the fault show until then
  sites.turn([...before, ...during, ...after], true);
  await known(healthyOf(sites), true);
  return { settledAt, trouble };
}

async function brief(_scenario: Scenario, sites: Sites, { child, checked }: Watching): Promise<Course> {
  const some = someOf(sites).flat();
  const known = (ids: readonly string[], up: boolean) => untilKnown(child, checked, ids, up);
  await known(healthyOf(sites), true);
  const settledAt = Date.now();
  sites.turn(some, false);
  await known(some, false);
  sites.turn(some, true);
  await known(healthyOf(sites), true);
  await known(deadOf(sites), false);
  return { settledAt, trouble: null };
}

function startWatching(sites: Sites, intervalSec: number, fault: Fault, authority: string): Watching {
  const { references, dnsServer } = sites;
  const orders: Orders = {
    sites: Object.fromEntries(sites.sites.map(({ id, url }) => [id, url])),
    references: [...references],
    dnsServer,
    intervalSec,
  };
  const limit = fault === 'descriptors' ? `ulimit -n ${DESCRIPTORS};` : '';
  const command = ['-c', `${limit} exec "$0" "$@"`, process.execPath, PROGRAM, JSON.stringify(orders)];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
  const child = spawn('/bin/sh', command, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const checked: CheckedMessage[] = [];
  const stalls: Stall[] = [];
  child.on('message', (given) => {
    const message = messageSchema.parse(given);
    if ('stalledMs' in message) stalls.push(message);
    else checked.push(message);
  });
  return { child, checked, stalls };
}

/** Ends when the last verdict of all of these is up, or down, or when that takes too long. */
async function untilKnown(
  child: ChildProcess,
  checked: readonly CheckedMessage[],
  ids: readonly string[],
  up: boolean,
): Promise<void> {
  const untilMs = performance.now() + AT_MOST_MS;
  while (performance.now() < untilMs) {
    if (child.exitCode !== null) throw new Error('the watching program ended');
    const last = new Map(checked.flatMap((one) => (one.up === null ? [] : [[one.id, one.up]])));
    if (ids.every((id) => last.get(id) === up)) return;
    await sleep(100);
  }
}

/** Causes the fault, calls `midway` in its middle, and returns when it was. */
async function causeFault(
  fault: Fault,
  lastsMs: number,
  sites: Sites,
  child: ChildProcess,
  midway: () => void,
): Promise<Trouble | null> {
  const fromMs = Date.now();
  if (fault === 'portal') sites.setPortal(true);
  if (fault === 'freeze') child.send({ freezeMs: lastsMs });
  await sleep(lastsMs / 2);
  midway();
  await sleep(lastsMs / 2);
  sites.setPortal(false);
  return fault === 'portal' || fault === 'freeze' ? { fromMs, untilMs: Date.now() } : null;
}

/** Three groups of healthy sites, each of one in a hundred of all, and of two at least. */
function someOf(sites: Sites): [string[], string[], string[]] {
  const healthy = healthyOf(sites);
  const size = Math.max(2, Math.round(sites.sites.length / 100));
  const every = Math.floor(healthy.length / (3 * size));
  const group = (nth: number) => Array.from({ length: size }, (_, index) => healthy[(3 * index + nth) * every] ?? '');
  return [group(0), group(1), group(2)];
}

function healthyOf({ sites }: Sites): string[] {
  return sites.flatMap(({ id, isDead }) => (isDead ? [] : id));
}

function deadOf({ sites }: Sites): string[] {
  return sites.flatMap(({ id, isDead }) => (isDead ? id : []));
}
