import type { EndpointInput, MonitorContent, MonitorInput, MonitorVersion } from '../../contracts/api/monitors.ts';
import type { Endpoint } from '../../documents/endpoint.ts';
import type { Monitor, MonitorEndpoint } from '../../documents/monitor.ts';
import { isSame } from '../../values/is-same.ts';
import { changedFields, defaultsOf, pickFields } from '../../values/monitor-fields/field.ts';
import { ENDPOINT_FIELDS, type EndpointFields, MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import type { SlowLimits } from '../../values/slow.ts';
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

/**
 * Returns a stored monitor's version and content. `documents`: its endpoints' documents by id, which have every field.
 */
export function monitorVersion(monitor: Monitor, documents: ReadonlyMap<string, EndpointFields>): MonitorVersion {
  return {
    version: monitor.version,
    ...pickFields(MONITOR_FIELDS, monitor),
    endpoints: endpointsInOrder(monitor).map(([id, endpoint]) => {
      const fields = { ...defaultsOf(ENDPOINT_FIELDS), ...documents.get(id), ...endpoint };
      return { id, ...pickFields(ENDPOINT_FIELDS, fields) };
    }),
  };
}

/** Whether a save of the content would change nothing. */
export function hasContent({ version: _, ...current }: MonitorVersion, content: MonitorContent): boolean {
  return isSame(current, content);
}

/** Whether two versions of an endpoint have the same target, so that verdicts about one apply to the other. */
export function isSameTarget(before: EndpointFields, after: EndpointFields): boolean {
  return !changedFields(ENDPOINT_FIELDS, before, after).some(({ raisesRevision }) => raisesRevision);
}

/**
 * Returns the endpoint's revision with these fields; 0 for a new one. A pause raises it, so that no verdict from before
 * applies after it.
 */
export function revisionWith(fields: EndpointFields, before: Endpoint | undefined, isPaused: boolean): number {
  if (!before) return 0;
  const isNewlyPaused = isPaused && before.status !== 'paused';
  return isSameTarget(before, fields) && !isNewlyPaused ? before.rev : before.rev + 1;
}

/** Returns the limits that `auto` has become and that still hold: another target has other response times. */
export function keptLimits(before: Endpoint | undefined, fields: EndpointFields): SlowLimits {
  return before && before.slowMs === fields.slowMs && isSameTarget(before, fields) ? before.slowLimits : {};
}

/** Returns a monitor's endpoints in their owner's order; those missing from it come last, the oldest first. */
export function endpointsInOrder({
  endpoints,
  order,
}: Pick<Monitor, 'endpoints' | 'order'>): [id: string, endpoint: MonitorEndpoint][] {
  const positions = new Map(order.map((id, index) => [id, index]));
  const positionOf = (id: string) => positions.get(id) ?? order.length;
  return Object.entries(endpoints).sort(
    ([a, first], [b, second]) =>
      positionOf(a) - positionOf(b) || first.createdAt - second.createdAt || a.localeCompare(b, 'en'),
  );
}
