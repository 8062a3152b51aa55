import { randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFile, writeDurably } from './durable.ts';
import { type Outgoing, type SpoolState, spoolStateSchema } from './state.ts';

const FILE = 'spool.json';
/** The same once more, written first: it holds what counts where the other is lost. */
const COPY = 'spool-copy.json';
/** What the state was when the disk was full: reports have gone out since under another id. */
const SPENT = 'spool-spent.json';

/**
 * The state of a spool, from the first file that can be read; a new one where there is none. One that cannot be read is
 * kept beside it. Where all are lost a new spool begins over the same checks: the old seq may be used for another report.
 */
export async function loadState(folder: string): Promise<SpoolState> {
  const state = await readState(join(folder, FILE));
  if (state) return state;
  const spent = await readState(join(folder, SPENT));
  if (spent) return { ...spent, isSpent: true };
  return (await readState(join(folder, COPY))) ?? newState();
}

/** Throws what the disk says: the state on it is then the one before, or this. */
export async function storeState(folder: string, state: SpoolState): Promise<void> {
  const text = JSON.stringify(state);
  await writeDurably(join(folder, COPY), text);
  await writeDurably(join(folder, FILE), text);
  await removeFile(join(folder, SPENT));
}

/** From now on reports go out that the state on the disk knows nothing of. To rename takes no room. */
export async function markSpent(folder: string): Promise<void> {
  await rename(join(folder, FILE), join(folder, SPENT)).catch(() => undefined); // there is none, or nothing can be done
}

/** A spool under whose id nothing has been sent yet. */
export function newTurn(): Pick<SpoolState, 'id' | 'seq' | 'isSpent'> {
  return { id: randomUUID(), seq: 0, isSpent: false };
}

/** What was on its way, as the first report of a new spool. */
export function firstOfNewTurn({ report, ...rest }: Outgoing): Partial<SpoolState> {
  const turn = newTurn();
  return { ...turn, outgoing: { ...rest, report: { ...report, spool: turn.id, seq: turn.seq + 1 } } };
}

async function readState(path: string): Promise<SpoolState | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const parsed = spoolStateSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  await rename(path, `${path}.unreadable`);
  return null;
}

function newState(): SpoolState {
  return { ...newTurn(), taken: {}, droppedChecks: 0, refusedReports: 0, refusedInARow: 0, outgoing: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the schema refuses it
  }
}
