import { batchMetricsSchema } from '@farwatch/core/api/dashboard';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { SECOND_MS } from '@farwatch/core/time';
import { callApi } from '../../lib/api/client.ts';
import { useApi } from '../../lib/api/use-api.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { metricsPath } from '../../lib/metrics.ts';
import type { Asked } from './check-progress.ts';
import { isSettled, type MonitorProgress, monitorProgress } from './monitor-progress.ts';
import { type CheckNow, useCheckNow } from './use-check-now.ts';

/** The API answers with the same metrics for three seconds: a look within them would see nothing new. */
const EVERY_MS = 3.1 * SECOND_MS;

export type MonitorCheck = { check: CheckNow; progressOf: (asked: Asked, isOver: boolean) => MonitorProgress };

/** Checks a monitor's endpoints now. Looks at the watchlist's own metrics, so that its rows change as results arrive. */
export function useMonitorCheck({ id, endpoints }: WithId<Monitor>): MonitorCheck {
  const path = metricsPath(Object.keys(endpoints));
  const { data, mutate } = useApi(path, batchMetricsSchema);
  const check = useCheckNow(`/monitors/${encodeURIComponent(id)}/test`, EVERY_MS, async (asked) => {
    // Gets the answer itself, since a refresh alone would not say that it failed.
    const metrics = path ? await mutate(callApi(path, batchMetricsSchema), { revalidate: false }) : undefined;
    return isSettled(monitorProgress(asked, endpoints, metrics));
  });
  return {
    check: { ...check, nothing: path === null },
    progressOf: (asked, isOver) => monitorProgress(asked, endpoints, data, isOver),
  };
}
