import { execFileSync } from 'node:child_process';
import { type Proc, treeOf } from '../platform/processes.ts';

/** A process, what it was started with, and its memory. */
export type Described = { pid: number; residentMb: number; command: string };

/** Whether it is one of those in which firebase-tools runs the functions. */
export function isWorker({ command }: Pick<Described, 'command'>): boolean {
  return command.includes('functionsEmulatorRuntime');
}

/** The processes that run functions now. */
export function functionWorkers(suitePid: number): Proc[] {
  const family = treeOf(suitePid);
  const pids = new Set(describe(family).flatMap(({ pid, ...more }) => (isWorker(more) ? pid : [])));
  return family.filter(({ pid }) => pids.has(pid));
}

/** Looks processes up; those that have ended since are left out. */
export function describe(procs: readonly Proc[]): Described[] {
  if (procs.length === 0) return [];
  const pids = procs.map(({ pid }) => pid).join();
  return listed(['-o', 'pid=,rss=,args=', '-p', pids]).flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line);
    if (!match) return [];
    return [{ pid: Number(match[1]), residentMb: Math.round(Number(match[2]) / 1024), command: match[3] ?? '' }];
  });
}

/** ps fails where none of them is there any more. */
function listed(args: readonly string[]): string[] {
  try {
    return execFileSync('ps', ['-ww', ...args], { encoding: 'utf8' }).split('\n');
  } catch {
    return [];
  }
}
