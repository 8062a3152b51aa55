import { type EndpointInput, endpointName } from '../api/monitors.ts';
import type { MonitorEndpoint } from '../documents/monitor.ts';
import type { LocationCode } from '../locations.ts';

/** What the owner wants of an endpoint. */
export type DesiredEndpoint = { url: string; name: string; description: string };

/** The monitor that the owner wants, with every endpoint under its id, in their order. */
export type DesiredMonitor = {
  name: string;
  description: string;
  locations: LocationCode[];
  endpoints: ReadonlyMap<string, DesiredEndpoint>;
};

/**
 * Matches a monitor's endpoints with those of a save: the given ones in their order, `id` null for new ones. An
 * endpoint stays if the save names its id, or else its URL; all others are new, even with an id that this monitor does
 * not know. A name left out stays, or is made from the description or the place.
 */
export function matchEndpoints(
  current: Readonly<Record<string, Pick<MonitorEndpoint, 'url' | 'name'>>>,
  given: readonly EndpointInput[],
): { id: string | null; desired: DesiredEndpoint }[] {
  const named = new Set(given.flatMap(({ id }) => (id !== undefined && Object.hasOwn(current, id) ? [id] : [])));
  const byUrl = new Map(
    Object.entries(current).flatMap(([id, { url }]) => (named.has(id) ? [] : [[url, id] as const])),
  );
  return given.map((endpoint, index) => {
    const { url, description } = endpoint;
    const id = endpoint.id !== undefined && named.has(endpoint.id) ? endpoint.id : (byUrl.get(url) ?? null);
    const wasCalled = id === null ? undefined : current[id]?.name;
    return { id, desired: { url, name: endpoint.name || wasCalled || endpointName(endpoint, index), description } };
  });
}
