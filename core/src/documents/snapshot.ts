import { z } from 'zod';
import { atMsSchema, countSchema } from '../values/fields.ts';
import { componentStatusSchema } from '../values/status-page/component-status.ts';
import { componentKeySchema, pageFieldsSchema } from '../values/status-page/page-fields.ts';
import { publicIncidentSchema } from '../values/status-page/publication.ts';
import { declareCollection } from './collection.ts';

const numbersSchema = z.array(z.number());

/**
 * From each time on, up to the next one: how many endpoints were up, were down, and were neither (no data, maintenance or
 * paused). Uptimes are derived from them when they are shown, since they change with the time (docs/status-pages.md,
 * Figures). The last one goes on; those in the future are of planned maintenance.
 */
const pageStepsSchema = z.object({
  atMs: numbersSchema,
  up: numbersSchema,
  down: numbersSchema,
  other: numbersSchema,
});
export type PageSteps = z.infer<typeof pageStepsSchema>;

/** A component as visitors see it. */
export const snapshotComponentSchema = z.object({
  key: componentKeySchema,
  name: z.string(),
  status: componentStatusSchema,
  /** When the status started. */
  since: atMsSchema,
  /**
   * The last complete days before `today`, fewer for younger monitors. The uptime of a day is in percent, -1 if nothing
   * is known. The downtime is in seconds; if one of two endpoints was down, half of its downtime counts.
   */
  days: z.object({ uptime: z.array(z.number()), downSec: z.array(z.number()) }),
  steps: pageStepsSchema.default({ atMs: [], up: [], down: [], other: [] }),
  /** The median of the last day whose history is built. */
  responseMs: z.number().nullable(),
});
export type SnapshotComponent = z.infer<typeof snapshotComponentSchema>;

export const snapshotIncidentSchema = publicIncidentSchema.extend({
  id: z.string(),
  /** Older updates, or a part of the newest one, are only on the incident's own page. */
  isCut: z.boolean().optional(),
});
export type SnapshotIncident = z.infer<typeof snapshotIncidentSchema>;

/** A planned time of work, with the keys of its components. The window's name is for its owner only. */
const snapshotMaintenanceSchema = z.object({
  startsAt: atMsSchema,
  endsAt: atMsSchema,
  components: z.array(componentKeySchema),
});

/**
 * `pages/{slug}/snapshots/current`: everything that the page shows, and nothing else: no address, id or owner. Drafts
 * and blocked pages have none. A page is rendered with the maintenance that is running then, so the snapshot need not
 * change when one starts or ends.
 */
export const snapshotSchema = pageFieldsSchema
  .omit({ groups: true, published: true, postsAutomatically: true })
  .extend({
    logoTag: z.string().nullable(),
    passwordVersion: countSchema,
    groups: z.array(z.object({ name: z.string(), components: z.array(snapshotComponentSchema) })),
    /** All incidents that are not resolved, and those of the last 14 days, the newest first. */
    incidents: z.array(snapshotIncidentSchema),
    /** Running windows, and windows of the next 8 days. */
    maintenance: z.array(snapshotMaintenanceSchema),
    /** The date, in the page's time zone, when the snapshot was built: the day after the last one in each `days`. */
    today: z.string().regex(/^\d{4}-\d\d-\d\d$/),
    /** When the snapshot was last built as a whole. */
    builtAt: atMsSchema,
    /** When the snapshot last changed. */
    changedAt: atMsSchema,
  });
export type Snapshot = z.infer<typeof snapshotSchema>;

export const snapshotCollection = declareCollection({
  path: 'pages/{}/snapshots',
  schema: snapshotSchema,
  readableBy: 'none',
  noIndex: [
    'accent',
    'access',
    'builtAt',
    'changedAt',
    'description',
    'embedding',
    'groups',
    'incidents',
    'language',
    'logoTag',
    'maintenance',
    'passwordVersion',
    'showsResponseTime',
    'showsSlow',
    'showsUptime',
    'takesSubscribers',
    'timeZone',
    'title',
    'today',
    'website',
  ],
  account: 'with parent',
});
