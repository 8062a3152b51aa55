import type { MonitorContent, MonitorInput, MonitorVersion } from '../../contracts/api/monitors.ts';
import { defaultsOf } from '../../values/monitor-fields/field.ts';
import { MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { requestedContent } from './match-endpoints.ts';
import { mergeEdits } from './merge-edits.ts';
import { hasContent } from './monitor-content.ts';

/** `base`: what an edit was based on. `mine`: the edit. `byOthers`: whether the current version has others' changes. */
export type RebasedEdit = { base: MonitorContent; mine: MonitorContent; byOthers: boolean };

/**
 * An edit and what to merge it from when it meets `current`. `before`: what the form was opened with, null for a new
 * monitor. One of the saves `unanswered` since then, oldest first, may have been stored: it is nobody else's edit, and
 * what it added has the stored ids.
 */
export function rebaseEdit(
  before: MonitorContent | null,
  mine: MonitorContent,
  unanswered: readonly MonitorInput[],
  current: MonitorVersion,
): RebasedEdit {
  const base = before ?? NEW_MONITOR;
  const stored = unanswered.findLast((save) => {
    const { merged, conflicts } = mergeEdits(base, contentOf(base, save), current);
    // The save has been applied if nothing of it is left to do.
    return conflicts.length === 0 && hasContent(current, merged);
  });
  // A new monitor was created by one of them, whatever others have done to it since.
  const own = stored ?? (before ? undefined : unanswered.at(-1));
  if (!own) return { base, mine, byOthers: true };
  const saved = contentOf(base, own);
  const ids = storedIds(own, saved, current);
  const withStoredIds = (content: MonitorContent): MonitorContent => ({
    ...content,
    endpoints: content.endpoints.map((each) => ({ ...each, id: ids.get(each.id) ?? each.id })),
  });
  const newBase = withStoredIds(saved);
  return { base: newBase, mine: withStoredIds(mine), byOthers: !hasContent(current, newBase) };
}

const NEW_MONITOR: MonitorContent = { ...defaultsOf(MONITOR_FIELDS), endpoints: [] };

/** What a save asks for as it is stored, but for the ids of what it adds. */
function contentOf(base: MonitorContent, save: MonitorInput): MonitorContent {
  const before = Object.fromEntries(base.endpoints.map((each) => [each.id, each]));
  return requestedContent(before, save, (given) => given?.id ?? '');
}

/** The stored ids by those that a save had: an added endpoint is found by its URL, which is unique. */
function storedIds(save: MonitorInput, saved: MonitorContent, current: MonitorVersion): Map<string, string> {
  const byUrl = new Map(current.endpoints.map(({ id, url }) => [url, id]));
  const known = new Set(byUrl.values());
  return new Map(
    saved.endpoints.flatMap(({ id, url }, index) => {
      const stored = known.has(id) ? id : (byUrl.get(url) ?? id);
      return [[id, stored] as const, [save.endpoints[index]?.id ?? id, stored] as const];
    }),
  );
}
