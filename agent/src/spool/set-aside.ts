import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckInInput } from '@farwatch/core/calls/check-in';
import { z } from 'zod';
import { isNoRoom, removeFile, writeDurably } from './durable.ts';

const FOLDER = 'refused';
const KEPT_BYTES = 16 * 1024 * 1024;

/** How many checks a report carries. */
export function countChecks(report: Pick<CheckInInput, 'owners'>): number {
  return Object.values(report.owners).reduce((sum, { checks }) => sum + checks.length, 0);
}

/**
 * Keeps a refused report with its reason for a person to look at: in `refused/` of the spool folder, at most 16 MiB.
 * Returns how many checks of older ones were dropped for it, or its own if the disk is full.
 */
export async function setAside(spoolFolder: string, report: CheckInInput, reason: string): Promise<number> {
  const folder = join(spoolFolder, FOLDER);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${Date.now()}-${report.spool}-${report.seq}.json`;
    await writeDurably(join(folder, name), JSON.stringify({ reason, report }));
    return await dropOldest(folder);
  } catch (error) {
    if (isNoRoom(error)) return countChecks(report);
    throw error;
  }
}

async function dropOldest(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  let dropped = 0;
  for (const [index, name] of names.slice(0, -1).entries()) {
    if (bytes <= KEPT_BYTES) break;
    dropped += await countKept(join(folder, name));
    bytes -= sizes[index] ?? 0;
    await removeFile(join(folder, name));
  }
  return dropped;
}

const ownersSchema = z.object({ owners: z.record(z.string(), z.object({ checks: z.array(z.unknown()) })) });
/** Older versions kept the report alone. */
const keptSchema = z.union([z.object({ report: ownersSchema }).transform(({ report }) => report), ownersSchema]);

/** How many checks a kept report has; none for a file damaged by a crash or a person. */
async function countKept(path: string): Promise<number> {
  const text = await readFile(path, 'utf8');
  try {
    const { owners } = keptSchema.parse(JSON.parse(text));
    return Object.values(owners).reduce((sum, { checks }) => sum + checks.length, 0);
  } catch {
    return 0;
  }
}
