import type { HistoryPoint } from '../../contracts/api/history.ts';
import type { MonitorEntry } from '../../contracts/api/monitor-answer.ts';
import { isoOf } from '../../contracts/api/parts.ts';
import { RETENTION } from '../../values/limits.ts';
import { DAY_MS } from '../../values/time.ts';

/** How the points of a history are cut. */
export const RESOLUTIONS = ['day', 'hour'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** One answer has hours of at most 15 days. */
const MOST_MS: Record<Resolution, number> = { day: RETENTION.monthMs, hour: 15 * DAY_MS };

/** A range of a request for history. */
export type HistoryPart = { from: string; to: string };

/** The months in UTC, as `2026-10`, that history may still be kept of, the newest first. */
export function keptMonths(nowMs: number): string[] {
  const now = new Date(nowMs);
  const months: string[] = [];
  for (let back = 0; ; back += 1) {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back);
    if (start < nowMs - RETENTION.monthMs) return months;
    months.push(new Date(start).toISOString().slice(0, 7));
  }
}

/** The requests that together have a month in UTC, without what is to come; none for another text or a later month. */
export function partsOfMonth(month: string, resolution: Resolution, nowMs: number): HistoryPart[] {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined) return [];
  const [fromMs, endMs] = [Date.UTC(Number(year), Number(number) - 1), Date.UTC(Number(year), Number(number))];
  return partsOf(fromMs, Math.min(endMs, nowMs), resolution);
}

/** The requests that together have all that is kept. */
export function partsOfAll(resolution: Resolution, nowMs: number): HistoryPart[] {
  return partsOf(nowMs - RETENTION.monthMs, nowMs, resolution);
}

function partsOf(fromMs: number, toMs: number, resolution: Resolution): HistoryPart[] {
  const parts: HistoryPart[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += MOST_MS[resolution]) {
    parts.push({ from: isoOf(startMs), to: isoOf(Math.min(startMs + MOST_MS[resolution], toMs)) });
  }
  return parts;
}

/** Whose history it is. */
export type HistorySubject = { monitorId: string; monitor: string; endpointId: string; endpoint: string; url: string };

/** The endpoints of a monitor. */
export function subjectsOf({ id, name, endpoints }: Pick<MonitorEntry, 'id' | 'name' | 'endpoints'>): HistorySubject[] {
  return endpoints.map((endpoint) => {
    return { monitorId: id, monitor: name, endpointId: endpoint.id, endpoint: endpoint.name, url: endpoint.url };
  });
}

/** Points as lines of JSON, each of which can be read by itself; what nothing is known of is left out. */
export function historyLines(subject: HistorySubject, points: readonly HistoryPoint[]): string {
  const known = points.filter(({ knownSec, maintenanceSec, pausedSec, checks }) => {
    return knownSec > 0 || maintenanceSec > 0 || pausedSec > 0 || checks > 0;
  });
  return known.map((point) => `${JSON.stringify({ ...subject, ...point })}\n`).join('');
}
