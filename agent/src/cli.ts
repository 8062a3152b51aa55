import './memory.ts';
import './threads.ts';
import { isMainThread, workerData } from 'node:worker_threads';
import { failureOf, runCommandLine } from './command-line.ts';
import { APP_VERSION } from './device/identity.ts';
import { handOver } from './program/hand-over.ts';

function fail(error: unknown): void {
  const { output, exitCode } = failureOf(error, process.argv);
  console.error(output);
  process.exit(exitCode);
}

/** Another version may run in this process instead; then that one ends it. */
async function start(args: string[]): Promise<void> {
  if (!(await handOver(args, APP_VERSION))) process.exit(await runCommandLine(args));
}

if (isMainThread) start(process.argv.slice(2)).catch(fail);
else if (workerData === 'assertions') void import('./assertion-thread.ts');
else void import('./program/watch-trial.ts').then(({ watchTrial }) => watchTrial(workerData));
