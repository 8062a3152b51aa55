import type { Incident } from '../../documents/incident.ts';
import { DAY_MS } from '../../values/time.ts';

/** A range of incidents, epoch ms, without its end; null for one that ends now. */
export type IncidentSpan = { fromMs: number; toMs: number | null };

/** The longest range that incidents are listed of. */
export const LONGEST_SPAN_DAYS = 400;

/** Whether an incident belongs to a range: it started within it, or before it and is still active. */
export function isInSpan(
  { status, triggeredAt }: Pick<Incident, 'status' | 'triggeredAt'>,
  { fromMs, toMs }: IncidentSpan,
): boolean {
  if (toMs !== null && triggeredAt >= toMs) return false;
  return status === 'active' || triggeredAt >= fromMs;
}

/** What is wrong with a range, and with which of its ends. */
export type SpanProblem = { field: 'from' | 'to'; problem: 'reversed' | 'future' | 'tooLong' };

/** Returns what is wrong with a range as of `nowMs`; null if nothing is. Its end may be later than now. */
export function spanProblem({ fromMs, toMs }: IncidentSpan, nowMs: number): SpanProblem | null {
  if (fromMs > nowMs) return { field: 'from', problem: 'future' };
  if (toMs !== null && toMs <= fromMs) return { field: 'to', problem: 'reversed' };
  const isTooLong = Math.min(toMs ?? nowMs, nowMs) - fromMs > LONGEST_SPAN_DAYS * DAY_MS;
  return isTooLong ? { field: 'from', problem: 'tooLong' } : null;
}
