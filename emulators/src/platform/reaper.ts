import { createInterface } from 'node:readline';
import { listProcs } from './processes.ts';
import { ProcTree } from './tree.ts';

/**
 * Ends the processes that its parent has started if the parent dies without doing so: the parent writes the ids of the
 * processes to watch ("+12", "-12"), and its end closes the pipe.
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
