import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { bytesSchema } from '../values/history/day-codec.ts';
import { HISTORY, RETENTION } from '../values/limits.ts';
import { DAY_MS } from '../values/time.ts';
import { declareCollection } from './collection.ts';

/**
 * `months/{endpoint}_{yyyy-mm}`: the history of an endpoint in a month. `days`: a deflated record for each UTC day, by
 * its two digits (values/history/day-codec.ts). A missing day is not built yet.
 */
export const monthSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  endpointId: idSchema,
  monthAt: atMsSchema,
  expireAt: atMsSchema,
  days: z.record(z.string().regex(/^\d{2}$/), bytesSchema),
});
export type Month = z.infer<typeof monthSchema>;

export const monthCollection = declareCollection({
  path: 'months',
  schema: monthSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['days', 'monitorId', 'monthAt'],
  account: 'owned',
});

/** `years/{monitor}_{yyyy}`: the history of a monitor in a year. `days`: as in a month, by month and day, `0102`. */
export const yearSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  yearAt: atMsSchema,
  expireAt: atMsSchema,
  days: z.record(z.string().regex(/^\d{4}$/), bytesSchema),
});
export type Year = z.infer<typeof yearSchema>;

export const yearCollection = declareCollection({
  path: 'years',
  schema: yearSchema,
  readableBy: 'none',
  ttl: 'expireAt',
  noIndex: ['days', 'yearAt'],
  account: 'owned',
});

/**
 * `histories/{uid}`: what is built of an owner's history. `builtUntil`: the days before it, null for none. `dirtyDays`:
 * days to build again, by their date, and when each was marked. `checkedAt`: hours that were rolled up again before are
 * considered. `dueAt`: when the next task is due, null without endpoints.
 */
export const historySchema = z.object({
  ownerId: idSchema,
  builtUntil: atMsSchema.nullable().default(null),
  dirtyDays: z.record(z.string().regex(/^\d{4}-\d\d-\d\d$/), countSchema).default({}),
  checkedAt: atMsSchema.nullable().default(null),
  dueAt: atMsSchema.nullable(),
});
export type History = z.infer<typeof historySchema>;

export const historyCollection = declareCollection({
  path: 'histories',
  schema: historySchema,
  readableBy: 'none',
  noIndex: ['builtUntil', 'checkedAt', 'dirtyDays'],
  indexes: [['dueAt']],
  account: 'owned',
});

/** The date of a UTC day, YYYY-MM-DD. */
export function dateOf(dayAt: number): string {
  return new Date(dayAt).toISOString().slice(0, 10);
}

export function monthId(endpointId: string, dayAt: number): string {
  return `${endpointId}_${dateOf(dayAt).slice(0, 7)}`;
}

export function yearId(monitorId: string, dayAt: number): string {
  return `${monitorId}_${dateOf(dayAt).slice(0, 4)}`;
}

type Place = { ownerId: string; monitorId: string };

/** The part of a month's document that a day's record is: writing it leaves the others as they are. */
export function monthPart(place: Place & { endpointId: string }, dayAt: number, bytes: Uint8Array): Month {
  const [year = '', month = '', day = ''] = dateOf(dayAt).split('-');
  const monthAt = Date.UTC(Number(year), Number(month) - 1);
  const expireAt = Date.UTC(Number(year), Number(month)) + RETENTION.monthMs;
  return { ...place, monthAt, expireAt, days: { [day]: bytes } };
}

/** The part of a year's document that a day's record is. */
export function yearPart(place: Place, dayAt: number, bytes: Uint8Array): Year {
  const [year = '', month = '', day = ''] = dateOf(dayAt).split('-');
  const yearAt = Date.UTC(Number(year), 0);
  const expireAt = Date.UTC(Number(year) + 1, 0) + RETENTION.yearMs;
  return { ...place, yearAt, expireAt, days: { [`${month}${day}`]: bytes } };
}

/** The start of a day by its key in a month's document, and in a year's. */
export function dayOfMonth({ monthAt }: Pick<Month, 'monthAt'>, key: string): number {
  return monthAt + (Number(key) - 1) * DAY_MS;
}

export function dayOfYear({ yearAt }: Pick<Year, 'yearAt'>, key: string): number {
  return Date.UTC(new Date(yearAt).getUTCFullYear(), Number(key.slice(0, 2)) - 1, Number(key.slice(2)));
}

/** When the day before `nowMs` is built, or the current one if it is null now: after its last hour is rolled up. */
export function nextDueAt(nowMs: number): number {
  return (Math.floor((nowMs - HISTORY.builtAfterMs) / DAY_MS) + 1) * DAY_MS + HISTORY.builtAfterMs;
}

/** Whether something at `atMs` that is stored now may be missing from its day's record, which is or will be built. */
export function isLate(atMs: number, nowMs: number): boolean {
  return nowMs >= (Math.floor(atMs / DAY_MS) + 1) * DAY_MS + HISTORY.lateAfterMs;
}

/** A history for an owner's first endpoint. */
export function newHistory(ownerId: string, nowMs: number): History {
  const builtUntil = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { ownerId, builtUntil, dirtyDays: {}, checkedAt: nowMs, dueAt: nextDueAt(nowMs) };
}
