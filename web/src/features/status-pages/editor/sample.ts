import type { Monitor } from '@farwatch/core/documents/monitor';
import { compareNames } from '@farwatch/core/values/compare-names';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import type { WithId } from '../../../lib/live/read-document.ts';
import { nameFor } from './groups/candidates.ts';
import type { DraftGroup } from './groups/draft-groups.ts';
import { subjectOf } from './groups/draft-groups.ts';

/** Makes a group of all monitors, by name, up to the limit of a page. */
export function sampleGroups(monitors: readonly WithId<Monitor>[]): DraftGroup[] {
  const components = monitors
    .toSorted((one, other) => compareNames(one.name, other.name))
    .slice(0, STATUS_PAGE.components)
    .map(({ id, name }) => ({ monitorId: id, endpointId: null, name: nameFor(name) }));
  return [{ id: 'group 1', name: '', components: components.map((each) => ({ ...each, id: subjectOf(each) })) }];
}

/**
 * Finds the name that most of the monitored hosts share: 'Acme' for api.acme.test and www.acme.test. Empty if they
 * share none.
 */
export function sharedName(monitors: readonly WithId<Monitor>[]): string {
  const counts = new Map<string, number>();
  for (const { endpoints } of monitors) {
    for (const { url } of Object.values(endpoints)) {
      const name = nameOfHost(url);
      if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
  return first ? first[0] : '';
}

/** The part of a host that names its owner: before the last, or before one such as 'co.uk'. */
function nameOfHost(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  if (host.includes(':') || /^[\d.]+$/.test(host)) return '';
  const parts = host.split('.');
  const at = parts.length > 2 && (parts.at(-2) ?? '').length <= 3 ? -3 : -2;
  const name = parts.at(at) ?? '';
  return name.startsWith('xn--') ? '' : name.charAt(0).toUpperCase() + name.slice(1);
}
