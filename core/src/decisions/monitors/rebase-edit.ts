import type { MonitorContent, MonitorInput, MonitorVersion } from '../../contracts/api/monitors.ts';
import { defaultsOf } from '../../values/monitor-fields/field.ts';
import { MONITOR_FIELDS } from '../../values/monitor-fields/table.ts';
import { maskContent } from './check-secrets.ts';
import { mergeEdits } from './merge-edits.ts';
import { hasContent, requestedContent } from './monitor-content.ts';

/**
 * `base`: what the edit was based on. `local`: the edit. `byOthers`: whether the current version has others' changes.
 */
export type RebasedEdit = { base: MonitorContent; local: MonitorContent; byOthers: boolean };

/**
 * Rebases an edit onto a later version. `before`: what the form was opened with, null for a new monitor. One of the
 * saves `unanswered` since then, oldest first, may have been stored: it is not another user's edit, and the endpoints
 * that it added get their stored ids.
 */
export function rebaseEdit(
  before: MonitorContent | null,
  local: MonitorContent,
  unanswered: readonly MonitorInput[],
  current: MonitorVersion,
): RebasedEdit {
  const base = before ?? NEW_MONITOR;
  const stored = unanswered.findLast((save) => {
    const { merged, conflicts } = mergeEdits(base, contentOf(base, save), current);
    // The save has been applied if the merge changes nothing.
    return conflicts.length === 0 && hasContent(current, merged);
  });
  // One of the saves has created a new monitor, whatever others have changed since.
  const own = stored ?? (before ? undefined : unanswered.at(-1));
  if (!own) return { base, local, byOthers: true };
  const saved = contentOf(base, own);
  const ids = storedIds(own, saved, current);
  const withStoredIds = (content: MonitorContent): MonitorContent => ({
    ...content,
    endpoints: content.endpoints.map((each) => ({ ...each, id: ids.get(each.id) ?? each.id })),
  });
  const newBase = withStoredIds(saved);
  return { base: newBase, local: withStoredIds(local), byOthers: !hasContent(current, newBase) };
}

const NEW_MONITOR: MonitorContent = { ...defaultsOf(MONITOR_FIELDS), endpoints: [] };

/** Returns a save's content as others see it: with masked secrets; except for the ids of new endpoints. */
function contentOf(base: MonitorContent, save: MonitorInput): MonitorContent {
  const before = Object.fromEntries(base.endpoints.map((each) => [each.id, each]));
  return maskContent(requestedContent(before, save, (given) => given?.id ?? ''));
}

/** Maps the ids in a save to the stored ones: an added endpoint is found by its URL, which is unique. */
function storedIds(save: MonitorInput, saved: MonitorContent, current: MonitorVersion): Map<string, string> {
  const byUrl = new Map(current.endpoints.map(({ id, url }) => [url, id]));
  const existing = new Set(byUrl.values());
  return new Map(
    saved.endpoints.flatMap(({ id, url }, index) => {
      const stored = existing.has(id) ? id : (byUrl.get(url) ?? id);
      return [[id, stored] as const, [save.endpoints[index]?.id ?? id, stored] as const];
    }),
  );
}
