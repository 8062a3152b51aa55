import type { MonitorText } from '../api/monitors.ts';
import type { Endpoint } from '../documents/endpoint.ts';
import type { Monitor } from '../documents/monitor.ts';
import { endpointsInOrder } from './endpoint-order.ts';
import type { DesiredMonitor } from './plan-monitor.ts';

/** The documents of endpoints by id, which alone know the descriptions. */
type Described = ReadonlyMap<string, Pick<Endpoint, 'description'>>;

/** What the owner said of a monitor. */
export function monitorText(monitor: Monitor, endpoints: Described): MonitorText {
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

/** Whether what is desired of a monitor is there already. */
export function isAsDesired(monitor: Monitor, endpoints: Described, desired: DesiredMonitor): boolean {
  return isUnchanged(monitorText(monitor, endpoints), desired);
}

/** Whether a save would leave all as it is. */
export function isUnchanged(text: MonitorText, desired: DesiredMonitor): boolean {
  const { name, description, locations } = desired;
  if (text.name !== name || text.description !== description || text.locations.join() !== locations.join())
    return false;
  const endpoints = [...desired.endpoints];
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
