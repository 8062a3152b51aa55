import { setTimeout as sleep } from 'node:timers/promises';

/** gRPC codes of a commit that met a change it had not read, or one of its own whose answer was lost. */
const CONFLICTS = new Set([6, 9, 10]);
const TRIES = 8;

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Whether the error says that a document changed, or came to be, since it was read. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(Number(codeOf(error)));
}

/** Whether the error says that the document to update does not exist. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 5;
}

/** Whether the error says that what was to be written cannot be, as a document over 1 MiB. */
export function isInvalid(error: unknown): boolean {
  return codeOf(error) === 3;
}

/**
 * Runs a read-decide-commit again from the start while its commit conflicts, waiting a little longer and at random each time.
 * `attempt` must read anew: the conflict may have been with its own earlier commit (design 3).
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
