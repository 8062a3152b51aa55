/** The path of these endpoints' metrics: the same for the same endpoints, so that all callers share one answer. */
export function metricsPath(endpointIds: readonly string[]): string | null {
  return endpointIds.length === 0 ? null : `/endpoints/batch/metrics?endpointIds=${endpointIds.toSorted().join(',')}`;
}
