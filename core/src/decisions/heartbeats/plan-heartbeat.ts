import type { Endpoint } from '../../documents/endpoint.ts';
import type { Heartbeat } from '../../documents/heartbeat.ts';
import { optionsOfType } from '../../values/check-options.ts';
import { slugOf } from '../../values/check-types/heartbeat.ts';
import { dueTime } from './due-time.ts';

/** An endpoint `heartbeat://name` after an edit. */
type Planned = { id: string; endpoint: Endpoint; pingKey: string };

/**
 * Returns the heartbeat of an endpoint after an edit; `before` is null for a new one. With another schedule its last
 * ping counts on, so that a job that has stopped is still noticed; after a pause it waits for the next one.
 */
export function planHeartbeat(before: Heartbeat | null, { id, endpoint, pingKey }: Planned, nowMs: number): Heartbeat {
  const { ownerId, monitorId, url, rev } = endpoint;
  const check = optionsOfType(endpoint.check, 'heartbeat');
  const paused = endpoint.status === 'paused';
  const place = { ownerId, monitorId, endpointId: id, pingKey, slug: slugOf(url), check, rev, paused };
  const known = before ?? newHeartbeat(place, nowMs);
  const isRestarted = known.rev !== rev || known.paused !== paused;
  const isForgotten = paused || known.paused;
  const after: Heartbeat = {
    ...known,
    ...place,
    ...(isRestarted && { state: 'new' }),
    ...(isForgotten && { lastPingAt: null, lastStartAt: null, lastStartRid: null }),
  };
  return { ...after, dueAt: dueTime(after) };
}

type Place = Pick<Heartbeat, 'ownerId' | 'monitorId' | 'endpointId' | 'pingKey' | 'slug' | 'check' | 'rev' | 'paused'>;

function newHeartbeat(place: Place, nowMs: number): Heartbeat {
  return {
    ...place,
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
