import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The state of firebase-tools' start, by its output. */
export type Start = { state: 'starting' } | { state: 'ready' } | { state: 'failed'; reason: string };

const failures = [
  /(Failed to load function definition from source.*)/,
  /(Functions codebase could not be analyzed successfully.*)/,
  /(Failed to start Functions emulator.*)/,
  /(Could not start .+ Emulator, port taken\.)/,
  /(.+ has exited with code: .+)/,
  /(Fatal error occurred.*)/,
  /^Error: (.+)/m,
];

/** Reads the state from the log. A failure counts only before everything is ready. */
export function readStart(log: string): Start {
  const text = stripVTControlCharacters(log);
  const [before = '', after] = text.split('All emulators ready!');
  for (const failure of failures) {
    const reason = failure.exec(before)?.[1];
    if (reason) return { state: 'failed', reason: reason.trim() };
  }
  return { state: after === undefined ? 'starting' : 'ready' };
}

/** Reads the log's text; empty if there is none. */
export function readLog(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
