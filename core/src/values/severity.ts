import { z } from 'zod';

export const severitySchema = z.enum(['critical', 'major', 'minor', 'informational']);
export type Severity = z.infer<typeof severitySchema>;

const RANK: Record<Severity, number> = { informational: 0, minor: 1, major: 2, critical: 3 };

/** Negative if `a` is less severe than `b`, zero if equal, positive if more severe. */
export function compareSeverity(a: Severity, b: Severity): number {
  return RANK[a] - RANK[b];
}

/** Returns the more severe of the two; null is less than every severity. */
export function moreSevere(a: Severity | null, b: Severity): Severity {
  return a !== null && compareSeverity(a, b) >= 0 ? a : b;
}

/** Returns the highest severity of these; null for none. */
export function mostSevere(items: readonly { severity: Severity }[]): Severity | null {
  return items.reduce<Severity | null>((most, { severity }) => moreSevere(most, severity), null);
}

/** Returns the less severe of the two. */
export function lessSevere(a: Severity, b: Severity): Severity {
  return compareSeverity(a, b) <= 0 ? a : b;
}

/** Returns the severity if `down` of `counting` locations are down; both at least 1. */
export function downtimeSeverity(down: number, counting: number): Severity {
  if (down >= counting) return 'critical';
  return down * 2 > counting ? 'major' : 'minor';
}
