import { randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { type SpoolState, spoolStateSchema } from './state.ts';

/**
 * The state of a spool; a new one where there is none. One that cannot be read is kept beside it, and a new spool begins
 * over the same checks: the old seq may have been used for another report.
 */
export async function loadState(path: string): Promise<SpoolState> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return newState();
  const parsed = spoolStateSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  await rename(path, `${path}.unreadable`);
  return newState();
}

function newState(): SpoolState {
  return { id: randomUUID(), seq: 0, taken: {}, droppedChecks: 0, refusedReports: 0, refusedInARow: 0, outgoing: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the schema refuses it
  }
}
