import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** One line: the machine, and how busy it is now. */
export function machine(): string {
  const gib = Math.round(totalmem() / 2 ** 30);
  const [load = 0] = loadavg();
  const model = cpus()[0]?.model ?? 'unknown';
  return `${availableParallelism()} processors (${model}), ${gib} GiB, Node ${process.versions.node}, load ${load.toFixed(1)}`;
}
