/** A problem that the user can fix. Its message is the one sentence to print. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** The text to print for an error: the message of a Problem, otherwise the stack. */
export function explain(thrown: unknown): string {
  if (thrown instanceof Problem) return thrown.message;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
