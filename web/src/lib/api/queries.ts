import type { CallInput } from '@farwatch/core/contracts/api/call';
import { type DashboardSummary, dashboardCalls, type EndpointLimits } from '@farwatch/core/contracts/api/dashboard';
import type { endpointCalls } from '@farwatch/core/contracts/api/endpoints';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { LIMITS } from '@farwatch/core/values/limits';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { useAccountId } from '../session/session.ts';
import { COMPARED_EVERY_MS } from '../time/now.ts';
import { apiKey } from './api-key.ts';
import { REPORTED_MS, useApi } from './use-api.ts';

/** Used until the limits are loaded. */
export const UNKNOWN_LIMITS: EndpointLimits['limits'] = { current: 0, max: LIMITS.endpointsPerOwner };

/** How many endpoints the account has and may have; `data` undefined while unknown. */
export function useLimits() {
  return useApi(monitorCalls.limits, {});
}

/** Reads the server's time for pages without other API calls, whose responses contain it. */
export function useServerClock(): void {
  useApi(monitorCalls.limits, {}, COMPARED_EVERY_MS);
}

/** The dashboard's summary, of which only the time of the last check is not live elsewhere. */
export function useDashboardSummary() {
  return useApi(dashboardCalls.summary, {}, REPORTED_MS);
}

/** Puts a saved interval into the cached summary, so that no page shows the previous one, and refreshes it. */
export function useCacheInterval(): (mins: number) => void {
  const { mutate } = useSWRConfig();
  const accountId = useAccountId();
  return (mins) => {
    if (accountId === null) return;
    void mutate<DashboardSummary>(
      apiKey(accountId, dashboardCalls.summary, {}),
      (known) => known && { ...known, monitorInterval: { ...known.monitorInterval, mins } },
    );
  };
}

/** The input of a metrics call: identical for the same endpoints, so that all components share one answer. */
export function metricsInput(endpointIds: readonly string[]): CallInput<typeof endpointCalls.metrics> | null {
  return endpointIds.length === 0 ? null : { query: { endpointIds: endpointIds.toSorted().join(',') } };
}

/** Refreshes all API data that is shown; live documents update automatically. */
export function useRefresh(): { refreshing: boolean; refresh: () => void } {
  const { mutate } = useSWRConfig();
  const [refreshing, setRefreshing] = useState(false);
  async function run() {
    setRefreshing(true);
    await mutate(() => true);
    setRefreshing(false);
  }
  return { refreshing, refresh: () => void run() };
}
