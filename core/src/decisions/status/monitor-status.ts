import type { EndpointStatus, MonitorStatus } from '../../values/status.ts';

/** DOWN when any endpoint is down, UP when at least one is up and none down, else UNKNOWN. */
export function monitorStatus(statuses: readonly EndpointStatus[]): MonitorStatus {
  if (statuses.includes('down')) return 'DOWN';
  return statuses.includes('up') ? 'UP' : 'UNKNOWN';
}
