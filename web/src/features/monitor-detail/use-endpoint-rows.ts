import { endpointCalls } from '@farwatch/core/api/endpoints';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { useEffect, useRef } from 'react';
import { POLL_MS, useApi } from '../../lib/api/use-api.ts';
import { metricsInput } from '../../lib/metrics.ts';
import { useFailureBeside } from '../../lib/online.ts';
import { type EndpointRow, endpointRows } from './endpoint-row.ts';

/** The rows, why their metrics are missing or old (undefined: they are not), and how to ask for them again. */
export type EndpointRows = { rows: EndpointRow[]; failure: unknown; retry: () => void };

/** The watchlist's rows. Metrics are requested every half minute, and at once when a status changes. */
export function useEndpointRows(monitor: Monitor, nowMs: number): EndpointRows {
  const input = metricsInput(Object.keys(monitor.endpoints));
  const { data, error, mutate } = useApi(endpointCalls.metrics, input, POLL_MS);
  const failure = useFailureBeside(monitor, error);
  const statuses = Object.values(monitor.endpoints)
    .map((endpoint) => endpoint.status)
    .join();
  const asked = useRef(statuses);
  useEffect(() => {
    if (asked.current === statuses) return;
    asked.current = statuses;
    void mutate();
  }, [statuses, mutate]);
  return { rows: endpointRows(monitor, data, nowMs), failure, retry: () => void mutate() };
}
