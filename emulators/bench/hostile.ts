import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackRow, attackRowSchema, p95 } from '@farwatch/core/testing/attack-row';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { TRIAL } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { until } from '../faults/testing/until.ts';
import { addressesOf, envOf } from '../src/addresses.ts';
import { type AgentProcess, buildProgram, runAgent } from '../src/fake-backend/agent-program.ts';
import { type FakeBackend, startFakeBackend } from '../src/fake-backend/fake-backend.ts';
import { cleanEnv } from '../src/platform/clean-env.ts';
import { type LocalServer, listenLocally } from '../src/platform/local-server.ts';
import { rootDir } from '../src/platform/paths.ts';
import { claimFreePorts } from '../src/platform/ports.ts';
import { Problem } from '../src/platform/problem.ts';
import { readUsage } from '../src/steady/usage.ts';
import { startSuite } from '../src/suite.ts';
import { mib, ms, printTable, whole } from './table.ts';

/** More often than any account may have its endpoints checked, so that one attack follows the other. */
const INTERVAL_SEC = 5;
const NEIGHBOURS = 20;
const HOSTILE = 9;
const TRIALS = 60;
const CALLS = 20;
/** Of the site that trials visit. */
const SLOW_MS = 10 * SECOND_MS;
/** A tenth of what Node may take on a small device, and what the thread of assertions may take, in addition to the usual. */
const MOST_MIB = 450;

/** A second of processor time each on the body below, which is as large as is read. */
const EXPENSIVE: Assertion[] = [
  { source: 'json', path: '$..*', op: 'equals', value: 'nothing' },
  { source: 'json', path: '$..[?@..a == 1]', op: 'equals', value: 'nothing' },
  { source: 'body', op: 'matches', value: '([^x]*[^y]*){18}z{20}' },
];
const LARGE = `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":[1,{}]`).join(',')}}`;

const sites = { areHostile: false };

/**
 * What one account can do to others: each attack, what a neighbour notices of it, and the memory or documents that it
 * takes. Throws a Problem if something is more than its line allows. The argument is a part: `memory`, `bodies` or
 * `agent`.
 */
export async function measureHostile([part]: readonly string[]): Promise<void> {
  const rows: AttackRow[] = [];
  const take = (row: AttackRow) => {
    rows.push(row);
    print(row);
  };
  const parts = { memory: attackMemory, bodies: attackBodies, agent: attackAgent };
  for (const [name, attack] of Object.entries(parts)) if (part === undefined || part === name) await attack(take);
  const exceeded = rows.filter((row) => limitsOf(row).some(({ is, most }) => !(is <= most)));
  if (exceeded.length > 0) throw new Problem(`Exceeded: ${exceeded.map(({ attack }) => attack).join('; ')}.`);
}

type Take = (row: AttackRow) => void;

/** The functions' handlers, with Firestore in memory. */
function attackMemory(take: Take): Promise<void> {
  return run('hostile.ts', cleanEnv(), take);
}

/** Functions in processes of their own. */
async function attackBodies(take: Take): Promise<void> {
  const suite = await startSuite({ ports: await claimFreePorts(), run: 'bench-hostile', only: ['auth', 'firestore'] });
  try {
    const env = { ...cleanEnv(), ...envOf(addressesOf(suite.ports)), METADATA_SERVER_DETECTION: 'none' };
    await run('hostile-bodies.ts', env, take);
  } finally {
    await suite.stop();
  }
}

/** Runs a program of the functions, which prints a line of JSON for each attack among others. */
async function run(program: string, env: NodeJS.ProcessEnv, take: Take): Promise<void> {
  const path = join(rootDir, 'functions/bench', program);
  const child = spawn(process.execPath, [path], { env, cwd: rootDir, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill());
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{"attack"')) take(attackRowSchema.parse(JSON.parse(line)));
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

/** An agent's program in a process of its own, which checks one account's sites next to a neighbour's. */
async function attackAgent(take: Take): Promise<void> {
  const server = await listenLocally(async (request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/slow')) await sleep(SLOW_MS);
    response.end(path.startsWith('/hostile') && sites.areHostile ? LARGE : 'well');
  }, 0);
  /** When the last check that has arrived was made, by endpoint. */
  const checkedAt = new Map<string, number>();
  const backend = await startFakeBackend({
    ...{ owners: ownersAt(server), intervalSec: INTERVAL_SEC, checkOf },
    onApplied: ({ owners }) => {
      for (const { endpoint, at } of Object.values(owners).flatMap(({ checks }) => checks)) {
        checkedAt.set(endpoint, Math.max(at, checkedAt.get(endpoint) ?? 0));
      }
    },
  });
  const program = await buildProgram(backend.folder);
  const agent = runAgent(program, backend.folder, ['--reference-site', `${server.origin}/reference 200 well`]);
  try {
    await until('every endpoint is checked', MINUTE_MS, () => checkedAt.size === NEIGHBOURS + HOSTILE);
    await attacks({ server, backend, agent, checkedAt }, take);
  } finally {
    agent.child.kill('SIGTERM');
    await agent.ended;
    await Promise.all([backend.close(), server.close()]);
  }
}

type Rig = { server: LocalServer; backend: FakeBackend; agent: AgentProcess; checkedAt: ReadonlyMap<string, number> };

async function attacks({ server, backend, agent, checkedAt }: Rig, take: Take): Promise<void> {
  const checkNow = async (): Promise<number> => {
    const taken: number[] = [];
    for (let index = 0; index < CALLS; index += 1) {
      const endpoint = `n${index % NEIGHBOURS}`;
      const requestedMs = Date.now();
      backend.requestCheck(endpoint);
      const arrived = () => (checkedAt.get(endpoint) ?? 0) >= requestedMs;
      await until(`${endpoint} is checked`, MINUTE_MS, arrived);
      taken.push(Date.now() - requestedMs);
      await sleep(500);
    }
    return p95(taken);
  };
  const peakMib = async () => (await readUsage(agent.child.pid ?? 0)).peakMiB;
  const neighbour = 'a requested check has arrived at the server';
  const withoutMs = await checkNow();
  const row = async (attack: string, withMs: number, mostMs: number): Promise<AttackRow> => ({
    ...{ attack, neighbour, withoutMs, withMs, mostMs, counts: [] },
    memory: { mib: await peakMib(), mostMib: MOST_MIB },
  });

  for (let index = 0; index < TRIALS; index += 1) {
    backend.requestTrial(`t${index}`, 'greedy', `${server.origin}/slow/${index}`);
  }
  take(await row(`${TRIALS} trials that take 10 s each, ${TRIAL.atOnce} at a time`, await checkNow(), 5_000));
  sites.areHostile = true;
  // Until the first ones are evaluated.
  await sleep(INTERVAL_SEC * SECOND_MS);
  const what = `${HOSTILE} endpoints with expensive expressions and JSONPaths every ${INTERVAL_SEC} s`;
  take(await row(what, await checkNow(), 15_000));
}

function ownersAt({ origin }: LocalServer): Record<string, Record<string, string>> {
  const urls = (count: number, letter: string, path: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${letter}${index}`, `${origin}/${path}/${index}`]),
    );
  return { neighbour: urls(NEIGHBOURS, 'n', 'well'), greedy: urls(HOSTILE, 'h', 'hostile') };
}

