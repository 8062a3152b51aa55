import type { Endpoint } from '../../documents/endpoint.ts';
import type { Heartbeat } from '../../documents/heartbeat.ts';
import { optionsOfType } from '../../values/check-options.ts';
import { nameOf } from '../../values/check-types/host-url.ts';
import { dueTime } from './due-time.ts';

/** An endpoint `heartbeat://name` after an edit. */
type Planned = { id: string; endpoint: Endpoint; pingKey: string };

/** What an edit reads and writes of a stored heartbeat: not its pings, with which a monitor's exceed what a commit may. */
export const EDITED_FIELDS = [
  'ownerId',
  'monitorId',
  'endpointId',
  'pingKey',
  'slug',
  'check',
  'rev',
  'paused',
  'slowMs',
  'slow',
  'state',
  'lastPingAt',
  'lastStartAt',
  'lastStartRid',
  'dueAt',
] as const satisfies readonly (keyof Heartbeat)[];
export type EditedHeartbeat = Pick<Heartbeat, (typeof EDITED_FIELDS)[number]>;

/** The heartbeat of a new endpoint. */
export function newHeartbeat(planned: Planned, nowMs: number): Heartbeat {
  return {
    ...placeOf(planned),
    slow: null,
    state: 'new',
    voteSeq: 0,
    lastPingAt: null,
    lastSuccessAt: null,
    lastStartAt: null,
    lastStartRid: null,
    dueAt: null,
    pingCount: 0,
    today: { date: '', count: 0 },
    pings: [],
    bodies: [],
    createdAt: nowMs,
  };
}

/**
 * Returns a heartbeat after an edit of its endpoint. With another schedule its last ping counts on, so that a job that
 * has stopped is still noticed; after a pause it waits for the next one.
 */
export function editHeartbeat(before: EditedHeartbeat, planned: Planned): EditedHeartbeat {
  const place = placeOf(planned);
  const isRestarted = before.rev !== place.rev || before.paused !== place.paused;
  const isForgotten = place.paused || before.paused;
  const after: EditedHeartbeat = {
    ...before,
    ...place,
    ...(isRestarted && { state: 'new' }),
    ...((isRestarted || before.slowMs !== place.slowMs) && { slow: null }),
    ...(isForgotten && { lastPingAt: null, lastStartAt: null, lastStartRid: null }),
  };
  return { ...after, dueAt: dueTime(after) };
}

function placeOf({ id, endpoint, pingKey }: Planned) {
  const { ownerId, monitorId, url, rev } = endpoint;
  const check = optionsOfType(endpoint.check, 'heartbeat');
  const paused = endpoint.status === 'paused';
  const slowMs = endpoint.slowMs === 'auto' ? null : endpoint.slowMs;
  return { ownerId, monitorId, endpointId: id, pingKey, slug: nameOf(url), check, rev, paused, slowMs };
}
