import { watch } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, seeded } from '@farwatch/core/testing/seeded';
import { MINUTE_MS, WINDOW_MS, windowStart } from '@farwatch/core/time';
import { AGENT_ID, type AgentProcess, buildProgram, makeAgentFolder, PROJECT_ID, runAgent } from './agent-process.ts';
import { type FaultyServer, startFaultyServer } from './faulty-server.ts';
import { type Judgement, judge, type Life } from './judge.ts';
import { type Listening, startListening } from './listening.ts';
import { ServerMemory } from './memory.ts';
import { readSaid } from './said.ts';
import { spooledChecks } from './spooled.ts';
import { OLD_STATUS, startTargets, type Targets } from './targets.ts';

/** `lifeMs`: how long the agent lives at most after its first check, where nothing else ends it. */
export type KillsOptions = { seed: number; kills: number; lifeMs: number; onRound?: (round: number) => void };
export type KillsResult = Judgement & {
  ends: Record<string, number>;
  fates: Record<string, number>;
  forgot: number;
  replayed: number;
};

const OWNERS = { o1: 1, o2: 4 };
const ENDPOINTS = { o1: 20, o2: 10 };
const RESTLESS = 6;
/** The first check of a life comes within this, or never. */
const LONGEST_MS = 7_000;
/** After this long without a report, no more will come. */
const SETTLED_WITHIN_MS = 60_000;
const LAST_ROUNDS = 4;

type World = {
  program: string;
  targets: Targets;
  memory: ServerMemory;
  server: FaultyServer;
  listening: Listening;
  folder: string;
  kept: Set<string>;
  lives: Life[];
  /** Called at each report that the server hears. */
  onReport: () => void;
};

/**
 * Runs the agent's program against a faulty server and kills it that often; then lets it finish, and judges what
 * arrived.
 */
export async function runKills({ seed, kills, lifeMs, onRound }: KillsOptions): Promise<KillsResult> {
  const world = await startWorld(seed);
  const { targets, memory, server, folder, kept, lives, close } = world;
  const ends: Record<string, number> = {};
  try {
    for (let round = 0; round < kills; round += 1) {
      onRound?.(round);
      const end = await oneRound(world, seeded(seed * 1_000 + round), lifeMs);
      ends[end] = (ends[end] ?? 0) + 1;
      for (const key of await spooledChecks(join(folder, 'spool'))) kept.add(key);
    }
    server.mend();
    await lastRounds(world);
    const verdicts = endpoints().map(([ownerId, endpoint]) => {
      return { endpoint, isUp: targets.isUp(endpoint), knownUp: memory.isUp(ownerId, endpoint) };
    });
    const { visits } = targets;
    const judged = judge({ visits, kept, lives, applied: memory.applied, verdicts });
    const changed = memory.changed.map((key) => `report ${key} was sent twice and was not the same`);
    const { fates } = server;
    const { forgot, replayed } = memory;
    return { ...judged, wrong: [...judged.wrong, ...changed], ends, fates, forgot, replayed };
  } finally {
    await close();
  }
}

