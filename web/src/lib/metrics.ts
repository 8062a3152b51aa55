import type { CallInput } from '@farwatch/core/api/call';
import type { endpointCalls } from '@farwatch/core/api/endpoints';

/** How the metrics of these endpoints are asked for: the same for the same ones, so that all who show them share one answer. */
export function metricsInput(endpointIds: readonly string[]): CallInput<typeof endpointCalls.metrics> | null {
  return endpointIds.length === 0 ? null : { query: { endpointIds: endpointIds.toSorted().join(',') } };
}
