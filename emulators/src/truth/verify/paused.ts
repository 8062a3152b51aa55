import { SECOND_MS } from '@farwatch/core/values/time';
import { siteOf } from '../sites.ts';
import type { World } from '../world.ts';
import { announcementsOf } from './announcements.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

/** A message decided before a pause may be sent this long after it. */
const SENT_WITHIN_MS = 30 * SECOND_MS;

/** No channel sends anything about a paused endpoint, except what was over before the pause and a rule held. */
export function checkPausedSilence(world: World): Finding[] {
  const endpoints = documentsOf(world, 'endpoints');
  const announced = announcementsOf(world);
  const held = new Set(announced.flatMap(({ wasOver, messageId }) => (wasOver ? [messageId] : [])));
  return announced.flatMap(({ endpointId, site, atMs, kind, messageId, values }): Finding[] => {
    const monitor = world.monitorIds.indexOf(endpoints.get(endpointId)?.monitorId ?? '');
    if (held.has(messageId) && !world.pauses.isPausedAt(monitor, site, values.occurredAt)) return [];
    const isPaused = [atMs - SENT_WITHIN_MS, atMs].every((each) => world.pauses.isPausedAt(monitor, site, each));
    return isPaused
      ? [{ rule: 'nothing is announced while paused', what: `${kind} of ${site} at ${formatTime(atMs)}` }]
      : [];
  });
}

type Paused = Pick<World, 'pauses' | 'monitorIds' | 'timeline'>;

/** Whether people want an endpoint to be paused now. */
export function isPausedNow(
  { pauses, monitorIds, timeline }: Paused,
  { monitorId, url }: { monitorId: string; url: string },
): boolean {
  return pauses.isPausedAt(monitorIds.indexOf(monitorId), siteOf(url), timeline.nowMs);
}