async function startWorld(seed: number): Promise<World & { close: () => Promise<void> }> {
  const targets = await startTargets();
  const memory = new ServerMemory(OWNERS);
  const listening = await startListening(PROJECT_ID, assignments(targets));
  const server = await startFaultyServer({ memory, random: seeded(seed), onReport: () => world.onReport() });
  const folder = await makeAgentFolder(server.host, listening.host);
  const program = await buildProgram(folder);
  const world: World = {
    ...{ program, targets, memory, server, listening, folder },
    kept: new Set(),
    lives: [],
    onReport: () => undefined,
  };
  await leaveOldChecks(world);
  const close = async () => {
    await Promise.all([targets.close(), server.close(), listening.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  return Object.assign(world, { close });
}

function endpoints(): [ownerId: keyof typeof OWNERS, endpoint: string][] {
  const of = (ownerId: keyof typeof OWNERS) =>
    Array.from({ length: ENDPOINTS[ownerId] }, (_, index): [keyof typeof OWNERS, string] => [
      ownerId,
      `${ownerId}e${index}`,
    ]);
  return [...of('o1'), ...of('o2')];
}

function assignments(targets: Targets) {
  const of = (ownerId: keyof typeof OWNERS) => {
    const own = endpoints().filter(([owner]) => owner === ownerId);
    const told = own.map(([, endpoint]) => {
      return [endpoint, { url: targets.urlOf(endpoint), name: endpoint, group: 'shop', monitorId: 'm1', rev: 0 }];
    });
    const more = {
      agentId: AGENT_ID,
      generation: OWNERS[ownerId],
      live: true,
      liveSeq: 1,
      intervalSec: 1,
      changedAt: 1,
    };
    return { location: 'tw', ownerId, ...more, count: own.length, endpoints: Object.fromEntries(told) };
  };
  return { 'assignments/tw_o1': of('o1'), 'assignments/tw_o2': of('o2') };
}

/** Checks of hours ago, as the first version wrote them: they are for the other lane, and come though nobody waits for them. */
async function leaveOldChecks({ folder, kept }: World): Promise<void> {
  const spool = join(folder, 'spool');
  for (let windows = 3; windows < 8; windows += 1) {
    const windowAt = windowStart(Date.now()) - windows * WINDOW_MS;
    const lines = Array.from({ length: 40 }, (_, index) =>
      JSON.stringify(['o1', OWNERS.o1, `o1e${index % 20}`, windowAt + index * 1_000, 12, OLD_STATUS, null]),
    );
    await writeFile(join(spool, `checks-${windowAt}-before.log`), `${lines.join('\n')}\n`);
  }
  for (const key of await spooledChecks(spool)) kept.add(key);
}

const ENDS = ['start', 'life', 'life', 'write', 'write', 'send', 'send', 'term', 'term then kill'] as const;

/** One life of the agent; returns how it ended. */
async function oneRound(world: World, random: Random, lifeMs: number): Promise<string> {
  const { program, folder, lives, targets } = world;
  const end = random.one(ENDS);
  const isRestless = random.share() < 0.5;
  const disturbing = seeded(random.whole(0, 1_000_000));
  const agent = runAgent(program, folder, ['--reference-site', targets.referenceSite]);
  const restless = setInterval(() => disturb(world, disturbing, isRestless), 500);
  await Promise.race([momentOf(end, world, random, lifeMs), agent.ended]);
  const isTold = end.startsWith('term');
  agent.child.kill(isTold ? 'SIGTERM' : 'SIGKILL');
  if (end === 'term then kill') {
    await Promise.race([sleep(random.whole(0, 1_500)), agent.ended]);
    agent.child.kill('SIGKILL');
  }
  const { code, signal } = await agent.ended;
  clearInterval(restless);
  if (signal === null && !(isTold && code === 0)) throw new Error(`the agent ended by itself: ${agent.trouble()}`);
  // Told to stop before it could listen, it ends as if it were killed.
  lives.push({ end, isKilled: signal !== null, said: readSaid(agent.out(), agent.trouble()) });
  await targets.endLife();
  return code === 0 && end !== 'term' ? 'term' : end;
}

/** Asks for a check, which is then reported at once, and lets a target go down or come back. */
function disturb({ targets, listening }: World, random: Random, isRestless: boolean): void {
  listening.ask(`o2e${random.whole(0, ENDPOINTS.o2 - 1)}`);
  if (!isRestless) return;
  const endpoint = `o1e${random.whole(0, RESTLESS - 1)}`;
  targets.turn(endpoint, !targets.isUp(endpoint));
}

/** Ends at the moment at which the agent is to be killed. */
async function momentOf(end: (typeof ENDS)[number], world: World, random: Random, lifeMs: number): Promise<void> {
  const spool = join(world.folder, 'spool');
  if (end === 'start') return sleep(random.whole(0, 900));
  await Promise.race([nthWrite(spool, 1), sleep(LONGEST_MS)]);
  if (end === 'write') {
    await Promise.race([nthWrite(spool, random.whole(1, 40)), sleep(2 * lifeMs)]);
    return sleep(random.whole(0, 4));
  }
  if (end === 'send') {
    await Promise.race([nthReport(world, random.whole(1, 4)), sleep(2 * lifeMs)]);
    return sleep(random.whole(0, 6));
  }
  return sleep(random.whole(0, lifeMs));
}

/** Ends when the agent has touched its spool that often. */
function nthWrite(spool: string, nth: number): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    const watcher = watch(spool, () => {
      count += 1;
      if (count < nth) return;
      watcher.close();
      resolve();
    });
    watcher.unref();
  });
}

function nthReport(world: World, nth: number): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    world.onReport = () => {
      count += 1;
      if (count === nth) resolve();
    };
  });
}

/** All goes well from now on. What a slow machine still leaves on the disk when the agent stops is for another run to send. */
async function lastRounds(world: World): Promise<void> {
  for (let round = 0; round < LAST_ROUNDS; round += 1) {
    await lastRound(world);
    for (const key of await spooledChecks(join(world.folder, 'spool'))) world.kept.add(key);
    if (hasAll(world)) return;
  }
}

/** Whether all that ever was on the disk has arrived. */
function hasAll({ kept, memory }: World): boolean {
  const arrived = memory.keys();
  return [...kept].every((key) => arrived.has(key));
}

/**
 * Runs until the server has all that it can get, or no more comes; then the agent is told to stop, and sends what there
 * is.
 */
async function lastRound(world: World): Promise<void> {
  const { program, folder, targets, memory, lives } = world;
  const agent = runAgent(program, folder, ['--reference-site', targets.referenceSite]);
  const before = memory.applied.length;
  let heardMs = performance.now();
  world.onReport = () => {
    heardMs = performance.now();
  };
  const isKnown = () =>
    memory.applied.length > before &&
    endpoints().every(([ownerId, endpoint]) => memory.isUp(ownerId, endpoint) === targets.isUp(endpoint));
  while (performance.now() < heardMs + SETTLED_WITHIN_MS && !(isKnown() && hasAll(world))) await sleep(100);
  await stop(agent);
  lives.push({ end: 'the last', isKilled: false, said: readSaid(agent.out(), agent.trouble()) });
  await targets.endLife();
}

async function stop(agent: AgentProcess): Promise<void> {
  agent.child.kill('SIGTERM');
  const { code } = await Promise.race([agent.ended, sleep(MINUTE_MS, { code: null })]);
  if (code !== 0) throw new Error(`the agent did not stop as it should: ${agent.trouble()}`);
}
