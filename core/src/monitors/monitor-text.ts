import type { MonitorText } from '../api/monitors.ts';
import type { Endpoint } from '../documents/endpoint.ts';
import type { Monitor } from '../documents/monitor.ts';
import { endpointsInOrder } from './endpoint-order.ts';
import type { WantedMonitor } from './plan-monitor.ts';

/** A monitor as its owner wrote it. `endpoints`: their documents by id, which alone have the descriptions. */
export function monitorText(
  monitor: Monitor,
  endpoints: ReadonlyMap<string, Pick<Endpoint, 'description'>>,
): MonitorText {
  const { version, name, description, locations } = monitor;
  return {
    version,
    name,
    description,
    locations,
    endpoints: endpointsInOrder(monitor).map(([id, endpoint]) => {
      return { id, url: endpoint.url, name: endpoint.name, description: endpoints.get(id)?.description ?? '' };
    }),
  };
}

/** Whether a save would leave all as it is. */
export function isUnchanged(text: MonitorText, wanted: WantedMonitor): boolean {
  const { name, description, locations } = wanted;
  if (text.name !== name || text.description !== description || text.locations.join() !== locations.join())
    return false;
  const endpoints = [...wanted.endpoints];
  return (
    endpoints.length === text.endpoints.length &&
    text.endpoints.every((each, index) => {
      const [id, other] = endpoints[index] ?? [];
      return (
        each.id === id && each.url === other?.url && each.name === other.name && each.description === other.description
      );
    })
  );
}
