import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { bytesSchema } from '../values/history/day-codec.ts';
import { HISTORY, RETENTION } from '../values/limits.ts';
import { spreadOf } from '../values/spread.ts';
import { stuckSchema } from '../values/stuck.ts';
import { DAY_MS, HOUR_MS } from '../values/time.ts';
import { declareCollection } from './collection.ts';

/** `months/{endpoint}_{yyyy-mm}`: the history of an endpoint in a month. */
export const monthSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  endpointId: idSchema,
  monthAt: atMsSchema,
  expireAt: atMsSchema,
  /**
   * A deflated record for each UTC day, by its two digits (values/history/day-codec.ts). A missing day is not built
   * yet.
   */
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

/** `years/{monitor}_{yyyy}`: the history of a monitor in a year. */
export const yearSchema = z.object({
  ownerId: idSchema,
  monitorId: idSchema,
  yearAt: atMsSchema,
  expireAt: atMsSchema,
  /** A deflated record for each day, as in a month, by month and day: `0102`. */
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

/** `histories/{accountId}`: how far an owner's history is built. */
export const historySchema = z.object({
  ownerId: idSchema,
  /** All days before this time are built; null if none is. */
  builtUntil: atMsSchema.nullable().default(null),
  /** The days to build again, by their date, and when each was marked. */
  dirtyDays: z.record(z.string().regex(/^\d{4}-\d\d-\d\d$/), countSchema).default({}),
  /** Hours that were rolled up again before this time are already considered. */
  checkedAt: atMsSchema.nullable().default(null),
  /** When the next task is due; null without endpoints. */
  dueAt: atMsSchema.nullable(),
  stuck: stuckSchema.optional(),
});
export type History = z.infer<typeof historySchema>;

export const historyCollection = declareCollection({
  path: 'histories',
  schema: historySchema,
  readableBy: 'none',
  noIndex: ['builtUntil', 'checkedAt', 'dirtyDays'],
  indexes: [['dueAt'], ['stuck']],
  account: 'owned',
});

/** Returns the date of a UTC day, YYYY-MM-DD. */
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

/** Returns the part of a month's document that holds a day's record. Writing it leaves the other days as they are. */
export function monthPart(place: Place & { endpointId: string }, dayAt: number, bytes: Uint8Array): Month {
  const [year = '', month = '', day = ''] = dateOf(dayAt).split('-');
  const monthAt = Date.UTC(Number(year), Number(month) - 1);
  const expireAt = Date.UTC(Number(year), Number(month)) + RETENTION.monthMs;
  return { ...place, monthAt, expireAt, days: { [day]: bytes } };
}

/** Returns the part of a year's document that holds a day's record. */
export function yearPart(place: Place, dayAt: number, bytes: Uint8Array): Year {
  const [year = '', month = '', day = ''] = dateOf(dayAt).split('-');
  const yearAt = Date.UTC(Number(year), 0);
  const expireAt = Date.UTC(Number(year) + 1, 0) + RETENTION.yearMs;
  return { ...place, yearAt, expireAt, days: { [`${month}${day}`]: bytes } };
}

/** Returns the start of a day from its key in a month's document. */
export function dayOfMonth({ monthAt }: Pick<Month, 'monthAt'>, key: string): number {
  return monthAt + (Number(key) - 1) * DAY_MS;
}

/** Returns the start of a day from its key in a year's document. */
export function dayOfYear({ yearAt }: Pick<Year, 'yearAt'>, key: string): number {
  return Date.UTC(new Date(yearAt).getUTCFullYear(), Number(key.slice(0, 2)) - 1, Number(key.slice(2)));
}

/**
 * Returns when the next day of an owner is due to be built, of the days that cannot be built at `nowMs`: once its last hour
 * is rolled up, or one or two hours later, so that each run of the hourly job builds the days of a third of the owners.
 */
export function nextDueAt(ownerId: string, nowMs: number): number {
  const nextDayAt = (Math.floor((nowMs - HISTORY.builtAfterMs) / DAY_MS) + 1) * DAY_MS;
  return nextDayAt + HISTORY.builtAfterMs + spreadOf(ownerId, HISTORY.builtInHours) * HOUR_MS;
}

/** Whether the day's record, which is or will be built, may lack what happened at `atMs` and is stored only now. */
export function isLate(atMs: number, nowMs: number): boolean {
  return nowMs >= (Math.floor(atMs / DAY_MS) + 1) * DAY_MS + HISTORY.lateAfterMs;
}

/** Returns the history for an owner's first endpoint. */
export function newHistory(ownerId: string, nowMs: number): History {
  const builtUntil = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { ownerId, builtUntil, dirtyDays: {}, checkedAt: nowMs, dueAt: nextDueAt(ownerId, nowMs) };
}
