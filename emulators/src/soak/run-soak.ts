import { setTimeout as sleep } from 'node:timers/promises';
import { LOCATION_CODES, type LocationCode } from '@farwatch/core/locations';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { addressesOf } from '../addresses.ts';
import { type Relay, startRelay } from '../agents/relay.ts';
import { startRelayedOrigin } from '../agents/relayed-origin.ts';
import { webDirOf } from '../build.ts';
import { contradictions } from '../check-invariants.ts';
import { claimFreePorts } from '../platform/ports.ts';
import type { Log } from '../platform/progress.ts';
import { startProduct } from '../product.ts';
import { projectId } from '../project.ts';
import { inflict, nameOf, troubleOf, type Victim } from './inflict.ts';
import { judgeSoak, type Outage, type Trouble } from './judge.ts';
import { inWords, type Latency, storedDown, toldDown } from './latencies.ts';
import { type Memory, measureMemory } from './memory.ts';
import { type Happening, planSoak } from './plan.ts';
import { alertsSince, messagesIn, openIncidents, unsettled } from './stored.ts';

export type SoakOptions = { minutes: number; seed: number; log: Log };
/** `wrong`: a sentence for each; empty where all went well. */
export type SoakResult = { wrong: string[]; outages: number; faults: number; messages: number };

const RUN = 'soak';
/** Far more often than the product allows, so that minutes hold many outages. */
const INTERVAL_SEC = 10;
const MINUTE_MS = 60_000;
/** An outage is told within that long where nothing is the matter. */
const TELLING_MS = 30_000;
/** Five sweeps, and the longest wait of an alert that was refused. */
const SETTLED_WITHIN_MS = 6 * MINUTE_MS;

/** What has happened so far. */
type SoakRecord = Victim & {
  db: Firestore;
  outages: Outage[];
  troubles: Trouble[];
  killsMs: number[];
  latencies: Latency[];
  under: Set<string>;
  faults: number;
};

/** Runs the product for so long while what the seed says happens to it, and judges what was told and stored. */
export async function runSoak({ minutes, seed, log }: SoakOptions): Promise<SoakResult> {
  const { record, stop } = await start(log);
  try {
    await hurry(record.db);
    const startMs = Date.now();
    const plan = planSoak(seed, minutes);
    const lines = tellEachMinute(record, startMs, minutes, log);
    await Promise.all(plan.map((happening) => happen(record, happening, startMs)));
    await sleepUntil(startMs + minutes * MINUTE_MS);
    await lines;
    return await verdict(record, startMs, log);
  } finally {
    await stop();
  }
}

async function start(log: Log): Promise<{ record: SoakRecord; stop(): Promise<void> }> {
  const ports = await claimFreePorts();
  const { functionsHost, origin } = addressesOf(ports);
  const relays = new Map<LocationCode, Relay>();
  const closers: (() => Promise<unknown>)[] = [];
  const agentOrigins: Partial<{ [Location in LocationCode]: string }> = {};
  for (const location of LOCATION_CODES) {
    const relay = await startRelay(functionsHost);
    const relayed = await startRelayedOrigin(origin, relay.host);
    relays.set(location, relay);
    agentOrigins[location] = relayed.origin;
    closers.push(relay.close, relayed.close);
  }
  const options = { ports, run: RUN, webDir: webDirOf(RUN), seed: true, agents: LOCATION_CODES, agentOrigins, log };
  const product = await startProduct({ ...options, clock: true });
  process.env.FIRESTORE_EMULATOR_HOST = product.addresses.firestoreHost;
  const app = initializeApp({ projectId }, RUN);
  const db = getFirestore(app);
  const none = { outages: [], troubles: [], killsMs: [], latencies: [], under: new Set<string>(), faults: 0 };
  const stop = async () => {
    await deleteApp(app);
    await product.stop();
    await Promise.all(closers.map((close) => close()));
  };
  return { record: { product, relays, db, ...none }, stop };
}

async function hurry(db: Firestore): Promise<void> {
  const { docs } = await db.collection('assignments').get();
  await Promise.all(docs.map((doc) => doc.ref.update({ intervalSec: INTERVAL_SEC })));
}

async function happen(record: SoakRecord, happening: Happening, startMs: number): Promise<void> {
  await sleepUntil(startMs + happening.fromMs);
  if (happening.what === 'outage') return failFor(record, happening, startMs + happening.toMs);
  const { fault } = happening;
  const name = nameOf(fault);
  record.faults += 1;
  const fromMs = Date.now();
  if (fault.kind === 'functions killed') record.killsMs.push(fromMs);
  record.under.add(name);
  for (const latency of record.latencies) latency.isDisturbed ||= latency.atMs > fromMs - TELLING_MS;
  const trouble = troubleOf(fault, fromMs, startMs + happening.toMs);
  if (trouble) record.troubles.push(trouble);
  const end = await inflict(record, fault);
  await sleepUntil(startMs + happening.toMs);
  await end();
  record.under.delete(name);
}

