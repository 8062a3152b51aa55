import type { DocumentOf } from '@farwatch/core/documents/collections';
import { withMs } from '../history.ts';
import type { HistoryAnswer } from '../history-answers.ts';
import type { World } from '../world.ts';
import { documentsOf, type Finding, formatTime } from './observations.ts';

type Totals = HistoryAnswer['answer']['totals'];
/** How time is counted, in seconds, and how many outages were running. */
type Sums = Pick<Totals, 'knownSec' | 'downtimeSec' | 'unknownSec' | 'maintenanceSec' | 'pausedSec' | 'outages'>;
const FIELDS = ['knownSec', 'downtimeSec', 'unknownSec', 'maintenanceSec', 'pausedSec', 'outages'] as const;
type Range = { fromMs: number; toMs: number };

/** The API's uptime for any range is that of the statuses in it, to the second. */
export function checkUptime(world: World): Finding[] {
  return world.histories.flatMap((each) => {
    const range = { fromMs: each.fromMs, toMs: each.toMs };
    const expected = addUp(endpointsOf(world, each).map((id) => sumsOf(piecesOf(world, id), range)));
    const findings = compare(each, each.answer.totals, expected);
    if (each.of === 'monitor') return findings;
    const points = addUp(each.answer.points);
    // An outage that runs on counts in each part.
    const parts = compare(each, { ...points, outages: expected.outages }, expected);
    return [...findings, ...parts.map(({ what }) => ({ rule: 'the parts of a range add up to it', what }))];
  });
}

function endpointsOf(world: World, { of, id }: HistoryAnswer): string[] {
  if (of === 'endpoint') return [id];
  return [...documentsOf(world, 'endpoints')].flatMap(([each, { monitorId }]) => (monitorId === id ? each : []));
}

function compare({ of, id, fromMs, toMs }: HistoryAnswer, answered: Sums, expected: Sums): Finding[] {
  return FIELDS.filter((field) => answered[field] !== expected[field]).map((field) => ({
    rule: 'uptime is that of the statuses',
    what: `${of} ${id} from ${formatTime(fromMs)} to ${formatTime(toMs)}: ${field} is ${answered[field]}, not ${expected[field]}`,
  }));
}

type Event = DocumentOf<'statusEvents'>;
type Status = Event['next'];

/** A time in which an endpoint had one status. */
type Piece = {
  fromMs: number;
  toMs: number;
  status: Status;
  /** Whether its owner had announced maintenance. */
  isMaintained: boolean;
};

function sumsOf(pieces: readonly Piece[], range: Range): Sums {
  const within = pieces
    .map((piece) => ({
      ...piece,
      fromMs: Math.max(piece.fromMs, range.fromMs),
      toMs: Math.min(piece.toMs, range.toMs),
    }))
    .filter(({ fromMs, toMs }) => toMs > fromMs);
  const secondsOf = (is: (piece: Piece) => boolean) =>
    within.filter(is).reduce((sum, { fromMs, toMs }) => sum + Math.floor(toMs / 1000) - Math.floor(fromMs / 1000), 0);
  const isOutside = (status: Piece['status']) => (piece: Piece) => !piece.isMaintained && piece.status === status;
  const downtimeSec = secondsOf(isOutside('down'));
  return {
    knownSec: secondsOf(isOutside('up')) + downtimeSec,
    downtimeSec,
    unknownSec: secondsOf(isOutside('unknown')),
    maintenanceSec: secondsOf(({ isMaintained }) => isMaintained),
    pausedSec: secondsOf(isOutside('paused')),
    outages: outagesOf(pieces).filter(({ fromMs, toMs }) => fromMs < range.toMs && toMs > range.fromMs).length,
  };
}

/**
 * An outage starts where the endpoint is down outside of maintenance, and continues while nothing is known or the work
 * goes on.
 */
function outagesOf(pieces: readonly Piece[]): Range[] {
  const outages: Range[] = [];
  for (const { fromMs, toMs, status, isMaintained } of pieces) {
    const last = outages.at(-1);
    const isRunning = last?.toMs === fromMs;
    if (status === 'unknown' || (status === 'down' && isMaintained)) {
      if (last && isRunning) last.toMs = toMs;
    } else if (status === 'down') {
      if (last && isRunning) last.toMs = toMs;
      else outages.push({ fromMs, toMs });
    }
  }
  return outages;
}

function addUp(all: readonly Sums[]): Sums {
  const sum = (field: keyof Sums) => all.reduce((total, each) => total + each[field], 0);
  return {
    knownSec: sum('knownSec'),
    downtimeSec: sum('downtimeSec'),
    unknownSec: sum('unknownSec'),
    maintenanceSec: sum('maintenanceSec'),
    pausedSec: sum('pausedSec'),
    outages: sum('outages'),
  };
}

/**
 * Returns the statuses of an endpoint from its creation until now, by its events as they were written and by what
 * people announced.
 */
function piecesOf(world: World, id: string): Piece[] {
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

/**
 * Returns the events in the order in which they were written, which the store keeps. The one of an hour in which an
 * endpoint flapped has all changes of its time.
 */
function eventsOf({ server }: World, id: string): Event[] {
  const { docs } = server.store.collection(`endpoints/${id}/events`);
  // The functions parse what they write.
  const all = [...docs.values()].map(({ data }) => withMs(data) as Event & { earlier?: Event[] });
  const hours = all.flatMap((event) => (event.earlier ? [[...event.earlier, event]] : []));
  const isIn = ({ changedAt }: Event, hour: readonly Event[]) =>
    changedAt >= (hour[0]?.changedAt ?? 0) && changedAt <= (hour.at(-1)?.changedAt ?? 0);
  const single = all.filter((event) => !event.earlier && !hours.some((hour) => isIn(event, hour)));
  return [...single, ...hours.flat()].sort((a, b) => a.changedAt - b.changedAt);
}

function maintenanceOf({ people, monitorIds, scenario }: World, { ownerId, monitorId }: DocumentOf<'endpoints'>) {
  return [...people.occurrences.values()].flatMap(({ owner, monitor, fromMs, endings }) => {
    const isOwn = scenario.owners[owner]?.uid === ownerId && (monitor === null || monitorIds[monitor] === monitorId);
    return isOwn ? [{ fromMs, toMs: endings.at(-1)?.endMs ?? fromMs }] : [];
  });
}
