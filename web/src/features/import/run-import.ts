import { type Created, type Creation, withMonitorIds } from '@farwatch/core/importers/plan';
import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { ApiFailure } from '../../lib/api/failure.ts';
import { parseStored, readStored, writeStored } from '../../lib/browser/storage.ts';

/** How many calls are under way: an instance works on as many of an account at a time. */
const AT_ONCE = 4;
const ATTEMPTS = 4;

/** An item of an import. `creation`: what is to be created, null once that is done, since it may have secrets. */
export type ImportItem = {
  name: string;
  kind: Creation['kind'];
  keys: readonly string[] | null;
  creation: Creation | null;
  /** The id of what was created. */
  id: string | null;
  failure: string | null;
};

/** An import that runs. Its id makes the keys by which repeated calls have one effect. */
export type ImportRun = { importId: string; items: readonly ImportItem[] };

export function newRun(importId: string, creations: readonly Creation[]): ImportRun {
  const items = creations.map((creation): ImportItem => {
    const { kind, name, keys } = creation;
    return { name, kind, keys, creation, id: null, failure: null };
  });
  return { importId, items };
}

export function pendingCount({ items }: ImportRun): number {
  return items.filter(({ creation }) => creation !== null).length;
}

/** What the run needs of its surroundings. `describe`: why a call failed, as the user reads it. */
export type RunTools = {
  create: (creation: Creation, key: string) => Promise<string>;
  wait: (ms: number) => Promise<void>;
  describe: (failure: unknown) => string;
  /** Called after each item, and while the server requires waiting. */
  onChange: (run: ImportRun, waitingSec: number | null) => void;
  signal: AbortSignal;
};

/**
 * Creates what is pending, some at a time, channels after their monitors. A single failure is kept with its item;
 * the run ends early without a session or a connection, and can be continued.
 */
export async function runImport(start: ImportRun, tools: RunTools): Promise<ImportRun> {
  let items = [...start.items];
  const current = (): ImportRun => ({ ...start, items });
  const stop = new AbortController();

  async function createOne(index: number): Promise<void> {
    const item = items[index];
    if (!item?.creation || stop.signal.aborted || tools.signal.aborted) return;
    const creation = withMonitorIds(item.creation, createdMonitors(items));
    const outcome = await attempt(creation, `${start.importId}-${index}`);
    if (outcome === 'stop') return stop.abort();
    items = items.with(index, { ...item, creation: null, ...outcome });
    tools.onChange(current(), null);
  }

  async function attempt(creation: Creation, key: string): Promise<Pick<ImportItem, 'id' | 'failure'> | 'stop'> {
    for (let tries = 1; ; tries += 1) {
      try {
        return { id: await tools.create(creation, key), failure: null };
      } catch (thrown) {
        const code = thrown instanceof ApiFailure ? thrown.code : 'unexpected';
        if (tools.signal.aborted || code === 'unauthenticated') return 'stop';
        const isBusy = code === 'too_many_requests';
        const isPassing = isBusy || ['network', 'timeout', 'server', 'internal'].includes(code);
        if (!isPassing) return { id: null, failure: tools.describe(thrown) };
        if (!isBusy && tries >= ATTEMPTS) return 'stop';
        const seconds = (thrown instanceof ApiFailure && thrown.retryAfterSec) || 2 ** Math.min(tries, 4);
        tools.onChange(current(), seconds);
        await tools.wait(seconds * SECOND_MS);
      }
    }
  }

  for (const kind of ['monitor', 'channel'] as const) {
    const queue = items.flatMap((item, index) => (item.kind === kind && item.creation ? index : []));
    const worker = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await createOne(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
  return current();
}

function createdMonitors(items: readonly ImportItem[]): Created[] {
  return items.flatMap(({ kind, id, keys }) => (kind === 'monitor' && id !== null ? { id, keys: keys ?? [] } : []));
}

const itemSchema = z.object({
  name: z.string(),
  kind: z.enum(['monitor', 'channel']),
  keys: z.array(z.string()).nullable(),
  creation: z.custom<Creation>((value) => typeof value === 'object').nullable(),
  id: z.string().nullable(),
  failure: z.string().nullable(),
});
const runSchema = z.object({ importId: z.string(), items: z.array(itemSchema) });

/** Keeps a run until its tab is closed, or forgets it (null). What is done is kept without its content. */
export function storeRun(accountId: string, run: ImportRun | null): void {
  writeStored('session', `import ${accountId}`, run === null ? null : JSON.stringify(run));
}

/** Returns the run of this tab; null for none. */
export function storedRun(accountId: string): ImportRun | null {
  return parseStored(runSchema, readStored('session', `import ${accountId}`));
}

const undoSchema = z.object({ atMs: z.number(), monitors: z.array(z.string()), channels: z.array(z.string()) });
/** What an import has created. */
export type Undo = z.infer<typeof undoSchema>;
export const UNDO_MS = DAY_MS;

export function createdIn({ items }: ImportRun): Omit<Undo, 'atMs'> {
  const idsOf = (kind: ImportItem['kind']) =>
    items.flatMap((item) => (item.kind === kind && item.id !== null ? item.id : []));
  return { monitors: idsOf('monitor'), channels: idsOf('channel') };
}

/** Remembers in this browser what the last import has created, or forgets it (null). */
export function storeUndo(accountId: string, undo: Undo | null): void {
  writeStored('local', `imported ${accountId}`, undo === null ? null : JSON.stringify(undo));
}

/** Returns what can still be undone; null for nothing. */
export function storedUndo(accountId: string, nowMs: number): Undo | null {
  const undo = parseStored(undoSchema, readStored('local', `imported ${accountId}`));
  return undo && nowMs - undo.atMs < UNDO_MS ? undo : null;
}
