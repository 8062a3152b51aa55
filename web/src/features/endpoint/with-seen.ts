import type { SeenChecks } from '../../components/check-now/check-progress.ts';

/** The input with the checks seen so far, which the answer must then contain, though the server caches answers. */
export function withSeen<Input extends { query?: object }>(input: Input, seen: SeenChecks | null): Input {
  return seen ? { ...input, query: { ...input.query, ...seen } } : input;
}
