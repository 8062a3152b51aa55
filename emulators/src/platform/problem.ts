/** Something the person at the keyboard can mend. Its message is the one sentence they are shown. */
export class Problem extends Error {
  override readonly name = 'Problem';
}

/** What to print for anything that was thrown: the sentence of a Problem, the whole stack of a bug. */
export function explain(thrown: unknown): string {
  if (thrown instanceof Problem) return thrown.message;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
