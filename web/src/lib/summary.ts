import { type DashboardSummary, dashboardCalls } from '@farwatch/core/api/dashboard';
import { useSWRConfig } from 'swr';
import { apiKey } from './api/api-key.ts';
import { REPORTED_MS, useApi } from './api/use-api.ts';
import { useUid } from './session.ts';

/** The dashboard's summary, of which only the time of the last check is not live elsewhere. */
export function useSummary() {
  return useApi(dashboardCalls.summary, {}, REPORTED_MS);
}

/** Puts a saved interval into the summary, so that no page shows the former one, and refreshes it. */
export function useIntervalKnown(): (mins: number) => void {
  const { mutate } = useSWRConfig();
  const uid = useUid();
  return (mins) => {
    if (uid === null) return;
    void mutate<DashboardSummary>(
      apiKey(uid, dashboardCalls.summary, {}),
      (known) => known && { ...known, monitorInterval: { ...known.monitorInterval, mins } },
    );
  };
}
