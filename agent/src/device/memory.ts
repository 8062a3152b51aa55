import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';

/** Share of the machine's memory in use, in percent, without what the system could free at once. */
export async function memoryUsage(meminfo = '/proc/meminfo'): Promise<number> {
  const text = await readFile(meminfo, 'utf8').catch(() => ''); // not Linux
  const [total, available] = ['MemTotal', 'MemAvailable'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN),
  );
  const share = total && available ? 1 - available / total : 1 - freemem() / totalmem();
  return Math.round(share * 1000) / 10;
}
