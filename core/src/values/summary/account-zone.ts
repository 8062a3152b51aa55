import type { SummaryPlan } from './summary-plan.ts';

/**
 * Returns the time zone of an account, in which alerts, summaries, reports and files have their times: the one of its
 * settings, else UTC.
 */
export function accountZone(user: { summaries: Pick<SummaryPlan, 'timeZone'> | null } | null | undefined): string {
  return user?.summaries?.timeZone ?? 'UTC';
}
