import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** `status.json`: the state of a running agent for the command `status`. Not durable: a crash may lose it. */
export const statusSchema = z.object({
  at: z.iso.datetime(),
  lastReportAt: z.iso.datetime().nullable(),
  endpoints: z.number().int(),
  down: z.number().int(),
  abstaining: z.boolean(),
});
export type Status = z.infer<typeof statusSchema>;

export async function writeStatus(path: string, status: Status): Promise<void> {
  await writeFile(`${path}.tmp`, JSON.stringify(status), { mode: 0o600 });
  await rename(`${path}.tmp`, path);
}

/** The last status; null if none is readable. */
export async function readStatus(path: string): Promise<Status | null> {
  try {
    return statusSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null; // never run, or an older version's
  }
}
