import { readdir, readFile } from 'node:fs/promises';

/** The unit of times in /proc/<pid>/stat. */
const TICKS_PER_SEC = 100;

/**
 * The totals of a process: processor time of all threads, current and peak memory, how often a thread was woken, and
 * bytes written to disk.
 */
export type Usage = {
  cpuSec: number;
  rssMiB: number;
  peakMiB: number;
  /** The wake-ups of all threads, and of the first, which runs the agent's own code. */
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
  // A thread may end meanwhile; then it is not counted.
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
function cpuSecIn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SEC;
}

function wakeupsIn(status: string): number {
  return numberAfter('\nvoluntary_ctxt_switches:', status);
}

/** The number after a name; NaN if it is missing. */
function numberAfter(name: string, text: string): number {
  const at = text.indexOf(name);
  return at < 0 ? Number.NaN : Number.parseInt(text.slice(at + name.length), 10);
}
