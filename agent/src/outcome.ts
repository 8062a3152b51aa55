import type { AgentFolder } from './state/folder.ts';
import { texts } from './texts/texts.ts';

/**
 * The program's exit codes (agent/README.md). Service managers start it again after all but `gone`. A second signal to
 * stop ends it with 128 and the signal's number.
 */
export const EXIT = {
  /** Done; for `check` also: the site is up. */
  ok: 0,
  /** It failed; the message contains the reason. */
  problem: 1,
  /** The agent was deleted or reset on the Agents page, or its token was refused as another agent's twice in a row. */
  gone: 2,
  /** `check`: down. `status`: not running. `doctor`: something must be fixed. */
  no: 3,
  /** `check`: unknown. `status`: running, but has not reported lately. `register`: the answer was lost. */
  unsure: 4,
  /** `run`: an update is installed and waits to be started. */
  update: 5,
} as const;

/** A problem that the person at the terminal can solve: one sentence, and its exit code. */
export class Problem extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

export function notRegistered({ path }: AgentFolder): Problem {
  return new Problem(texts().command.notRegistered(path));
}

/** Prints an answer: for programs as JSON on one line, else the lines for a person. */
export function print(json: boolean, answer: object, lines: readonly string[]): void {
  if (json) console.log(JSON.stringify(answer));
  else for (const line of lines) console.log(line);
}
