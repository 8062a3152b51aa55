import { watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckInInput } from '@farwatch/core/contracts/calls/check-in';
import { seeded } from '@farwatch/core/testing/seeded';
import { expect, it, onTestFinished } from 'vitest';
import { buildProgram, runAgent } from '../src/fake-backend/agent-program.ts';
import { type Fault, startFakeBackend } from '../src/fake-backend/fake-backend.ts';
import { listenLocally } from '../src/platform/local-server.ts';

const SEED = 16;
const KILLS = 20;
const ENDPOINTS = Array.from({ length: 8 }, (_, index) => `e${index}`);
/** Each response of an endpoint has its own status, which identifies the request of a check. */
const MAX_VISITS = 100;

const FAULTS: [Fault, ...Fault[]] = [
  { applied: 'never', answer: 'INTERNAL' },
  { applied: 'never', answer: 'UNAVAILABLE' },
  { applied: 'never', answer: 'UNAUTHENTICATED' },
  { applied: 'never', answer: 'none' },
  { applied: 'never', answer: 'cut' },
  { applied: 'now', answer: 'INTERNAL' },
  { applied: 'now', answer: 'none' },
  { applied: 'now', answer: 'cut' },
  { applied: 'later', answer: 'cut' },
  { applied: 'twice', answer: 'result' },
];

type Visit = { statusCode: number; life: number };

/** Sites that record their visits by the agent's life (the time between two kills) and can go down. */
async function startSites() {
  const state = { life: 0, down: new Set<string>(), visits: new Map(ENDPOINTS.map((id) => [id, [] as Visit[]])) };
  const server = await listenLocally((request, response) => {
    const id = request.url?.slice(1) ?? '';
    const own = state.visits.get(id);
    if (!own) return response.end('reference');
    if (own.length === MAX_VISITS) throw new Error(`too many visits of ${id}`);
    const statusCode = (state.down.has(id) ? 500 : 200) + own.length;
    own.push({ statusCode, life: state.life });
    response.writeHead(statusCode).end();
  }, 0);
  const urls = Object.fromEntries(ENDPOINTS.map((id) => [id, `${server.origin}/${id}`]));
  return Object.assign(state, { urls, referenceSite: `${server.origin}/reference`, close: server.close });
}

/** Every complete check in the spool's folder, reported or not, as endpoint@time. */
async function spooledChecks(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^checks-\d+-\w+\.log$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
  const lines = texts.flatMap((text) => text.split('\n').slice(0, -1));
  return lines.map((line) => {
    const [, , endpoint, at] = JSON.parse(line.slice(0, line.lastIndexOf(']') + 1)) as unknown[];
    return `${endpoint}@${at}`;
  });
}

/** Resolves when the agent next writes to its spool. */
function nextWrite(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, () => {
      watcher.close();
      resolve();
    });
  });
}

it(`every check of an agent that is killed ${KILLS} times while its server fails arrives exactly once`, {
  tags: 'minutes',
}, async () => {
  const random = seeded(SEED);
  const sites = await startSites();
  onTestFinished(sites.close);
  let isFaulty = true;
  let onReport = () => {};
  let faults = 0;
  const applied: CheckInInput[] = [];
  const backend = await startFakeBackend({
    ...{ owners: { o1: sites.urls }, intervalSec: 2 },
    nextFault: () => {
      const fault = isFaulty && random.share() < 0.75 ? random.one(FAULTS) : null;
      if (fault) faults += 1;
      return fault;
    },
    onReport: () => onReport(),
    onApplied: (report) => applied.push(report),
  });
  onTestFinished(backend.close);
  const spool = join(backend.folder, 'spool');
  const program = await buildProgram(backend.folder);
  const arrived = () => applied.flatMap(({ owners }) => owners.o1?.checks ?? []);
  const arrivedKeys = () => new Set(arrived().map(({ endpoint, at }) => `${endpoint}@${at}`));
  const onDisk = new Set<string>();
  /** Lives in which the agent discarded checks because the machine was busy. */
  const excused = new Set<number>();

  /** Runs the agent until the event, then sends the signal. */
  async function runUntil(event: () => Promise<unknown>, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const agent = runAgent(program, backend.folder, ['--reference-site', sites.referenceSite]);
    const timer = setInterval(disturb, 300);
    await Promise.race([event(), agent.ended]);
    clearInterval(timer);
    expect(agent.child.exitCode, agent.output()).toBeNull();
    agent.child.kill(signal);
    await agent.ended;
    if (/not checked|did not answer|cannot be seen/.test(agent.output())) excused.add(sites.life);
    for (const key of await spooledChecks(spool)) onDisk.add(key);
    sites.life += 1;
  }

  /** Takes a site down or up and requests a check of another, so that there is something to report. */
  function disturb(): void {
    const id = random.one(['e0', 'e1', 'e2', 'e3']);
    if (!sites.down.delete(id)) sites.down.add(id);
    backend.requestCheck(random.one(['e4', 'e5', 'e6', 'e7']));
  }

  const nextReport = () =>
    new Promise<void>((resolve) => {
      onReport = resolve;
    });
  const events = {
    start: () => sleep(random.whole(0, 600)),
    write: async () => {
      await nextWrite(spool);
      await sleep(random.whole(0, 600));
    },
    report: async () => {
      await nextReport();
      // Mostly while the report is being sent, or just after.
      await sleep(random.one([random.whole(0, 6), random.whole(0, 600)]));
    },
  };
  const all = [events.start, events.write, events.report, events.report, events.report] as const;
  for (let kill = 0; kill < KILLS; kill += 1) await runUntil(random.one([...all]), 'SIGKILL');
  isFaulty = false;
  const missing = () => {
    const keys = arrivedKeys();
    return [...onDisk].filter((key) => !keys.has(key));
  };
  // The next life reports what a slow machine still has on its disk.
  for (let round = 0; round < 4 && (round === 0 || missing().length > 0); round += 1) {
    await runUntil(() => expect.poll(missing).toEqual([]), 'SIGTERM');
  }

  expect(missing()).toEqual([]);
  expect(arrived()).toHaveLength(arrivedKeys().size);
  for (const id of ENDPOINTS) {
    const visits = sites.visits.get(id) ?? [];
    const known = arrived().flatMap(({ endpoint, statusCode }) => (endpoint === id ? (statusCode ?? []) : []));
    expect(known.filter((statusCode) => !visits.some((visit) => visit.statusCode === statusCode))).toEqual([]);
    expect(new Set(known).size).toBe(known.length);
    const lost = visits.filter(({ statusCode }) => !known.includes(statusCode));
    // Only the check that runs when the agent is killed may be lost.
    const unexplained = lost.filter(
      (visit) => !excused.has(visit.life) && visit !== visits.findLast(({ life }) => life === visit.life),
    );
    expect(unexplained).toEqual([]);
  }
  expect(faults).toBeGreaterThanOrEqual(KILLS / 4);
  expect(excused.size).toBeLessThan(KILLS / 2);
  expect(arrived().length).toBeGreaterThan(3 * ENDPOINTS.length);
});
