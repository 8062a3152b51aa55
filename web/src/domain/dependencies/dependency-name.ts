import type { Monitor } from '@farwatch/core/documents/monitor';
import { readDependency } from '@farwatch/core/values/dependency';
import type { WithId } from '../../lib/live/read-document.ts';

/** Returns the name of what a monitor depends on, such as `Storage` or `Storage › disk`; null if that is gone. */
export function dependencyName(dependency: string, monitors: readonly WithId<Monitor>[]): string | null {
  const { monitorId, endpointId } = readDependency(dependency);
  const monitor = monitors.find(({ id }) => id === monitorId);
  if (!monitor || endpointId === null) return monitor?.name ?? null;
  const endpoint = monitor.endpoints[endpointId];
  return endpoint ? `${monitor.name} › ${endpoint.name}` : null;
}
