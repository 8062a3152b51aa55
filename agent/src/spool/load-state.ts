import { randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFile, writeDurably } from './durable.ts';
import type { SpoolOptions } from './options.ts';
import { type Outgoing, type SpoolState, spoolStateSchema } from './state.ts';

const FILE = 'spool.json';
/** A copy, written first: it counts if the other file is lost. */
const COPY = 'spool-copy.json';
/** The state when the disk became full: since then reports have gone out under another id. */
const SPENT = 'spool-spent.json';

/**
 * The state of a spool, from the first readable file; a new one if there is none. An unreadable file is kept beside it.
 * If all are lost a new spool begins over the same checks: the old seq may be used for another report.
 */
export async function loadState(folder: string, onUnreadable: SpoolOptions['onUnreadable']): Promise<SpoolState> {
  const state = await readState(join(folder, FILE), onUnreadable);
  if (state) return state;
  const spent = await readState(join(folder, SPENT), onUnreadable);
  if (spent) return { ...spent, isSpent: true };
  return (await readState(join(folder, COPY), onUnreadable)) ?? newState();
}

/** Throws the disk's error: the stored state is then the former one, or this. */
export async function storeState(folder: string, state: SpoolState): Promise<void> {
  const text = JSON.stringify(state);
  await writeDurably(join(folder, COPY), text);
  await writeDurably(join(folder, FILE), text);
  await removeFile(join(folder, SPENT));
}

/** Reports will go out that the stored state does not know. Renaming needs no space. */
export async function markSpent(folder: string): Promise<void> {
  await rename(join(folder, FILE), join(folder, SPENT)).catch(() => undefined); // there is none, or the disk fails
}

/** A new spool id, under which nothing has been sent. */
export function newSpoolId(): Pick<SpoolState, 'id' | 'seq' | 'isSpent'> {
  return { id: randomUUID(), seq: 0, isSpent: false };
}

/** The report that was on its way, as the first of a new spool. */
export function renumbered({ report, ...rest }: Outgoing): Partial<SpoolState> {
  const status = newSpoolId();
  return { ...status, outgoing: { ...rest, report: { ...report, spool: status.id, seq: status.seq + 1 } } };
}

async function readState(path: string, onUnreadable: SpoolOptions['onUnreadable']): Promise<SpoolState | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const parsed = spoolStateSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  await rename(path, `${path}.unreadable`);
  onUnreadable?.(`${path}.unreadable`);
  return null;
}

function newState(): SpoolState {
  return { ...newSpoolId(), taken: {}, droppedChecks: 0, refusedReports: 0, refusedInARow: 0, outgoing: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the schema refuses it
  }
}
