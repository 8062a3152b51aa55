import type { Monitor } from '@farwatch/core/documents/monitor';
import { compareNames } from '@farwatch/core/values/compare-names';
import { createMatcher } from '@farwatch/core/values/search';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import type { WithId } from '../../../../lib/live/read-document.ts';
import type { DraftComponent } from './draft-groups.ts';

/** A monitor, or one of its endpoints, that can be added to a page. */
export type Candidate = Omit<DraftComponent, 'id' | 'key'> & {
  /** The endpoint's URL. */
  text: string;
};

/**
 * The monitors that match a search, by name, each with its endpoints if it has several. With a search those endpoints
 * that match, or all of a monitor that matches by itself.
 */
export function candidatesIn(
  monitors: readonly WithId<Monitor>[],
  search: string,
): { monitor: Candidate; endpoints: Candidate[] }[] {
  const matches = createMatcher(search);
  return monitors
    .toSorted((one, other) => compareNames(one.name, other.name))
    .flatMap(({ id, name, endpoints }) => {
      const own = Object.entries(endpoints).map(([endpointId, endpoint]) => ({ ...endpoint, id: endpointId }));
      const isMatch = matches(name);
      const shown = isMatch ? own : own.filter((endpoint) => matches(name, endpoint.name, endpoint.url));
      if (!isMatch && shown.length === 0) return [];
      const monitor = { monitorId: id, endpointId: null, name: nameFor(name), text: '' };
      if (own.length < 2) return [{ monitor, endpoints: [] }];
      const list = shown
        .map(({ id: endpointId, name: title, url }) => ({ monitorId: id, endpointId, name: nameFor(title), text: url }))
        .toSorted((one, other) => compareNames(one.name, other.name));
      return [{ monitor, endpoints: list }];
    });
}

/** The public name that a component starts with. */
export function nameFor(name: string): string {
  return name.slice(0, STATUS_PAGE.nameLength);
}
