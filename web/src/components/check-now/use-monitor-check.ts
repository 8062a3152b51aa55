import { endpointCalls } from '@farwatch/core/api/endpoints';
import { monitorCalls } from '@farwatch/core/api/monitors';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { SECOND_MS } from '@farwatch/core/time';
import { callApi } from '../../lib/api/client.ts';
import { useApi } from '../../lib/api/use-api.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { metricsInput } from '../../lib/metrics.ts';
import type { Asked } from './check-progress.ts';
import { isSettled, type MonitorProgress, monitorProgress } from './monitor-progress.ts';
import { type CheckNow, useCheckNow } from './use-check-now.ts';

/** The API caches metrics for three seconds: polling faster would see nothing new. */
const EVERY_MS = 3.1 * SECOND_MS;

export type MonitorCheck = { check: CheckNow; progressOf: (asked: Asked, isOver: boolean) => MonitorProgress };

/** Checks a monitor's endpoints now. Polls the watchlist's own metrics, so that its rows change as results arrive. */
export function useMonitorCheck({ id, endpoints }: WithId<Monitor>): MonitorCheck {
  const input = metricsInput(Object.keys(endpoints));
  const { data, mutate } = useApi(endpointCalls.metrics, input);
  const check = useCheckNow(
    () => callApi(monitorCalls.test, { params: { id } }),
    EVERY_MS,
    async (asked) => {
      // Passes the answer itself: a plain refresh would hide that it failed.
      const metrics = input ? await mutate(callApi(endpointCalls.metrics, input), { revalidate: false }) : undefined;
      return isSettled(monitorProgress(asked, endpoints, metrics));
    },
  );
  return {
    check: { ...check, nothing: input === null },
    progressOf: (asked, isOver) => monitorProgress(asked, endpoints, data, isOver),
  };
}
