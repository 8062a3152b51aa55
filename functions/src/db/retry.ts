import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentData, DocumentReference, WriteBatch } from 'firebase-admin/firestore';

/** gRPC codes of a commit that conflicted with another change, or with itself after its answer was lost. */
const ALREADY_EXISTS = 6;
const CONFLICTS = new Set([ALREADY_EXISTS, 9, 10]);
const TRIES = 8;

/** An error's code, as Firestore (a number) and Auth (a text) give it; undefined for none. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Whether a document changed, or was created, since it was read. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(Number(codeOf(error)));
}

/** Whether the document to update does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 5;
}

/** Whether the write is impossible, as for a document over 1 MiB. */
export function isInvalid(error: unknown): boolean {
  return codeOf(error) === 3;
}

/**
 * Commits the creation of documents whose ids were just made by chance: where they exist, it was this commit that made
 * them, and the answer to its first try was lost.
 */
export async function commitNew(batch: WriteBatch): Promise<void> {
  try {
    await batch.commit();
  } catch (error) {
    if (codeOf(error) !== ALREADY_EXISTS) throw error;
  }
}

/** Creates a document; false where there is one, which may be of this very call if the answer to its first try was lost. */
export async function created(ref: DocumentReference, document: DocumentData): Promise<boolean> {
  try {
    await ref.create(document);
    return true;
  } catch (error) {
    if (codeOf(error) !== ALREADY_EXISTS) throw error;
    return false;
  }
}

/**
 * Repeats a read-decide-commit while its commit conflicts, with growing random waits. `attempt` must read again: the
 * conflict may have been with its own earlier commit.
 */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried >= TRIES || !isConflict(error)) throw error;
      await sleep(Math.random() * 20 * 2 ** tried);
    }
  }
}
