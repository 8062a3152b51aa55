import type { MonitorInput, MonitorText } from '../api/monitors.ts';
import { matchEndpoints } from './match-endpoints.ts';
import { type MonitorEdit, mergeEdits } from './merge-edits.ts';
import { isUnchanged } from './monitor-text.ts';

/** `base`: what an edit was built on. `mine`: the edit. `byOthers`: whether what stands now is another's work too. */
export type Built = { base: MonitorEdit; mine: MonitorEdit; byOthers: boolean };

/**
 * What an edit is to be merged from when it meets `current`. Of the saves `sent` without an answer since `before`, oldest first, one
 * may have arrived: it is nobody else's edit, and what it added has the ids that are stored. `before`: null for a new monitor.
 */
export function builtOn(
  before: MonitorEdit | null,
  mine: MonitorEdit,
  sent: readonly MonitorInput[],
  current: MonitorText,
): Built {
  const base = before ?? NOTHING;
  const arrived = sent.findLast((each) => {
    const { merged, conflicts } = mergeEdits(base, askedFor(base, each), current);
    // The save has been applied if nothing of it is left to do.
    return conflicts.length === 0 && isStored(merged, current);
  });
  // A new monitor was made by one of them, whatever others have done to it since.
  const own = arrived ?? (before ? undefined : sent.at(-1));
  if (!own) return { base, mine, byOthers: true };
  const asked = askedFor(base, own);
  const ids = idsGiven(own, asked, current);
  const known = ({ endpoints, ...rest }: MonitorEdit) => ({
    ...rest,
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, id: ids.get(endpoint.id) ?? endpoint.id })),
  });
  return { base: known(asked), mine: known(mine), byOthers: !isStored(known(asked), current) };
}

const NOTHING: MonitorEdit = { name: '', description: '', locations: [], endpoints: [] };

/** What a save asks for as it is stored, but for the ids of what it adds. */
function askedFor(base: MonitorEdit, { name, description, locations, endpoints }: MonitorInput): MonitorEdit {
  const before = Object.fromEntries(base.endpoints.map((each) => [each.id, each]));
  const matched = matchEndpoints(before, endpoints);
  return {
    name,
    description,
    locations,
    endpoints: matched.map(({ id, desired }, index) => ({ id: id ?? endpoints[index]?.id ?? '', ...desired })),
  };
}

/** The stored ids of what a save knew by others: of what it added they are found by the URL, which is there once. */
function idsGiven(sent: MonitorInput, asked: MonitorEdit, current: MonitorText): Map<string, string> {
  const byUrl = new Map(current.endpoints.map(({ id, url }) => [url, id]));
  const known = new Set(byUrl.values());
  const ids = new Map<string, string>();
  for (const [index, { id, url }] of asked.endpoints.entries()) {
    const stored = known.has(id) ? id : (byUrl.get(url) ?? id);
    ids.set(id, stored).set(sent.endpoints[index]?.id ?? id, stored);
  }
  return ids;
}

function isStored(edit: MonitorEdit, current: MonitorText): boolean {
  return isUnchanged(current, { ...edit, endpoints: new Map(edit.endpoints.map(({ id, ...words }) => [id, words])) });
}
