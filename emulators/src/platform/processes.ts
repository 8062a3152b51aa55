import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A running process. `born` distinguishes it from a later one with the same id. */
export interface Proc {
  pid: number;
  parent: number;
  born: string;
}

/** All running processes, without zombies. */
export function listProcs(): Proc[] {
  return existsSync('/proc/self/stat') ? procsOfLinux() : parsePs(execFileSync('ps', psArgs, { encoding: 'utf8' }));
}

const psArgs = ['-A', '-o', 'pid=,ppid=,stat=,lstart='];

function procsOfLinux(): Proc[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return [];
    }
  });
}

/** A line of /proc/pid/stat; the name in brackets may itself hold spaces and brackets. */
export function parseStat(stat: string): Proc[] {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent] = fields;
  if (state === 'Z' || state === 'X') return [];
  return [{ pid: Number.parseInt(stat, 10), parent: Number(parent), born: fields[19] ?? '' }];
}

/** The output of `ps`, for systems without /proc. */
export function parsePs(output: string): Proc[] {
  return output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (!match || match[3]?.startsWith('Z')) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), born: match[4] ?? '' }];
  });
}

/** The process and its current descendants. */
export function treeOf(pid: number, procs: readonly Proc[] = listProcs()): Proc[] {
  const root = procs.filter((proc) => proc.pid === pid);
  const found = [...root];
  for (const proc of found) found.push(...procs.filter((child) => child.parent === proc.pid && !found.includes(child)));
  return found;
}

/** Filters the given processes to the ones that still run. */
export function stillRunning(known: readonly Proc[], procs: readonly Proc[] = listProcs()): Proc[] {
  return known.filter((proc) => procs.some((now) => now.pid === proc.pid && now.born === proc.born));
}

/** Whether a process with that id runs. */
export function isRunning(pid: number): boolean {
  return listProcs().some((proc) => proc.pid === pid);
}

/** Signals the given processes that still run. */
export function signalAll(known: readonly Proc[], signal: NodeJS.Signals): void {
  for (const proc of stillRunning(known)) {
    try {
      process.kill(proc.pid, signal);
    } catch {
      // It ended in between.
    }
  }
}
