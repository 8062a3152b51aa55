import { readFileSync } from 'node:fs';
import { treeOf } from '../src/platform/processes.ts';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time so far, ms, and resident memory, MiB, of a process and all it started. Needs Linux' /proc. */
export interface Usage {
  cpuMs: number;
  memoryMiB: number;
}

export function usageOf(pid: number): Usage {
  const each = treeOf(pid).map((proc) => ({ cpuMs: cpuMsOf(proc.pid), memoryMiB: memoryOf(proc.pid) }));
  const sum = (key: keyof Usage) => each.reduce((all, usage) => all + usage[key], 0);
  return { cpuMs: sum('cpuMs'), memoryMiB: sum('memoryMiB') };
}

function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function memoryOf(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) / 1024;
}
