import type { MonitorText } from '../api/monitors.ts';
import type { Endpoint } from '../documents/endpoint.ts';
import type { Monitor, MonitorEndpoint } from '../documents/monitor.ts';
import type { DesiredMonitor } from './match-endpoints.ts';

/** The documents of endpoints by id, which alone know the descriptions. */
type Described = ReadonlyMap<string, Pick<Endpoint, 'description'>>;

/** A monitor's editable texts. */
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

/** A monitor's endpoints by id, as their owner gave them; those whose place is not known come last, the oldest first. */
export function endpointsInOrder({
  endpoints,
  order,
}: Pick<Monitor, 'endpoints' | 'order'>): [id: string, endpoint: MonitorEndpoint][] {
  const places = new Map(order.map((id, index) => [id, index]));
  const placeOf = (id: string) => places.get(id) ?? order.length;
  return Object.entries(endpoints).sort(
    ([a, first], [b, second]) =>
      placeOf(a) - placeOf(b) || first.createdAt - second.createdAt || a.localeCompare(b, 'en'),
  );
}
