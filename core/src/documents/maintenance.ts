import { z } from 'zod';
import { atMsSchema, freeTextSchema, idSchema, lineSchema } from '../values/fields.ts';
import { MAINTENANCE } from '../values/limits.ts';
import { managedOrNotSchema } from '../values/managed.ts';
import { stuckSchema } from '../values/stuck.ts';
import { dateSchema, timeZoneSchema } from '../values/zone.ts';
import { declareCollection } from './collection.ts';

/** A date and time without a zone in a plausible range, `YYYY-MM-DDTHH:MM`. */
export const localDateTimeSchema = z.iso
  .datetime({ local: true, precision: -1, abort: true })
  .refine((local) => dateSchema.safeParse(local.slice(0, 10)).success && !local.endsWith('Z'), 'out of range');

/** What an owner enters for a maintenance window. */
export const maintenanceFieldsSchema = z.object({
  name: lineSchema.min(1).max(80),
  /** The ids of the covered monitors; null for all. */
  monitors: z.array(idSchema).min(1).max(200).nullable(),
  start: localDateTimeSchema,
  timeZone: timeZoneSchema,
  durationMin: z.number().int().min(1).max(MAINTENANCE.longestMin),
  /** An RRULE; null for a window that takes place once. */
  rule: freeTextSchema.max(500).nullable(),
  /** Whether subscribers of status pages that show its monitors are mailed about it; not if absent. */
  mailsSubscribers: z.boolean().optional(),
});
export type MaintenanceFields = z.infer<typeof maintenanceFieldsSchema>;

/**
 * The planned starts of a rule from `fromMs` to `toMs`, both included, in epoch ms, so that no reader expands the rule.
 * `toMs` is null if there are no later ones.
 */
export const plannedSchema = z.object({
  fromMs: z.number().int(),
  toMs: z.number().int().nullable(),
  starts: z.array(z.number().int()),
});
export type Planned = z.infer<typeof plannedSchema>;

/** `maintenance/{id}`: a planned time of work. */
export const maintenanceSchema = maintenanceFieldsSchema.extend({
  ownerId: idSchema,
  /**
   * The ends of occurrences that were ended early or extended, by their planned start in epoch ms. An occurrence that
   * ends when it starts does not take place.
   */
  endings: z.record(z.string().regex(/^\d{1,15}$/), atMsSchema).default({}),
  /** Null for a window that takes place once, and in documents of earlier versions, whose rule readers expand. */
  planned: plannedSchema.nullable().default(null),
  /** When the monitors, or readers of `planned`, need later occurrences; null if there are no later ones. */
  refreshAt: atMsSchema.nullable(),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  managed: managedOrNotSchema,
  stuck: stuckSchema.optional(),
});
export type Maintenance = z.infer<typeof maintenanceSchema>;

export const maintenanceCollection = declareCollection({
  path: 'maintenance',
  schema: maintenanceSchema,
  readableBy: 'member',
  noIndex: [
    'createdAt',
    'durationMin',
    'endings',
    'mailsSubscribers',
    'managed',
    'monitors',
    'name',
    'planned',
    'rule',
    'start',
    'timeZone',
    'updatedAt',
  ],
  indexes: [['refreshAt'], ['ownerId', 'refreshAt'], ['stuck']],
  account: 'owned',
});

/** One occurrence of a window, as the window's monitors store it. */
export const occurrenceSchema = z.object({
  /** The id of the window. */
  id: idSchema,
  name: z.string(),
  startsAt: atMsSchema,
  endsAt: atMsSchema,
});
export type Occurrence = z.infer<typeof occurrenceSchema>;
