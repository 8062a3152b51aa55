import type { Incident } from '@farwatch/core/documents/incident';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { WithId } from './read-document.ts';

type Named = Pick<Incident, 'monitorId' | 'monitor' | 'endpointId' | 'endpoint'>;

/**
 * An incident with the current names of its monitor and endpoint; with its own names if those are gone, and the same
 * object if nothing was renamed.
 */
export function withCurrentNames<T extends Named>(incident: T, monitors: readonly WithId<Monitor>[]): T {
  const monitor = monitors.find(({ id }) => id === incident.monitorId);
  if (!monitor) return incident;
  const endpointName = monitor.endpoints[incident.endpointId]?.name ?? incident.endpoint.name;
  if (monitor.name === incident.monitor.name && endpointName === incident.endpoint.name) return incident;
  return {
    ...incident,
    monitor: { ...incident.monitor, name: monitor.name },
    endpoint: { ...incident.endpoint, name: endpointName },
  };
}
