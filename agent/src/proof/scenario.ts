import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '@farwatch/core/time';
import { type Judgement, judge, type Trouble } from './judge.ts';
import { type CheckedMessage, messageSchema, type Orders, type Stall } from './messages.ts';
import { type Sites, startSites } from './sites.ts';

/** What befalls the watching program or its network for a while, or, as few descriptors, all the time. */
export type Fault = 'none' | 'portal' | 'freeze' | 'descriptors';

/**
 * `faultSec`: how long a portal or a freeze lasts. `isBrief`: there is none, and sites go down all at once, while dead names are
 * still being asked for.
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
/** What takes longer is judged to be wrong. */
const AT_MOST_MS = 90 * SECOND_MS;

/**
 * Watches sites while some of them go down and come back: some before the fault, some in it, some after it. Returns
 * what was said against what was true.
 */
export async function runScenario(scenario: Scenario): Promise<Judgement> {
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
    return judge({ ids, outages: sites.outages, checked, stalls, settledAt, endedAt, trouble });
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
  const trouble = await befall(fault, faultSec * SECOND_MS, sites, child, () => sites.turn(during, false));
  await known(during, false);
  sites.turn(after, false);
  await known(after, false);
  await sleep(intervalSec * SECOND_MS); // what went wrong in the trouble shows
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

/** Ends when the last word on all of these is that they are up, or down, or so much time has passed that it is no use to wait. */
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

/** Lets it happen, and `inTheMidst` of it something else; gives when it was. */
async function befall(
  fault: Fault,
  lastsMs: number,
  sites: Sites,
  child: ChildProcess,
  inTheMidst: () => void,
): Promise<Trouble | null> {
  const fromMs = Date.now();
  if (fault === 'portal') sites.setPortal(true);
  if (fault === 'freeze') child.send({ freezeMs: lastsMs });
  await sleep(lastsMs / 2);
  inTheMidst();
  await sleep(lastsMs / 2);
  sites.setPortal(false);
  return fault === 'portal' || fault === 'freeze' ? { fromMs, untilMs: Date.now() } : null;
}

/** Three lots of healthy sites, one in a hundred of all each, and two at least. */
function someOf(sites: Sites): [string[], string[], string[]] {
  const healthy = healthyOf(sites);
  const size = Math.max(2, Math.round(sites.sites.length / 100));
  const every = Math.floor(healthy.length / (3 * size));
  const lot = (nth: number) => Array.from({ length: size }, (_, index) => healthy[(3 * index + nth) * every] ?? '');
  return [lot(0), lot(1), lot(2)];
}

function healthyOf({ sites }: Sites): string[] {
  return sites.flatMap(({ id, isDead }) => (isDead ? [] : id));
}

function deadOf({ sites }: Sites): string[] {
  return sites.flatMap(({ id, isDead }) => (isDead ? id : []));
}
