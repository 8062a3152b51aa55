import { z } from 'zod';

export const severitySchema = z.enum(['critical', 'major', 'minor', 'informational']);
export type Severity = z.infer<typeof severitySchema>;

const RANK: Record<Severity, number> = { informational: 0, minor: 1, major: 2, critical: 3 };

/** Negative, zero or positive as `a` is less, as or more severe than `b`. */
export function compareSeverity(a: Severity, b: Severity): number {
  return RANK[a] - RANK[b];
}

/** The more severe of the two; null is below everything. */
export function moreSevere(a: Severity | null, b: Severity): Severity {
  return a !== null && compareSeverity(a, b) >= 0 ? a : b;
}

/** The less severe of the two. */
export function lesser(a: Severity, b: Severity): Severity {
  return compareSeverity(a, b) <= 0 ? a : b;
}

/** The severity if `down` of `counting` locations are down; at least one of each. */
export function downtimeSeverity(down: number, counting: number): Severity {
  if (down >= counting) return 'critical';
  return down * 2 > counting ? 'major' : 'minor';
}
