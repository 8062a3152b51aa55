/** Where the metrics of these endpoints are asked for: the same for the same endpoints, so that all who show them share one answer. */
export function metricsPath(endpointIds: readonly string[]): string | null {
  return endpointIds.length === 0 ? null : `/endpoints/batch/metrics?endpointIds=${endpointIds.toSorted().join(',')}`;
}
