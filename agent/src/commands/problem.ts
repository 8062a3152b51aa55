/** Something the person at the terminal can act on: one sentence, and the exit code that goes with it. */
export class Problem extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
