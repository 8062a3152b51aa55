import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { listProcs } from './processes.ts';
import { endTree, ProcTree } from './tree.ts';

const watched = new Map<number, ProcTree>();
let reaper: ChildProcess | null = null;
let refreshing: NodeJS.Timeout | null = null;

/** Ends that process and its descendants when this one ends, even by SIGKILL (see reaper.ts). */
export function watch(pid: number): ProcTree {
  const tree = new ProcTree(pid);
  watched.set(pid, tree);
  reaper ??= startReaper();
  reaper.stdin?.write(`+${pid}\n`);
  if (refreshing === null) refreshing = setInterval(refreshAll, 1_000).unref();
  return tree;
}

function refreshAll(): void {
  const procs = listProcs();
  for (const tree of watched.values()) tree.refresh(procs);
}

/** The process has ended normally. */
export function unwatch(pid: number): void {
  watched.delete(pid);
  reaper?.stdin?.write(`-${pid}\n`);
}

/** Stops everything that is watched, and kills what does not end in that time. */
export async function stopWatched(graceMs: number): Promise<void> {
  await Promise.all([...watched.values()].map((tree) => endTree(tree, 'SIGINT', graceMs)));
}

/** Kills everything that is watched. */
export function killWatched(): void {
  for (const tree of watched.values()) tree.kill();
}

/** Ends the reaper; resolves when it is gone. */
export async function endGuard(): Promise<void> {
  const ending = reaper;
  reaper = null;
  if (ending === null || ending.exitCode !== null) return;
  ending.ref();
  const gone = new Promise((resolve) => ending.once('exit', resolve));
  ending.stdin?.end();
  await gone;
}

function startReaper(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'reaper.ts')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: process.env.PATH },
  });
  child.unref();
  if (child.stdin && 'unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  child.stdin?.on('error', () => {});
  return child;
}
