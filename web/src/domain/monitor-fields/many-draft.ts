import type { MonitorChange } from '@farwatch/core/contracts/api/monitors';
import type { LocationCode } from '@farwatch/core/values/locations';

/** The changes to several monitors; 'keep' leaves each as it is. */
export type ManyDraft = {
  intervalSec: Exclude<MonitorChange['intervalSec'], undefined> | 'keep';
  locations: readonly LocationCode[] | 'keep';
  addTags: readonly string[];
  removeTags: readonly string[];
};

export const NO_CHANGE: ManyDraft = { intervalSec: 'keep', locations: 'keep', addTags: [], removeTags: [] };

/** The change to request; null for none. */
export function manyChange({
  intervalSec,
  locations,
  addTags,
  removeTags,
}: ManyDraft): MonitorChange | null | 'no-location' {
  if (locations !== 'keep' && locations.length === 0) return 'no-location';
  const change: MonitorChange = {
    ...(intervalSec !== 'keep' && { intervalSec }),
    ...(locations !== 'keep' && { locations: [...locations] }),
    ...(addTags.length > 0 && { addTags: [...addTags] }),
    ...(removeTags.length > 0 && { removeTags: [...removeTags] }),
  };
  return Object.keys(change).length > 0 ? change : null;
}