async function failFor(record: SoakRecord, { site }: Happening & { what: 'outage' }, untilMs: number): Promise<void> {
  const { db, product, outages, latencies, under } = record;
  const over = new AbortController();
  const turn = (how: string) => fetch(`${product.addresses.targets}/site/${site.site}/${how}`, { method: 'POST' });
  await turn('down');
  const fromMs = Date.now();
  const outage: Outage = { site, fromMs, toMs: untilMs };
  outages.push(outage);
  const latency: Latency = { atMs: fromMs, storedMs: null, toldMs: null, isDisturbed: under.size > 0 };
  latencies.push(latency);
  const stored = storedDown(db, site, over.signal).then((atMs) => {
    if (atMs !== null) latency.storedMs = atMs - fromMs;
    latency.isDisturbed ||= under.size > 0;
  });
  await sleepUntil(untilMs);
  await turn('up');
  outage.toMs = Date.now();
  over.abort();
  await stored;
}

async function tellEachMinute(record: SoakRecord, startMs: number, minutes: number, log: Log): Promise<void> {
  const { product, db } = record;
  for (let minute = 1; minute <= minutes; minute += 1) {
    await sleepUntil(startMs + minute * MINUTE_MS);
    const pids = product.agents.map((agent) => [agent.location, agent.pid()] as const);
    const memory = measureMemory(product.suite.pid, Object.fromEntries(pids.sort()));
    await noteTold(record);
    const since = Date.now() - MINUTE_MS;
    const recent = record.latencies.filter(({ atMs, storedMs }) => atMs + (storedMs ?? 0) >= since);
    const open = await openIncidents(db);
    log(
      `${String(minute).padStart(3)}  ${memoryText(memory)}  stored ${inWords(recent.map(({ storedMs }) => storedMs))}` +
        `  told ${inWords(recent.map(({ toldMs }) => toldMs))}  open ${open}  under way: ${[...record.under].join(', ') || '-'}`,
    );
  }
}

function memoryText({ firestore, tools, functions, workers, agents, soak }: Memory): string {
  const each = Object.entries(agents).map(([name, mb]) => `${name} ${mb}`);
  return `MB: firestore ${firestore} tools ${tools} functions ${functions} (${workers}) ${each.join(' ')} soak ${soak}`;
}

/** Finds the messages of outages that were not told before. */
async function noteTold({ product, outages, latencies }: SoakRecord): Promise<void> {
  const messages = await messagesIn(product.addresses.telegram);
  for (const [index, latency] of latencies.entries()) {
    const outage = outages[index];
    if (!outage || latency.toldMs !== null) continue;
    const next = outages.find(({ site, fromMs }) => site === outage.site && fromMs > outage.fromMs);
    const atMs = toldDown(messages, outage.site, outage.fromMs, next?.fromMs ?? Number.POSITIVE_INFINITY);
    if (atMs !== null) latency.toldMs = atMs - outage.fromMs;
  }
}

async function verdict(record: SoakRecord, startMs: number, log: Log): Promise<SoakResult> {
  const { db, product, latencies } = record;
  const left = await settle(db);
  await noteTold(record);
  const messages = await messagesIn(product.addresses.telegram);
  const alerts = await alertsSince(db, startMs);
  const judged = judgeSoak({ ...record, alerts, messages: messages.filter(({ atMs }) => atMs >= startMs) });
  const found = await contradictions(product.addresses.firestoreHost);
  for (const [name, isDisturbed] of [
    ['undisturbed', false],
    ['disturbed', true],
  ] as const) {
    const those = latencies.filter((each) => each.isDisturbed === isDisturbed);
    const [stored, told] = [those.map(({ storedMs }) => storedMs), those.map(({ toldMs }) => toldMs)].map(inWords);
    log(`${those.length} outages that began ${name}: stored after ${stored}; told after ${told}`);
  }
  const wrong = [...judged, ...found, ...left.map((each) => `not settled: ${each}`)];
  return { wrong, outages: record.outages.length, faults: record.faults, messages: messages.length };
}

/** Waits until nothing goes on; returns what still does. */
async function settle(db: Firestore): Promise<string[]> {
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const left = await unsettled(db);
    if (left.length === 0 || Date.now() > deadline) return left;
    await sleep(1_000);
  }
}

async function sleepUntil(atMs: number): Promise<void> {
  await sleep(Math.max(0, atMs - Date.now()));
}
