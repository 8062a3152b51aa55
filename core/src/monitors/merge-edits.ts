import type { EndpointText, MonitorText } from '../api/monitors.ts';
import { LOCATION_CODES } from '../locations.ts';

/** A monitor as an edit wants it. Endpoints not stored yet have ids of their own. */
export type MonitorEdit = Omit<MonitorText, 'version'>;
export type EditSide = 'mine' | 'theirs';

/**
 * Where two edits differ, each with its value: a text, or whether an endpoint stays, null for gone. `url`: the
 * endpoint's before both edits; null for the monitor's own fields.
 */
export type EditConflict = {
  key: string;
  field: 'name' | 'description' | 'endpoint' | 'url';
  url: string | null;
  mine: string | null;
  theirs: string | null;
};

type EditedField = Pick<EditConflict, 'key' | 'field' | 'url'>;
/** Which side of a difference is taken. */
type Choose = (edited: EditedField, mine: string | null, theirs: string | null) => EditSide;

/**
 * Two edits of `base` as one: what only one of them changed is as they changed it. What both changed differently is
 * taken from the chosen side; without a choice it is a conflict, and mine until then. Whether the result is valid (a
 * location left, no URL twice) is for the schema to say.
 */
export function mergeEdits(
  base: MonitorEdit,
  mine: MonitorEdit,
  theirs: MonitorEdit,
  choices: ReadonlyMap<string, EditSide> = new Map(),
): { merged: MonitorEdit; conflicts: EditConflict[] } {
  const conflicts: EditConflict[] = [];
  const choose: Choose = (edited, own, other) => {
    const chosen = choices.get(edited.key);
    if (!chosen) conflicts.push({ ...edited, mine: own, theirs: other });
    return chosen ?? 'mine';
  };
  const own = (field: 'name' | 'description') =>
    mergeText(choose, { key: field, field, url: null }, base[field], mine[field], theirs[field]);
  const merged: MonitorEdit = {
    name: own('name'),
    description: own('description'),
    locations: LOCATION_CODES.filter((code) => {
      const [before, here, there] = [base, mine, theirs].map(({ locations }) => locations.includes(code));
      return here === before ? there : here;
    }),
    endpoints: mergeEndpoints(base.endpoints, mine.endpoints, theirs.endpoints, choose),
  };
  return { merged, conflicts };
}

function mergeText(choose: Choose, edited: EditedField, before: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === before) return mine;
  if (mine === before) return theirs;
  return choose(edited, mine, theirs) === 'mine' ? mine : theirs;
}

/** In their order, then mine. */
function mergeEndpoints(
  base: readonly EndpointText[],
  mine: readonly EndpointText[],
  theirs: readonly EndpointText[],
  choose: Choose,
): EndpointText[] {
  const known = byId(base);
  const own = byId(mine);
  const other = byId(theirs);
  // Both added the same URL: one endpoint, which is already stored.
  const madeHere = new Map(mine.filter(({ id }) => !known.has(id)).map((each) => [each.url, each]));
  const there = theirs.flatMap((each) => {
    const before = known.get(each.id);
    const here = before ? own.get(each.id) : madeHere.get(each.url);
    if (here) return [mergeEndpoint(choose, before ?? { ...each, name: '', description: '' }, here, each)];
    if (!before) return [each];
    if (isSame(before, each)) return [];
    return choose({ key: each.id, field: 'endpoint', url: before.url }, null, each.url) === 'theirs' ? [each] : [];
  });
  const added = new Set(theirs.filter(({ id }) => !known.has(id)).map(({ url }) => url));
  const here = mine.filter((each) => {
    const before = known.get(each.id);
    if (!before) return !added.has(each.url);
    if (other.has(each.id) || isSame(before, each)) return false;
    return choose({ key: each.id, field: 'endpoint', url: before.url }, each.url, null) === 'mine';
  });
  return [...there, ...here];
}

function mergeEndpoint(choose: Choose, before: EndpointText, mine: EndpointText, theirs: EndpointText): EndpointText {
  const { id } = theirs;
  // An empty name stands for the present one.
  const own = { ...mine, name: mine.name || before.name };
  const merge = (field: 'url' | 'name' | 'description') =>
    mergeText(choose, { key: `${id}.${field}`, field, url: before.url }, before[field], own[field], theirs[field]);
  return { id, url: merge('url'), name: merge('name'), description: merge('description') };
}

function isSame(a: EndpointText, b: EndpointText): boolean {
  return a.url === b.url && (b.name === '' || a.name === b.name) && a.description === b.description;
}

function byId(endpoints: readonly EndpointText[]): Map<string, EndpointText> {
  return new Map(endpoints.map((each) => [each.id, each]));
}
