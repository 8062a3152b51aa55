import type { Endpoint } from '@farwatch/core/documents/endpoint';
import type { Monitor } from '@farwatch/core/documents/monitor';
import type { WithId } from '../../lib/live/read-document.ts';

/** The endpoint's own data, as shown. */
export type EndpointFacts = Pick<
  Endpoint,
  | 'monitorId'
  | 'url'
  | 'name'
  | 'description'
  | 'locations'
  | 'status'
  | 'since'
  | 'votes'
  | 'transitions'
  | 'lastError'
  | 'createdAt'
> & { id: string };

/** The endpoint's data in the shell's monitors; null if none of them has it. */
export function factsFromMonitors(monitors: readonly WithId<Monitor>[], id: string): EndpointFacts | null {
  const monitor = monitors.find((each) => Object.hasOwn(each.endpoints, id));
  const endpoint = monitor?.endpoints[id];
  if (!monitor || !endpoint) return null;
  const transitions = monitor.transitions.filter((transition) => transition.endpoint === id);
  const { locations } = monitor;
  return { ...endpoint, id, monitorId: monitor.id, locations, transitions, description: '', lastError: null };
}
