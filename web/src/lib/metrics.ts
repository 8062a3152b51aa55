import type { CallInput } from '@farwatch/core/api/call';
import type { endpointCalls } from '@farwatch/core/api/endpoints';

/** The input of a metrics call: identical for the same endpoints, so that all components share one answer. */
export function metricsInput(endpointIds: readonly string[]): CallInput<typeof endpointCalls.metrics> | null {
  return endpointIds.length === 0 ? null : { query: { endpointIds: endpointIds.toSorted().join(',') } };
}
