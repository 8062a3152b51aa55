/**
 * How a command ends: as expected; it failed, or something is down; it would change something and needs a confirmation.
 */
export const EXIT = { ok: 0, failed: 1, confirm: 2 } as const;

/** An error that names what to do; it is shown without a stack. */
export class Problem extends Error {}

/** Returns what a user sees of an error. */
export function describeProblem(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return `${error.message.split('. ')[0]}. See farwatch help.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
