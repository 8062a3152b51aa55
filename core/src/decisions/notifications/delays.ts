import type { Incident } from '../../documents/incident.ts';
import type { Announced } from '../../documents/outbox.ts';
import { ALERT } from '../../values/limits.ts';
import { compareSeverity, type Severity } from '../../values/severity.ts';
import { MINUTE_MS } from '../../values/time.ts';

/**
 * Until when a failure waits for other locations, epoch ms: 8 s from the change, and at most 10 s from the first of the
 * recent failing checks.
 */
export function gatheringEnd({ changedAt, updates }: Pick<Incident, 'changedAt' | 'updates'>, nowMs: number): number {
  const recent = updates.flatMap(({ event, createdAt }) =>
    (event === 'opened' || event === 'widened') && createdAt > nowMs - MINUTE_MS ? [createdAt] : [],
  );
  const firstFailedAt = Math.min(changedAt, ...recent);
  return Math.min(changedAt + ALERT.holdMs, firstFailedAt + ALERT.holdFromFailureMs);
}

/**
 * The end of the silence period for a failure, epoch ms: it counts from the last failure that was announced of the same
 * URL. 0 if there is none, or if this one is more severe.
 */
export function silenceEnd(
  last: Announced | null,
  { url, severity }: { url: string; severity: Severity },
  silenceMs: number,
): number {
  if (!last || last.failureAt === null || last.failureSeverity === null || last.url !== url) return 0;
  return compareSeverity(severity, last.failureSeverity) > 0 ? 0 : last.failureAt + silenceMs;
}
