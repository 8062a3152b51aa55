import { createInterface } from 'node:readline';
import { listProcs } from './processes.ts';
import { ProcTree } from './tree.ts';

/**
 * Runs beside the platform and ends what it started if it dies without doing so itself: its parent writes the
 * numbers of the processes to watch ("+12", "-12"), and closes the pipe by ending, however it ends.
 */
const watched = new Map<number, ProcTree>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

setInterval(() => {
  const procs = listProcs();
  for (const tree of watched.values()) tree.refresh(procs);
}, 1_000).unref();

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const pid = Math.abs(Number(line));
  if (line.startsWith('+')) watched.set(pid, new ProcTree(pid));
  else watched.delete(pid);
});
lines.on('close', () => {
  for (const tree of watched.values()) tree.kill();
  process.exit(0);
});
