import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { seedScene } from '../bench/scene.ts';
import { addressesOf, envOf } from './addresses.ts';
import { buildIfStale, buildsFor } from './build.ts';
import { stopWatched } from './platform/guard.ts';
import { rootDir } from './platform/paths.ts';
import { claimFreePorts } from './platform/ports.ts';
import { runToEnd } from './platform/run-to-end.ts';
import { stopOnSignal } from './platform/signals.ts';
import { startSuite } from './suite.ts';

/**
 * `npm run bench`: what each function takes to load, and the memory of many calls at once to those that take the most. An argument
 * names another bundle than functions/dist/index.js to measure, as one built before a change.
 */
stopOnSignal(() => stopWatched(10_000), 130);

const FUNCTIONS = [
  ...['api', 'payments', 'registerAgent', 'agentToken', 'checkIn', 'flipCreated', 'alertCreated'],
  ...['sendAlerts', 'rollAgentHour', 'removeMonitor', 'sweep', 'rollHours'],
];
const AT_ONCE: [name: string, counts: number[]][] = [
  ['rollAgentHour', [1, 2, 4, 10]],
  ['checkIn', [1, 5, 10, 20, 40]],
];
const takenSchema = z.object({
  importMs: z.number(),
  loadedMiB: z.number(),
  totalMs: z.number(),
  peakMiB: z.number(),
});

async function measure(): Promise<void> {
  const ports = await claimFreePorts();
  const [functions] = buildsFor(addressesOf(ports));
  await buildIfStale(functions);
  const bundle = process.argv[2] ?? join(functions.outDir, 'index.js');
  const suite = await startSuite({ ports, run: 'bench', only: ['auth', 'firestore'] });
  try {
    const take = async (name: string, calls: number, seeded: number) => {
      const projectId = `demo-bench-${name.toLowerCase()}-${calls}`;
      const env = { ...process.env, ...envOf(addressesOf(ports)), GCLOUD_PROJECT: projectId };
      Object.assign(process.env, env);
      await seedScene(projectId, seeded, Date.now());
      const args = [join(rootDir, 'emulators/bench/call.ts'), bundle, name, String(calls)];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: rootDir });
      return takenSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    };
    console.log('A call that finds nothing to do: import, until answered, memory');
    for (const name of FUNCTIONS) {
      const { importMs, totalMs, peakMiB } = await take(name, 1, 0);
      console.log(`  ${name.padEnd(16)}${ms(importMs)}${ms(totalMs)}${mib(peakMiB)}`);
    }
    for (const [name, counts] of AT_ONCE) {
      console.log(`${name} of full agents, calls at once: until all are answered, memory`);
      for (const calls of counts) {
        const { totalMs, peakMiB } = await take(name, calls, calls);
        console.log(`  ${String(calls).padEnd(16)}${ms(totalMs)}${mib(peakMiB)}`);
      }
    }
  } finally {
    await suite.stop();
  }
}

const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(10);
const mib = (value: number) => `${value.toFixed(0)} MiB`.padStart(10);

await runToEnd(() => measure().then(() => 0));
