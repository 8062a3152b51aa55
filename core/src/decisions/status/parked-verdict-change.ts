import type { VerdictChange } from '../../documents/verdict-change.ts';
import { clip } from '../../values/clip.ts';
import { DRAIN, RETENTION } from '../../values/limits.ts';

/** Why parts of a verdict change could not be applied, as text, by part. */
export type Failures = ReadonlyMap<string, string>;

/**
 * Returns a verdict change's fields after an attempt to apply it: applied if every part was, else parked until the next
 * attempt, after 1, 2, 4 … 60 minutes.
 */
export function afterTry(attempts: number, failures: Failures, nowMs: number): Partial<VerdictChange> {
  if (failures.size === 0) {
    return {
      state: 'applied',
      parked: {},
      retryAt: null,
      appliedAt: nowMs,
      expireAt: nowMs + RETENTION.verdictChangeMs,
    };
  }
  const waitMs = Math.min(DRAIN.retryFromMs * 2 ** Math.min(attempts, 20), DRAIN.retryToMs);
  const parked = Object.fromEntries([...failures].map(([part, reason]) => [part, clip(reason, DRAIN.reasonLength)]));
  return { state: 'parked', parked, attempts: attempts + 1, retryAt: nowMs + waitMs };
}
