import { z } from 'zod';
import { compareSeverity, type Severity } from './severity.ts';

export const severityFilterSchema = z.enum(['all', 'low', 'medium', 'high', 'critical']);
export type SeverityFilter = z.infer<typeof severityFilterSchema>;

/** The lowest severity that each filter admits. */
const LOWEST: Record<SeverityFilter, Severity> = {
  all: 'informational',
  low: 'informational',
  medium: 'minor',
  high: 'major',
  critical: 'critical',
};

/**
 * The severity that notices and warnings of what expires have for a filter. The default filter admits it: who has set
 * nothing is warned.
 */
export const WARNING_SEVERITY: Severity = 'major';

/** Whether the filter admits this severity. */
export function admits(filter: SeverityFilter, severity: Severity): boolean {
  return compareSeverity(severity, LOWEST[filter]) >= 0;
}
