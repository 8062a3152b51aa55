import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SCHEDULED_JOB_NAMES } from '@farwatch/core/values/scheduled-jobs';
import { z } from 'zod';
import { addressesOf, envOf } from '../src/addresses.ts';
import { buildIfStale, buildsFor } from '../src/build.ts';
import { rootDir } from '../src/platform/paths.ts';
import { claimFreePorts } from '../src/platform/ports.ts';
import { startSuite } from '../src/suite.ts';
import { seedScene } from './scene.ts';
import { median, mib, ms, printTable, whole } from './table.ts';

const EMPTY = 'empty';
const FUNCTIONS = [
  ...['api', 'payments', 'ping', 'registerAgent', 'agentToken', 'checkIn', 'reportTrial', 'verdictChangeCreated'],
  ...['notifyOwner', 'rollAgentHour', 'buildHistory', 'removeMonitor', 'summarizeOwner', 'updatePages'],
  ...SCHEDULED_JOB_NAMES,
];
const AT_ONCE: [name: string, counts: number[]][] = [
  ['rollAgentHour', [1, 2, 4, 10]],
  ['checkIn', [1, 5, 10, 20, 40]],
];
/** Fresh processes for each number, in turns. */
const ROUNDS = 3;

const takenSchema = z.object({
  /** The time to load the bundle, as an instance does before its first call. */
  importMs: z.number(),
  /** The first calls, which load what only they need, and one more. */
  firstMs: z.number(),
  againMs: z.number(),
  peakMiB: z.number(),
  /** The code that was loaded, and the part that only the first call loaded; 0 unless requested. */
  codeKiB: z.number(),
  lazyKiB: z.number(),
});
type Taken = z.infer<typeof takenSchema>;
type Take = (name: string, calls: number, seeded: number, watched?: 'scripts') => Promise<Taken>;

/**
 * How long each function takes to load, compared with an empty one, each in a fresh process. An argument names another
 * bundle than functions/dist/index.js, such as one built before a change.
 */
export function measureStart(args: readonly string[]): Promise<void> {
  return withFirestore(args, printStarts);
}

/** The memory of many concurrent calls to the functions that take the most. The argument is as above. */
export function measureMemory(args: readonly string[]): Promise<void> {
  return withFirestore(args, printAtOnce);
}

async function withFirestore([other]: readonly string[], work: (take: Take) => Promise<void>): Promise<void> {
  const ports = await claimFreePorts();
  const [functions] = buildsFor(addressesOf(ports));
  await buildIfStale(functions);
  const bundle = other ?? join(functions.outDir, 'index.js');
  const suite = await startSuite({ ports, run: 'bench', only: ['auth', 'firestore'] });
  try {
    const take: Take = async (name, calls, seeded, watched = undefined) => {
      const projectId = `demo-bench-${name.toLowerCase()}-${calls}`;
      const settings = { GCLOUD_PROJECT: projectId, METADATA_SERVER_DETECTION: 'none' };
      const env = { ...process.env, ...envOf(addressesOf(ports)), ...settings };
      Object.assign(process.env, env);
      await seedScene(projectId, seeded, Date.now());
      const from = name === EMPTY ? join(rootDir, 'functions/bench/empty.ts') : bundle;
      const args = [join(rootDir, 'emulators/bench/call.ts'), from, name, String(calls), ...(watched ? [watched] : [])];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: rootDir });
      return takenSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    };
    await work(take);
  } finally {
    await suite.stop();
  }
}

async function printStarts(take: Take): Promise<void> {
  const names = [EMPTY, ...FUNCTIONS];
  const taken = new Map<string, Taken[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) taken.get(name)?.push(await take(name, 1, 0));
  }
  console.log(`A call that finds nothing to do, in a fresh process; medians of ${ROUNDS}`);
  const rows: string[][] = [];
  for (const [name, all] of taken) {
    const { codeKiB, lazyKiB } = await take(name, 1, 0, 'scripts');
    const times = (['importMs', 'firstMs', 'againMs'] as const).map((key) => ms(median(all.map((each) => each[key]))));
    const memory = mib(median(all.map(({ peakMiB }) => peakMiB)));
    rows.push([name, ...times, memory, `${whole(codeKiB)} KiB`, `${whole(lazyKiB)} KiB`]);
  }
  printTable(['', 'load', 'first call', 'next call', 'memory', 'code', 'of it by the call'], rows);
}

async function printAtOnce(take: Take): Promise<void> {
  for (const [name, counts] of AT_ONCE) {
    const rows: string[][] = [];
    for (const calls of counts) {
      const { firstMs, peakMiB } = await take(name, calls, calls);
      rows.push([String(calls), ms(firstMs), mib(peakMiB)]);
    }
    console.log(`Calls of ${name} at once, of full agents`);
    printTable(['calls', 'until all are answered', 'memory'], rows);
  }
}
