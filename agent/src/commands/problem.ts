/** A problem that the person at the terminal can solve: one sentence, and its exit code. */
export class Problem extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
