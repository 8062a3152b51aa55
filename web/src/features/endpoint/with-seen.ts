import type { SeenChecks } from '../../components/check-now/check-progress.ts';

/** What is asked, with what was seen already: no answer lacks that, though the server answers from copies. */
export function withSeen<Input extends { query?: object }>(input: Input, seen: SeenChecks | null): Input {
  return seen ? { ...input, query: { ...input.query, ...seen } } : input;
}
