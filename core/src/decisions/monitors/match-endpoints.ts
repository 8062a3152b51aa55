import type { EndpointInput, MonitorContent, MonitorInput } from '../../contracts/api/monitors.ts';
import { pickFields } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, type EndpointFields, MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { editedName, endpointName } from './endpoint-name.ts';

/** Endpoints that a monitor has, by id. */
type Current = Readonly<Record<string, Pick<EndpointFields, 'url' | 'name'>>>;
type Matched = EndpointFields & { id: string | null };

/**
 * Returns the monitor that a request describes. `newId` returns an id for an endpoint that the monitor does not have.
 */
export function requestedContent(
  current: Current,
  input: MonitorInput,
  newId: (given: EndpointInput | undefined) => string,
): MonitorContent {
  const matched = matchEndpoints(current, input.endpoints);
  return {
    ...pickFields(MONITOR_FIELDS, input),
    endpoints: matched.map((each, index) => ({ ...each, id: each.id ?? newId(input.endpoints[index]) })),
  };
}

/**
 * Matches the endpoints of a request with a monitor's: in their order, `id` null for new ones. An endpoint stays if the
 * request has its id, or else its URL; all others are new, even with an unknown id. An empty name keeps the current
 * one, or is derived from the description or the URL.
 */
export function matchEndpoints(current: Current, given: readonly EndpointInput[]): Matched[] {
  const named = new Set(given.flatMap(({ id }) => (id !== undefined && Object.hasOwn(current, id) ? [id] : [])));
  const byUrl = new Map(
    Object.entries(current).flatMap(([id, { url }]) => (named.has(id) ? [] : [[url, id] as const])),
  );
  return given.map((endpoint, index) => {
    const id = endpoint.id !== undefined && named.has(endpoint.id) ? endpoint.id : (byUrl.get(endpoint.url) ?? null);
    const before = id === null ? undefined : current[id];
    const name = before ? editedName(before, endpoint, index) : endpointName(endpoint, index);
    return { ...pickFields(ENDPOINT_FIELDS, endpoint), name, id };
  });
}
