import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@farwatch/core/values/time';
import { error as logError } from 'firebase-functions/logger';
import { remember } from '../../platform/http/answer-cache.ts';

/** A value and when it was last read successfully, epoch ms. */
export type Confirmed<Value> = { value: Value; confirmedAtMs: number };

type Entry<Value> = Confirmed<Value> & { triedAtMs: number; size: number };

type Options<Value> = {
  read(key: string): Promise<Value | null>;
  freshMs: number;
  /** The most values, and the most keys without a value. */
  maxEntries: number;
  /** The size of all values together, as `sizeOf` counts. */
  maxSize: number;
  sizeOf(value: Value): number;
};

export type ReadCache<Value> = {
  /** The value, null if there is none. Throws if it cannot be read and no older one is known. */
  get(key: string, nowMs: number): Promise<Confirmed<Value | null>>;
  /** Whether `get` would read. */
  isKnown(key: string, nowMs: number): boolean;
};

/** How long a visitor waits for a new value where an older one could be shown, and where none is known. */
const STALE_AFTER_MS = 2 * SECOND_MS;
const GIVE_UP_AFTER_MS = 8 * SECOND_MS;

/**
 * Keeps what was read in this instance's memory for `freshMs`. While reading fails or takes long, the last value is
 * served with the time at which it was read. A key is read once at a time.
 */
export function readCache<Value>(options: Options<Value>): ReadCache<Value> {
  const found = new Map<string, Entry<Value>>();
  const missing = new Map<string, Entry<null>>();
  const pending = new Map<string, Promise<void>>();
  let size = 0;

  const drop = (key: string) => {
    size -= found.get(key)?.size ?? 0;
    found.delete(key);
    missing.delete(key);
  };
  const keep = (key: string, value: Value | null, atMs: number) => {
    drop(key);
    const times = { confirmedAtMs: atMs, triedAtMs: atMs };
    if (value === null) return remember(missing, key, { value: null, ...times, size: 0 }, options.maxEntries);
    const entry = { value, ...times, size: options.sizeOf(value) };
    found.set(key, entry);
    size += entry.size;
    for (const [oldest] of found)
      if (found.size > 1 && (found.size > options.maxEntries || size > options.maxSize)) drop(oldest);
  };
  const known = (key: string) => found.get(key) ?? missing.get(key);
  const isFresh = (key: string, nowMs: number) =>
    nowMs - (known(key)?.triedAtMs ?? Number.NEGATIVE_INFINITY) < options.freshMs;

  const readOnce = (key: string, nowMs: number): Promise<void> => {
    const running = pending.get(key);
    if (running) return running;
    const reading = options
      .read(key)
      .then((value) => keep(key, value, nowMs))
      .finally(() => pending.delete(key));
    pending.set(key, reading);
    return reading;
  };

  return {
    isKnown: (key, nowMs) => isFresh(key, nowMs) || pending.has(key),
    async get(key, nowMs) {
      const older = known(key);
      if (older && isFresh(key, nowMs)) return older;
      const reading = readOnce(key, nowMs);
      const limitMs = older ? STALE_AFTER_MS : GIVE_UP_AFTER_MS;
      try {
        await Promise.race([reading, failAfter(limitMs)]);
      } catch (error) {
        reading.catch(() => undefined);
        if (!older) throw error;
        // Not again for each visitor until it is due.
        older.triedAtMs = nowMs;
        logError(`${key} is shown as of ${new Date(older.confirmedAtMs).toISOString()}`, error);
      }
      return known(key) ?? older ?? { value: null, confirmedAtMs: nowMs };
    },
  };
}

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`no answer within ${ms} ms`);
}
