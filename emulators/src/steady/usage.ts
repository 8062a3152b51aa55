import { readdir, readFile } from 'node:fs/promises';

/** Of the times in /proc/<pid>/stat, on every Linux. */
const TICKS_PER_SEC = 100;

/**
 * What a process has used since it began: processor time of all threads, memory now and at most, how often a thread
 * waited and was woken, and what it had the disk write.
 */
export type Usage = {
  cpuSec: number;
  rssMiB: number;
  peakMiB: number;
  /** Of all threads, and of the first, which runs the agent's own code. */
  wakeups: number;
  mainWakeups: number;
  threads: number;
  diskBytes: number;
};

/** Reads it from /proc, so only on Linux. Rejects once the process has ended. */
export async function readUsage(pid: number): Promise<Usage> {
  const own = `/proc/${pid}`;
  const [stat, status, io, tasks] = await Promise.all([
    readFile(`${own}/stat`, 'utf8'),
    readFile(`${own}/status`, 'utf8'),
    readFile(`${own}/io`, 'utf8'),
    readdir(`${own}/task`),
  ]);
  // A thread may end meanwhile, and what it did is then gone from the sum.
  const woken = tasks.map((task) => readFile(`${own}/task/${task}/status`, 'utf8').then(wakeupsIn, () => 0));
  return {
    cpuSec: cpuSecIn(stat),
    rssMiB: numberAfter('VmRSS:', status) / 1_024,
    peakMiB: numberAfter('VmHWM:', status) / 1_024,
    wakeups: (await Promise.all(woken)).reduce((sum, count) => sum + count, 0),
    mainWakeups: wakeupsIn(status),
    threads: tasks.length,
    diskBytes: numberAfter('write_bytes:', io),
  };
}

/** Processor time in a /proc/<pid>/stat, whose second field, a name in brackets, may have spaces and brackets. */
export function cpuSecIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SEC;
}

function wakeupsIn(status: string): number {
  return numberAfter('\nvoluntary_ctxt_switches:', status);
}

/** The number behind a name. NaN if it is not there. */
export function numberAfter(name: string, text: string): number {
  const at = text.indexOf(name);
  return at < 0 ? Number.NaN : Number.parseInt(text.slice(at + name.length), 10);
}
