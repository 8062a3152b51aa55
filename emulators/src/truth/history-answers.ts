import type { EndpointRange, MonitorUptime } from '@farwatch/core/contracts/api/history';
import { DAY_MS, HOUR_MS, hourStart, SECOND_MS } from '@farwatch/core/values/time';
import { Random } from '../platform/random.ts';
import { documentsOf } from './documents-of.ts';
import { ownerOf } from './owner-requests.ts';
import type { Server } from './server.ts';
import type { Timeline } from './timeline.ts';
import type { World } from './world.ts';

/** The API's answer for a range of an endpoint or of a monitor. */
export type HistoryAnswer = { id: string; fromMs: number; toMs: number } & (
  | { of: 'endpoint'; answer: EndpointRange }
  | { of: 'monitor'; answer: MonitorUptime }
);

const RANGES = 5;
const SHORTEST_MS = HOUR_MS;

type Subject = Pick<HistoryAnswer, 'of' | 'id'> & { ownerId: string; createdAt: number };

/**
 * Requests the history of every endpoint and monitor over random ranges, as their owners may. None in a world with
 * edits, which may remove an endpoint with its history.
 */
export async function requestHistories(world: World): Promise<HistoryAnswer[]> {
  const { timeline, server, scenario } = world;
  if (scenario.faults.some(({ do: what }) => what === 'edit')) return [];
  const random = new Random(scenario.seed + 2);
  const endpoints = subjectsOf('endpoint', documentsOf(server.store, 'endpoints'));
  const subjects = [...endpoints, ...subjectsOf('monitor', documentsOf(server.store, 'monitors'))];
  const answers: HistoryAnswer[] = [];
  let isDone = false;
  const all = (async () => {
    for (const subject of subjects) {
      for (const range of rangesOf(random, subject.createdAt, timeline))
        answers.push(await requestHistory(server, subject, range));
    }
  })().finally(() => {
    isDone = true;
  });
  while (!isDone) await timeline.runUntil(timeline.nowMs + SECOND_MS);
  await all;
  return answers;
}

function subjectsOf(
  of: HistoryAnswer['of'],
  documents: ReadonlyMap<string, { ownerId: string; createdAt: number }>,
): Subject[] {
  return [...documents].map(([id, { ownerId, createdAt }]) => ({ of, id, ownerId, createdAt }));
}

type Range = { fromMs: number; toMs: number };

/** The cast is safe: the functions check what they answer. */
async function requestHistory(server: Server, { of, id, ownerId }: Subject, range: Range): Promise<HistoryAnswer> {
  const [from, to] = [new Date(range.fromMs).toISOString(), new Date(range.toMs).toISOString()];
  const resolution = range.toMs - range.fromMs > 2 * DAY_MS ? 'day' : 'hour';
  const [name, query] =
    of === 'endpoint'
      ? (['getEndpointHistory', { from, to, resolution, timeZone: 'Asia/Kolkata' }] as const)
      : (['getMonitorUptime', { from, to }] as const);
  const answer = await server.request(name, ownerOf(ownerId), { params: { id }, query });
  return { of, id, ...range, answer } as HistoryAnswer;
}

/**
 * Picks all of the time since its creation, and parts of it; some of whole hours, of which an answer counts all checks.
 */
function rangesOf(random: Random, createdAt: number, { startMs, nowMs }: Timeline): Range[] {
  const lastMs = nowMs - createdAt;
  const parts = Array.from({ length: RANGES }, (_, index) => {
    const lengthMs = Math.min(lastMs, random.spread(SHORTEST_MS, Math.max(SHORTEST_MS, lastMs)));
    const fromMs = nowMs - random.between(lengthMs, lastMs);
    if (index % 2 === 0) return { fromMs, toMs: fromMs + lengthMs };
    return { fromMs: Math.max(startMs, hourStart(fromMs)), toMs: hourStart(fromMs + lengthMs) };
  });
  const whole = { fromMs: startMs, toMs: hourStart(nowMs) };
  return [{ fromMs: createdAt, toMs: nowMs }, whole, ...parts].filter(
    ({ fromMs, toMs }) => toMs > Math.max(fromMs, createdAt),
  );
}
