import type { EndpointContent, MonitorContent } from '../../contracts/api/monitors.ts';
import { isSame } from '../../values/is-same.ts';
import { defaultsOf, type EditableFields, mapFields, type ValuesOf } from '../../values/monitor-fields/field.ts';
import {
  ENDPOINT_FIELDS,
  type EndpointFieldName,
  type EndpointFields,
  MONITOR_FIELDS,
  type MonitorFieldName,
} from '../../values/monitor-fields/table.ts';

export type EditSide = 'local' | 'remote';

/** What both edits changed. `url`: the endpoint's before both; `field` is null if one edit removed the endpoint. */
type Edited = { key: string } & (
  | { of: 'monitor'; field: MonitorFieldName }
  | { of: 'endpoint'; field: EndpointFieldName | null; url: string }
);

/**
 * A conflict for the user to resolve: both values of the field, or of the URL, which is null if the endpoint was
 * removed.
 */
export type EditConflict = Edited & { local: unknown; remote: unknown };

/** Chooses the side of a conflict. */
type Choose = (edited: Edited, local: unknown, remote: unknown) => EditSide;

/**
 * Merges two edits of `base`. What only one side changed is taken from it. What both changed differently is taken from
 * the chosen side; without a choice it is a conflict, and local for now. The result may be invalid: without locations,
 * or with a URL twice.
 */
export function mergeEdits(
  base: MonitorContent,
  local: MonitorContent,
  remote: MonitorContent,
  choices: ReadonlyMap<string, EditSide> = new Map(),
): { merged: MonitorContent; conflicts: EditConflict[] } {
  const conflicts: EditConflict[] = [];
  const choose: Choose = (edited, localValue, remoteValue) => {
    const chosen = choices.get(edited.key);
    if (!chosen) conflicts.push({ ...edited, local: localValue, remote: remoteValue });
    return chosen ?? 'local';
  };
  const fields = mergeFields(MONITOR_FIELDS, base, local, remote, (field, ...sides) =>
    choose({ key: field, of: 'monitor', field }, ...sides),
  );
  const endpoints = mergeEndpoints(base.endpoints, local.endpoints, remote.endpoints, choose);
  return { merged: { ...fields, endpoints }, conflicts };
}

function mergeFields<F extends EditableFields>(
  fields: F,
  base: ValuesOf<F>,
  local: ValuesOf<F>,
  remote: ValuesOf<F>,
  choose: (field: keyof F & string, local: unknown, remote: unknown) => EditSide,
): ValuesOf<F> {
  return mapFields(fields, (name, { merge }) => {
    const [before, localValue, remoteValue] = [base[name], local[name], remote[name]];
    if (isSame(localValue, remoteValue) || isSame(remoteValue, before)) return localValue;
    if (isSame(localValue, before)) return remoteValue;
    if (merge) return merge(before, localValue, remoteValue);
    return choose(name, localValue, remoteValue) === 'local' ? localValue : remoteValue;
  });
}

/** Merges endpoints in the remote order; those only in the local edit come last. */
function mergeEndpoints(
  base: readonly EndpointContent[],
  local: readonly EndpointContent[],
  remote: readonly EndpointContent[],
  choose: Choose,
): EndpointContent[] {
  const [baseById, localById, remoteById] = [byId(base), byId(local), byId(remote)];
  const addedLocally = new Map(local.filter(({ id }) => !baseById.has(id)).map((each) => [each.url, each]));
  const addedRemotely = new Set(remote.filter(({ id }) => !baseById.has(id)).map(({ url }) => url));
  const inRemote = remote.flatMap((each) => {
    const before = baseById.get(each.id);
    // Both added the same URL: keep one endpoint, which is already stored.
    const localEdit = before ? localById.get(each.id) : addedLocally.get(each.url);
    if (localEdit) return [mergeEndpoint(before ?? { ...NEW_ENDPOINT, url: each.url }, localEdit, each, choose)];
    if (!before) return [each];
    if (isSame(before, each)) return [];
    const edited: Edited = { key: each.id, of: 'endpoint', field: null, url: before.url };
    return choose(edited, null, each.url) === 'remote' ? [each] : [];
  });
  const onlyLocal = local.filter((each) => {
    const before = baseById.get(each.id);
    if (!before) return !addedRemotely.has(each.url);
    if (remoteById.has(each.id) || isSame(before, withName(each, before))) return false;
    return choose({ key: each.id, of: 'endpoint', field: null, url: before.url }, each.url, null) === 'local';
  });
  return [...inRemote, ...onlyLocal];
}

const NEW_ENDPOINT = defaultsOf(ENDPOINT_FIELDS);

function mergeEndpoint(
  before: EndpointFields,
  local: EndpointContent,
  remote: EndpointContent,
  choose: Choose,
): EndpointContent {
  const { id } = remote;
  const fields = mergeFields(ENDPOINT_FIELDS, before, withName(local, before), remote, (field, ...sides) =>
    choose({ key: `${id}.${field}`, of: 'endpoint', field, url: before.url }, ...sides),
  );
  return { id, ...fields };
}

/** An empty name in a form means the current one. */
function withName(endpoint: EndpointContent, before: EndpointFields): EndpointContent {
  return { ...endpoint, name: endpoint.name || before.name };
}

function byId(endpoints: readonly EndpointContent[]): ReadonlyMap<string, EndpointContent> {
  return new Map(endpoints.map((each) => [each.id, each]));
}
