import type { Monitor, MonitorEndpoint } from '../documents/monitor.ts';

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
