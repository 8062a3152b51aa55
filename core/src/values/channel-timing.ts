import { z } from 'zod';
import { ambiguityOf, timeZoneSchema } from './zone.ts';

/** A time of day, `HH:MM`. */
export const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'not a time of day');

/**
 * When a channel is silent, in its time zone: on these days (1 Monday to 7 Sunday) from `from` until `to`, on the next
 * day if that is not later. `passesCritical`: critical failures are sent nevertheless.
 */
export const quietHoursSchema = z
  .object({
    from: timeOfDaySchema,
    to: timeOfDaySchema,
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    timeZone: timeZoneSchema,
    passesCritical: z.boolean(),
  })
  .refine(({ from, to, days }) => from !== to || new Set(days).size < 7, { path: ['to'], message: 'never ends' });
/** Quiet hours in a request: those without an ambiguous time zone. */
const quietHoursInputSchema = quietHoursSchema.superRefine(({ timeZone }, context) => {
  const message = ambiguityOf(timeZone);
  if (message !== null) context.addIssue({ code: 'custom', path: ['timeZone'], message });
});
export type QuietHours = z.infer<typeof quietHoursSchema>;

/**
 * When a channel is notified. `delayMin`: only of an incident that still continues so many minutes after its first outage
 * and is not acknowledged. `reminderMin`: how often it is reminded that an outage continues; null for never.
 */
export const channelTimingSchema = z.object({
  delayMin: z.number().int().min(0).max(1440).default(0),
  quietHours: quietHoursSchema.nullable().default(null),
  reminderMin: z.number().int().min(5).max(1440).nullable().default(null),
});
export type ChannelTiming = z.infer<typeof channelTimingSchema>;

export const channelTimingInputSchema = channelTimingSchema.extend({
  quietHours: quietHoursInputSchema.nullable().default(null),
});

/** At once, at any time, without reminders. */
export const IMMEDIATE: ChannelTiming = { delayMin: 0, quietHours: null, reminderMin: null };
