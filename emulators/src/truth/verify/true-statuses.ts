import type { DocumentOf } from '@farwatch/core/documents/collections';
import { withMs } from '../history.ts';
import type { World } from '../world.ts';
import { documentsOf } from './observations.ts';

type Event = DocumentOf<'statusEvents'>;
type Status = Event['next'];

/** A time in which an endpoint had one status; `isMaintained`: its owner had announced maintenance. */
export type Piece = { fromMs: number; toMs: number; status: Status; isMaintained: boolean };

/** What an endpoint was from its creation until now, by its events as they were written and by what people announced. */
export function piecesOf(world: World, id: string): Piece[] {
  const endpoint = documentsOf(world, 'endpoints').get(id);
  if (!endpoint) return [];
  const { createdAt, status } = endpoint;
  const events = eventsOf(world, id);
  const works = maintenanceOf(world, endpoint);
  const ends = [...events.map(({ changedAt }) => changedAt), ...works.flatMap(({ fromMs, toMs }) => [fromMs, toMs])];
  const { nowMs } = world.timeline;
  const times = [createdAt, ...ends.filter((atMs) => atMs > createdAt && atMs < nowMs), nowMs];
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((fromMs, index) => ({
    fromMs,
    toMs: sorted[index + 1] ?? fromMs,
    status: events.findLast(({ changedAt }) => changedAt <= fromMs)?.next ?? events[0]?.previous ?? status,
    isMaintained: works.some((work) => work.fromMs <= fromMs && fromMs < work.toMs),
  }));
}

/** In the order in which they were written, which the store keeps. */
function eventsOf({ server }: World, id: string): Event[] {
  const { docs } = server.store.collection(`endpoints/${id}/events`);
  // The functions parse what they write.
  return [...docs.values()].map(({ data }) => withMs(data) as Event);
}

function maintenanceOf({ people, monitorIds, scenario }: World, { ownerId, monitorId }: DocumentOf<'endpoints'>) {
  return [...people.occurrences.values()].flatMap(({ owner, monitor, fromMs, endings }) => {
    const isOwn = scenario.owners[owner]?.uid === ownerId && (monitor === null || monitorIds[monitor] === monitorId);
    return isOwn ? [{ fromMs, toMs: endings.at(-1)?.endMs ?? fromMs }] : [];
  });
}
