import { z } from 'zod';
import { clip } from './clip.ts';
import { atMsSchema, countSchema } from './fields.ts';
import { DRAIN } from './limits.ts';
import { HOUR_MS } from './time.ts';

/** A failure this long after the last retry was due is the first of another problem. */
export const STUCK_FOR_MS = 2 * HOUR_MS;

/** Scheduled work on a document that failed: it is put off, so that it does not stop the work on others. */
export const stuckSchema = z.object({
  /** Failures in a row. */
  tries: countSchema,
  reason: z.string(),
  since: atMsSchema,
  /** The schedule leaves the document alone until then. */
  retryAt: atMsSchema,
});
export type Stuck = z.infer<typeof stuckSchema>;

/** Returns when work that has failed once more is tried again: after 1, 2, 4 … 60 minutes. */
export function putOff(before: Stuck | null, reason: string, nowMs: number): Stuck {
  const isSame = before !== null && before.retryAt > nowMs - STUCK_FOR_MS;
  const tries = isSame ? before.tries + 1 : 1;
  const waitMs = Math.min(DRAIN.retryFromMs * 2 ** Math.min(tries - 1, 20), DRAIN.retryToMs);
  const since = isSame ? before.since : nowMs;
  return { tries, reason: clip(reason, DRAIN.reasonLength), since, retryAt: nowMs + waitMs };
}
