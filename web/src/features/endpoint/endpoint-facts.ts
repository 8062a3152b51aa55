import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { defaultsOf } from '@farwatch/core/monitor-fields/field';
import { ENDPOINT_FIELDS, type EndpointFields } from '@farwatch/core/monitor-fields/table';
import type { WithId } from '../../lib/live/read-document.ts';

/** The endpoint's own data, as shown. */
export type EndpointFacts = EndpointFields &
  Pick<
    Endpoint,
    'monitorId' | 'locations' | 'status' | 'since' | 'votes' | 'transitions' | 'lastError' | 'createdAt'
  > & { id: string };

/** The endpoint's data in the shell's monitors; null if none of them has it. */
export function factsFromMonitors(monitors: readonly WithId<Monitor>[], id: string): EndpointFacts | null {
  const monitor = monitors.find((each) => Object.hasOwn(each.endpoints, id));
  const endpoint = monitor?.endpoints[id];
  if (!monitor || !endpoint) return null;
  const transitions = monitor.transitions.filter((transition) => transition.endpoint === id);
  const { locations } = monitor;
  const fields = { ...defaultsOf(ENDPOINT_FIELDS), ...endpoint };
  return { ...fields, id, monitorId: monitor.id, locations, transitions, lastError: null };
}
