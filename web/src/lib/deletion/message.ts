import { useSyncExternalStore } from 'react';
import { createSignal } from '../signal.ts';

/** What was deleted: one thing by its name, with what else that changes, or some endpoints. */
export type Deleted = { name: string; hint?: string } | { endpoints: number };

/** What is shown about deletions. */
export type DeletionMessage = {
  /** What can still be undone. */
  undoable: Deleted | null;
  /** The last deletion that failed, until it is dismissed. */
  failed: { title: string; failure: unknown } | null;
};

const NOTHING: DeletionMessage = { undoable: null, failed: null };

let message = NOTHING;
const changed = createSignal();

/** Changes what is shown about deletions. */
export function showDeletion(next: Partial<DeletionMessage>): void {
  message = { ...message, ...next };
  changed.notify();
}

/** What is shown about deletions. */
export function useDeletionMessage(): DeletionMessage {
  return useSyncExternalStore(changed.subscribe, () => message);
}

/** Makes the call of a deletion that can still be undone. It does nothing until a page that deletes is loaded (deletions.ts). */
export const openDeletion: { complete: () => Promise<void> } = { complete: async () => undefined };
