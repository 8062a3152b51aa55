import type { EndpointContent, MonitorContent } from '../../contracts/api/monitors.ts';
import {
  defaultsOf,
  type EditableFields,
  isSame,
  mapFields,
  type ValuesOf,
} from '../../values/monitor-fields/field.ts';
import {
  ENDPOINT_FIELDS,
  type EndpointFieldName,
  type EndpointFields,
  MONITOR_FIELDS,
  type MonitorFieldName,
} from '../../values/monitor-fields/table.ts';

export type EditSide = 'mine' | 'theirs';

/** What both edits changed. `url`: the endpoint's before both; its `field` is null where one edit removed it. */
type Edited = { key: string } & (
  | { of: 'monitor'; field: MonitorFieldName }
  | { of: 'endpoint'; field: EndpointFieldName | null; url: string }
);

/** A difference that the user decides: the field's values, or the endpoint's URL, which is null where it was removed. */
export type EditConflict = Edited & { mine: unknown; theirs: unknown };

/** Which side of a difference is taken. */
type Choose = (edited: Edited, mine: unknown, theirs: unknown) => EditSide;

/**
 * Two edits of `base` as one: what only one of them changed is as they changed it. What both changed differently is
 * taken from the chosen side; without a choice it is a conflict, and mine until then. The result may be invalid: no
 * location left, or a URL twice.
 */
export function mergeEdits(
  base: MonitorContent,
  mine: MonitorContent,
  theirs: MonitorContent,
  choices: ReadonlyMap<string, EditSide> = new Map(),
): { merged: MonitorContent; conflicts: EditConflict[] } {
  const conflicts: EditConflict[] = [];
  const choose: Choose = (edited, own, other) => {
    const chosen = choices.get(edited.key);
    if (!chosen) conflicts.push({ ...edited, mine: own, theirs: other });
    return chosen ?? 'mine';
  };
  const fields = mergeFields(MONITOR_FIELDS, base, mine, theirs, (field, own, other) =>
    choose({ key: field, of: 'monitor', field }, own, other),
  );
  const endpoints = mergeEndpoints(base.endpoints, mine.endpoints, theirs.endpoints, choose);
  return { merged: { ...fields, endpoints }, conflicts };
}

function mergeFields<F extends EditableFields>(
  fields: F,
  base: ValuesOf<F>,
  mine: ValuesOf<F>,
  theirs: ValuesOf<F>,
  choose: (field: keyof F & string, mine: unknown, theirs: unknown) => EditSide,
): ValuesOf<F> {
  return mapFields(fields, (name, { merge }) => {
    const [before, own, other] = [base[name], mine[name], theirs[name]];
    if (isSame(own, other) || isSame(other, before)) return own;
    if (isSame(own, before)) return other;
    if (merge) return merge(before, own, other);
    return choose(name, own, other) === 'mine' ? own : other;
  });
}

/** In their order, then mine. */
function mergeEndpoints(
  base: readonly EndpointContent[],
  mine: readonly EndpointContent[],
  theirs: readonly EndpointContent[],
  choose: Choose,
): EndpointContent[] {
  const [known, own, other] = [byId(base), byId(mine), byId(theirs)];
  const addedHere = new Map(mine.filter(({ id }) => !known.has(id)).map((each) => [each.url, each]));
  const addedThere = new Set(theirs.filter(({ id }) => !known.has(id)).map(({ url }) => url));
  const there = theirs.flatMap((each) => {
    const before = known.get(each.id);
    // Both added the same URL: one endpoint, which is already stored.
    const here = before ? own.get(each.id) : addedHere.get(each.url);
    if (here) return [mergeEndpoint(before ?? NEW_ENDPOINT, here, each, choose)];
    if (!before) return [each];
    if (isSame(before, each)) return [];
    const edited: Edited = { key: each.id, of: 'endpoint', field: null, url: before.url };
    return choose(edited, null, each.url) === 'theirs' ? [each] : [];
  });
  const here = mine.filter((each) => {
    const before = known.get(each.id);
    if (!before) return !addedThere.has(each.url);
    if (other.has(each.id) || isSame(before, withName(each, before))) return false;
    return choose({ key: each.id, of: 'endpoint', field: null, url: before.url }, each.url, null) === 'mine';
  });
  return [...there, ...here];
}

const NEW_ENDPOINT = defaultsOf(ENDPOINT_FIELDS);

function mergeEndpoint(
  before: EndpointFields,
  mine: EndpointContent,
  theirs: EndpointContent,
  choose: Choose,
): EndpointContent {
  const { id } = theirs;
  const fields = mergeFields(ENDPOINT_FIELDS, before, withName(mine, before), theirs, (field, own, other) =>
    choose({ key: `${id}.${field}`, of: 'endpoint', field, url: before.url }, own, other),
  );
  return { id, ...fields };
}

/** An empty name in a form stands for the present one. */
function withName(endpoint: EndpointContent, before: EndpointFields): EndpointContent {
  return { ...endpoint, name: endpoint.name || before.name };
}

function byId(endpoints: readonly EndpointContent[]): ReadonlyMap<string, EndpointContent> {
  return new Map(endpoints.map((each) => [each.id, each]));
}
