import { FLAPPING } from '@farwatch/core/values/limits';
import type { World } from '../world.ts';
import { receivedContents } from './announcements.ts';
import { isPresent } from './channel-views.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

/** A sweep, and sending. */
const ARRIVES_WITHIN_MS = 95_000;

/**
 * An endpoint that flaps is announced once, nothing of its incident follows until it is stable, and its recovery is
 * never lost.
 */
export function checkFlapping(world: World): Finding[] {
  const received = receivedContents(world).filter(({ repeated }) => repeated === null);
  return [...documentsOf(world, 'incidents')].flatMap(([id, { flapping, status, stableAt, updates }]): Finding[] => {
    if (flapping === null) return [];
    const own = received.filter(({ content }) => content.incidentId === id);
    const start = own.findLastIndex(({ content }) => content.kind === 'flapping');
    if (start < 0) return [];
    const resumedAt = (flapping.until ?? Number.POSITIVE_INFINITY) + FLAPPING.stableAfterMs;
    const early = own.slice(start + 1).filter(({ message }) => message.atMs < resumedAt);
    const isForgotten = updates.some(({ event }) => event === 'unmonitored' || event === 'paused');
    const isOver = own.slice(start + 1).some(({ content }) => content.kind === 'stable' || content.kind === 'recovery');
    const isLost = status === 'resolved' && !isForgotten && isPresent(world) && !isOver;
    const isLate = stableAt !== null && stableAt < world.timeline.nowMs - ARRIVES_WITHIN_MS;
    return [
      ...early.map(({ content, message }) => ({
        rule: 'nothing is announced while an endpoint flaps',
        what: `${content.kind} of ${id} at ${formatTime(message.atMs)}`,
      })),
      ...(isLost ? [{ rule: 'an endpoint that flapped is announced as stable', what: id }] : []),
      ...(isLate
        ? [{ rule: 'an endpoint that flapped becomes stable', what: `${id} at ${formatTime(stableAt)}` }]
        : []),
    ];
  });
}
