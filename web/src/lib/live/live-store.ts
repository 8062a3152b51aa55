import { createSignal } from '../signal.ts';
import type { Listen } from './listen.ts';

/** A listener's data: undefined until the first answer. The last data stays after an error. */
export type Known = { data: unknown; error: Error | undefined };
type Entry = { known: Known; holders: number; stop: () => void };

const NOTHING: Known = { data: undefined, error: undefined };

/** Enough for the pages that users move between; each hour adds another list of incidents. */
const MAX_ENDED = 12;

/** The data of all listeners, by key. The latest `maxEnded` ended ones are kept, to be shown immediately. */
export function createLiveStore(maxEnded: number) {
  const entries = new Map<string, Entry>();
  const changed = createSignal();
  let view = (known: Known) => known;

  function update(entry: Entry, known: Known) {
    entry.known = known;
    changed.notify();
  }

  function start(entry: Entry, listen: Listen<unknown>) {
    update(entry, { ...entry.known, error: undefined });
    entry.stop = listen({
      next: (data) => update(entry, { data, error: undefined }),
      fail: (error) => update(entry, { ...entry.known, error }),
    });
  }

  function end(key: string, entry: Entry) {
    entry.stop();
    entries.delete(key);
    entries.set(key, entry);
    const ended = [...entries].filter(([, { holders }]) => holders === 0);
    for (const [oldest] of ended.slice(0, Math.max(0, ended.length - maxEnded))) entries.delete(oldest);
  }

  return {
    /**
     * Starts the key's listener unless it is running. Returns the function that releases it; the last release ends it.
     */
    hold(key: string, listen: Listen<unknown>): () => void {
      const entry = entries.get(key) ?? { known: NOTHING, holders: 0, stop: () => {} };
      entries.set(key, entry);
      entry.holders += 1;
      if (entry.holders === 1) start(entry, listen);
      return () => {
        entry.holders -= 1;
        if (entry.holders === 0) end(key, entry);
      };
    },

    /** The key's state; the same object as long as it does not change. */
    known: (key: string | null): Known => view((key === null ? undefined : entries.get(key)?.known) ?? NOTHING),

    /** Changes what all keys show of their states. A view returns the same object for the same state. */
    setView(next: typeof view) {
      view = next;
      changed.notify();
    },

    /** Calls the listener on every change of any key. Returns the function that unsubscribes. */
    subscribe: changed.subscribe,

    /** Forgets the data of ended listeners. */
    forget() {
      for (const [key, { holders }] of [...entries]) if (holders === 0) entries.delete(key);
    },
  };
}

/** The store of this tab. */
export const liveStore = createLiveStore(MAX_ENDED);
