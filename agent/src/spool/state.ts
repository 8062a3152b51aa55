import { randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckInInput, checkInInputSchema } from '@farwatch/core/contracts/calls/check-in';
import { z } from 'zod';
import { removeFile, writeDurably } from './durable.ts';
import type { SpoolOptions } from './options.ts';

const rangesSchema = z.record(z.string(), z.array(z.tuple([z.number().int(), z.number().int()])));

/** A report on its way, resent until acknowledged. `takes`: the bytes of each segment that it carries. */
const outgoingSchema = z.object({
  report: checkInInputSchema,
  takes: rangesSchema,
  droppedChecks: z.number().int().nonnegative(),
});
export type Outgoing = z.infer<typeof outgoingSchema>;

/**
 * `spool.json`, replaced as a whole at each step: the spool's id, the last acknowledged seq, the acknowledged ranges of
 * each segment, counts of dropped checks and refused reports not reported yet, how many were refused in a row, and the
 * report on its way.
 */
const spoolStateSchema = z.object({
  id: z.string(),
  seq: z.number().int().nonnegative(),
  taken: rangesSchema,
  droppedChecks: z.number().int().nonnegative(),
  /** Reports have gone out under another id since, so only the one on its way may still go out under this. */
  isSuperseded: z.boolean(),
  refusedReports: z.number().int().nonnegative(),
  refusedInARow: z.number().int().nonnegative(),
  outgoing: outgoingSchema.nullable(),
});
export type SpoolState = z.infer<typeof spoolStateSchema>;

/** The spool's part of the next report. */
export type SpoolStatus = {
  spool: string;
  seq: number;
  droppedChecks: number;
  refusedReports: number;
  inMemory: boolean;
};

/** How many checks a report carries. */
export function countChecks(report: Pick<CheckInInput, 'owners'>): number {
  return Object.values(report.owners).reduce((sum, { checks }) => sum + checks.length, 0);
}

const FILE = 'spool.json';
/** A copy, written first: it counts if the other file is lost. */
const COPY = 'spool-copy.json';
/** The state when the disk became full: since then reports have gone out under another id. */
const SUPERSEDED = 'spool-superseded.json';

/**
 * The state of a spool, from the first readable file; a new one if there is none. An unreadable file is kept next to
 * it. If all are lost a new spool starts over the same checks: the old seq may be used for another report.
 */
export async function loadState(folder: string, onUnreadable: SpoolOptions['onUnreadable']): Promise<SpoolState> {
  const state = await readState(join(folder, FILE), onUnreadable);
  if (state) return state;
  const superseded = await readState(join(folder, SUPERSEDED), onUnreadable);
  if (superseded) return { ...superseded, isSuperseded: true };
  return (await readState(join(folder, COPY), onUnreadable)) ?? newState();
}

/** Throws the disk's error: the stored state is then the previous one, or this. */
export async function storeState(folder: string, state: SpoolState): Promise<void> {
  const text = JSON.stringify(state);
  await writeDurably(join(folder, COPY), text);
  await writeDurably(join(folder, FILE), text);
  await removeFile(join(folder, SUPERSEDED));
}

/** Reports will go out that the stored state does not know. Renaming needs no space. */
export async function markSuperseded(folder: string): Promise<void> {
  await rename(join(folder, FILE), join(folder, SUPERSEDED)).catch(() => undefined); // there is none, or the disk fails
}

/** A new spool id, under which nothing has been sent. */
export function newSpoolId(): Pick<SpoolState, 'id' | 'seq' | 'isSuperseded'> {
  return { id: randomUUID(), seq: 0, isSuperseded: false };
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
