import { type DashboardSummary, dashboardSummarySchema } from '@farwatch/core/api/dashboard';
import { SECOND_MS } from '@farwatch/core/time';
import { useApi } from './api/use-api.ts';

const DEFAULT_MINS = 5;

/** The interval and the time of the last check, with what is shown before they are known (spec 4). */
export type CheckPace = { mins: number; lastCheckMs: number | null };

/** The dashboard's summary, asked again every half minute. */
export function useSummary() {
  return useApi('/dashboard/summary', dashboardSummarySchema, 30 * SECOND_MS);
}

/** How often the account is checked, and when it last was. */
export function checkPace(summary: DashboardSummary | undefined): CheckPace {
  const lastCheck = summary?.monitorInterval.lastCheck ?? null;
  return {
    mins: summary?.monitorInterval.mins ?? DEFAULT_MINS,
    lastCheckMs: lastCheck === null ? null : Date.parse(lastCheck),
  };
}