/** Both need the thread in which assertions are evaluated. */
function checkOf(endpoint: string, index: number): HttpCheck {
  const expensive = EXPENSIVE[index % EXPENSIVE.length];
  if (endpoint.startsWith('h') && expensive) return { assertions: [expensive] };
  return { assertions: [{ source: 'body', op: 'matches', value: '^wel+$' }] };
}

type Limit = { of: string; is: number; most: number; shown: (value: number) => string };

function limitsOf({ neighbour, withMs, mostMs, memory, counts }: AttackRow): Limit[] {
  return [
    { of: neighbour, is: withMs, most: mostMs, shown: ms },
    ...(memory ? [{ of: 'peak memory', is: memory.mib, most: memory.mostMib, shown: mib }] : []),
    ...counts.map((count) => ({ ...count, shown: whole })),
  ];
}

function print(row: AttackRow): void {
  const { attack, withoutMs, withMs } = row;
  const [first, ...others] = limitsOf(row).map(({ of, is, most, shown }) => [of, shown(is), shown(most), is <= most]);
  console.log(`\n${attack}`);
  const ratio = withoutMs > 0 ? `${(withMs / withoutMs).toFixed(1)} ×` : '';
  const cells = (limit: typeof first, ...before: string[]) =>
    limit ? [String(limit[0]), ...before, String(limit[1]), String(limit[2]), limit[3] ? '' : 'EXCEEDED'] : [];
  printTable(
    ['', 'without, p95', 'ratio', 'with the attack', 'at most', ''],
    [cells(first, ms(withoutMs), ratio), ...others.map((each) => cells(each, '', ''))],
  );
}
