import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentData, DocumentReference, WriteBatch } from 'firebase-admin/firestore';

/** gRPC codes of a commit that conflicted with another write, or with its own first try if that answer was lost. */
const ALREADY_EXISTS = 6;
const CONFLICTS = new Set([ALREADY_EXISTS, 9, 10]);
/**
 * gRPC codes of a commit that may have been applied: CANCELLED, UNKNOWN, DEADLINE_EXCEEDED, INTERNAL, UNAVAILABLE. The
 * client repeats transactions after them, but a batch only after the last.
 */
const OUTCOME_UNKNOWN = new Set([1, 2, 4, 13, 14]);
const TRIES = 8;
/** Fewer, since the client has waited long before it gave up. */
const UNKNOWN_TRIES = 3;

/** An error's code: a number from Firestore, a string from Auth; undefined if it has none. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Whether a document changed, or was created, since it was read. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(Number(codeOf(error)));
}

/** Whether a commit may have been applied although it failed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return OUTCOME_UNKNOWN.has(Number(codeOf(error)));
}

/** Whether the document to update does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 5;
}

/** Whether Firestore rejects the write as invalid, such as a document over 1 MiB. */
export function isInvalid(error: unknown): boolean {
  return codeOf(error) === 3;
}

/**
 * Commits a batch that creates documents with random ids. If they exist already, this commit created them and the
 * answer to its first try was lost.
 */
export async function commitNew(batch: WriteBatch): Promise<void> {
  try {
    await repeatUnknown(() => batch.commit());
  } catch (error) {
    if (codeOf(error) !== ALREADY_EXISTS) throw error;
  }
}

/** Writes, and again while the outcome is unknown. The write must have the same effect if it is applied twice. */
export function repeatUnknown<T>(write: () => Promise<T>): Promise<T> {
  return retryWhile(isOutcomeUnknown, write);
}

/** Creates a document; false if it exists, even if a first attempt of this call created it and lost its answer. */
export async function createIfMissing(ref: DocumentReference, document: DocumentData): Promise<boolean> {
  try {
    await repeatUnknown(() => ref.create(document));
    return true;
  } catch (error) {
    if (codeOf(error) !== ALREADY_EXISTS) throw error;
    return false;
  }
}

/**
 * Retries a read-decide-commit with random backoff while its commit conflicts, or its outcome is unknown. `attempt` must
 * read again each time, and find out whether its own earlier commit was applied.
 */
export function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  return retryWhile((error) => isConflict(error) || isOutcomeUnknown(error), attempt);
}

async function retryWhile<T>(isRetried: (error: unknown) => boolean, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      const tries = isOutcomeUnknown(error) ? UNKNOWN_TRIES : TRIES;
      if (tried >= tries || !isRetried(error)) throw error;
      await sleep(Math.random() * 20 * 2 ** tried);
    }
  }
}
