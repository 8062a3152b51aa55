import { type EndpointInput, endpointName } from '../api/monitors.ts';
import type { MonitorEndpoint } from '../documents/monitor.ts';

/** What the owner wants of an endpoint. */
export type WantedEndpoint = { url: string; name: string; description: string };

/** Who is who between a monitor's endpoints and those of a save: `added` in the given order, `removed` by id. */
export type MatchedEndpoints = { kept: Map<string, WantedEndpoint>; added: WantedEndpoint[]; removed: string[] };

/**
 * An endpoint stays when the save names its id, or else its URL; every other one given is new, also one with an id that this
 * monitor does not know. A name left out stays, or follows spec 5.
 */
export function matchEndpoints(
  current: Readonly<Record<string, Pick<MonitorEndpoint, 'url' | 'name'>>>,
  given: readonly EndpointInput[],
): MatchedEndpoints {
  const named = new Set(given.flatMap(({ id }) => (id !== undefined && Object.hasOwn(current, id) ? [id] : [])));
  const byUrl = new Map(
    Object.entries(current).flatMap(([id, { url }]) => (named.has(id) ? [] : [[url, id] as const])),
  );
  const kept = new Map<string, WantedEndpoint>();
  const added: WantedEndpoint[] = [];
  given.forEach((endpoint, index) => {
    const { url, description } = endpoint;
    const id = endpoint.id !== undefined && named.has(endpoint.id) ? endpoint.id : byUrl.get(url);
    const wasCalled = id === undefined ? undefined : current[id]?.name;
    const wanted = { url, name: endpoint.name || wasCalled || endpointName(endpoint, index), description };
    if (id === undefined) added.push(wanted);
    else kept.set(id, wanted);
  });
  return { kept, added, removed: Object.keys(current).filter((id) => !kept.has(id)) };
}
