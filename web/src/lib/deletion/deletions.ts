import { SECOND_MS } from '@farwatch/core/values/time';
import { useSyncExternalStore } from 'react';
import { type Known, liveStore } from '../live/live-store.ts';
import { createSignal } from '../signal.ts';
import { type Deleted, type DeletionMessage, openDeletion, showDeletion } from './message.ts';

/** A deletion that can be undone until its call is made. */
export type Deletion = {
  /** What disappears at once: ids of documents, or keys that `useRemaining` gets. */
  ids: readonly string[];
  deleted: Deleted;
  call: () => Promise<unknown>;
  /** The title of a failure. */
  failed: string | ((failure: unknown) => string);
  /** Called if the deletion is undone or fails, so that everything is shown again. */
  onRestored?: () => void;
};

/** How long a deletion can be undone. */
export const UNDO_SEC = 8;

type Shell = {
  show: (message: Partial<DeletionMessage>) => void;
  /** Called with everything that is deleted, or will be. */
  hide: (ids: ReadonlySet<string>) => void;
};

/**
 * Deletes one thing after the other, each a while after it has disappeared. Meanwhile it can be undone. What has been
 * deleted stays hidden, because live documents may arrive later than the answer.
 */
export function createDeletions({ show, hide }: Shell, undoMs = UNDO_SEC * SECOND_MS) {
  let open: Deletion | null = null;
  let hidden: ReadonlySet<string> = new Set();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take(): Deletion | null {
    const taken = open;
    clearTimeout(timer);
    open = null;
    return taken;
  }

  function setHidden(next: ReadonlySet<string>) {
    hidden = next;
    hide(next);
  }

  function restore({ ids, onRestored }: Deletion) {
    setHidden(new Set([...hidden].filter((id) => !ids.includes(id))));
    onRestored?.();
  }

  /** Makes the call of the open deletion. Resolves once it is answered; a failure is shown. */
  async function complete(): Promise<void> {
    const deletion = take();
    if (!deletion) return;
    show({ undoable: null });
    try {
      await deletion.call();
    } catch (failure) {
      restore(deletion);
      const title = typeof deletion.failed === 'string' ? deletion.failed : deletion.failed(failure);
      show({ failed: { title, failure } });
    }
  }

  const wait = () => {
    timer = setTimeout(() => void complete(), undoMs);
  };

  return {
    complete,

    /** Hides something, and deletes it unless that is undone. What was deleted before can no longer be undone. */
    remove(deletion: Deletion): void {
      void complete();
      open = deletion;
      setHidden(new Set([...hidden, ...deletion.ids]));
      show({ undoable: deletion.deleted, failed: null });
      wait();
    },

    /** Shows again what can be undone. */
    undo(): void {
      const deletion = take();
      if (!deletion) return;
      show({ undoable: null });
      restore(deletion);
    },

    /** Stops the time, for example while the pointer is on the message, or lets it start again. */
    hold(isHeld: boolean): void {
      clearTimeout(timer);
      if (open && !isHeld) wait();
    },
  };
}

let hidden: ReadonlySet<string> = new Set();
const hiddenChanged = createSignal();

type Listed = { id: string; endpoints?: Record<string, unknown> };

/** Leaves documents with these ids out of live lists, and endpoints with them out of monitors. */
export function viewWithout(ids: ReadonlySet<string>): (known: Known) => Known {
  const views = new WeakMap<Known, Known>();
  const withoutEndpoints = (item: Listed): Listed => {
    const { endpoints } = item;
    if (!endpoints || !Object.keys(endpoints).some((id) => ids.has(id))) return item;
    return { ...item, endpoints: Object.fromEntries(Object.entries(endpoints).filter(([id]) => !ids.has(id))) };
  };
  const viewOf = (known: Known): Known => {
    const { data } = known;
    if (!isList(data)) return known;
    return { ...known, data: { ...data, items: data.items.filter(({ id }) => !ids.has(id)).map(withoutEndpoints) } };
  };
  return (known) => {
    const view = views.get(known) ?? viewOf(known);
    views.set(known, view);
    return view;
  };
}

function isList(data: unknown): data is { items: readonly Listed[] } {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);
}

/** The deletions of this tab. */
export const deletions = createDeletions({
  show: showDeletion,
  hide(ids) {
    hidden = ids;
    liveStore.setView(viewWithout(ids));
    hiddenChanged.notify();
  },
});

openDeletion.complete = deletions.complete;
// A hidden page may never be shown again.
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void deletions.complete());

/** The items of an answer without those that are deleted, or will be. Live documents lack them anyway. */
export function useRemaining<Item>(items: readonly Item[] | undefined, keyOf: (item: Item) => string) {
  const gone = useSyncExternalStore(hiddenChanged.subscribe, () => hidden);
  return items?.filter((item) => !gone.has(keyOf(item)));
}
