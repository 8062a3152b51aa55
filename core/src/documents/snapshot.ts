import { z } from 'zod';
import { atMsSchema, countSchema } from '../values/fields.ts';
import { componentStatusSchema } from '../values/status-page/component-status.ts';
import { componentKeySchema, pageFieldsSchema } from '../values/status-page/page-fields.ts';
import { publicIncidentSchema } from '../values/status-page/publication.ts';
import { declareCollection } from './collection.ts';

/** Percent, null if nothing is known. */
const uptimeSchema = z.number().min(0).max(100).nullable();

/**
 * A component as visitors see it. `since`: of the status. `days`: of the last 90, the newest last, uptime in percent,
 * -1 if nothing is known, and how long it was down, s, half of it if one of two endpoints was; shorter for younger
 * monitors. The last one is today.
 * `responseMs`: the median of the last day whose history is built.
 */
export const snapshotComponentSchema = z.object({
  key: componentKeySchema,
  name: z.string(),
  status: componentStatusSchema,
  since: atMsSchema,
  days: z.object({ uptime: z.array(z.number()), downSec: z.array(z.number()) }),
  uptime: z.object({ hours24: uptimeSchema, days7: uptimeSchema, days30: uptimeSchema, days90: uptimeSchema }),
  responseMs: z.number().nullable(),
});
export type SnapshotComponent = z.infer<typeof snapshotComponentSchema>;

export const snapshotIncidentSchema = publicIncidentSchema.extend({ id: z.string() });
export type SnapshotIncident = z.infer<typeof snapshotIncidentSchema>;

/** A planned time of work; the window's name is its owner's and stays private. `components`: their keys. */
const snapshotMaintenanceSchema = z.object({
  startsAt: atMsSchema,
  endsAt: atMsSchema,
  components: z.array(componentKeySchema),
});

/**
 * `pages/{slug}/snapshots/current`: everything that the page shows, and nothing else: no address, id or owner. Missing
 * for drafts and blocked pages. `today`: the date of the last day in each `days`, in the page's time zone. `incidents`:
 * all that are not resolved, and those of the last 14 days, the newest first. `maintenance`: running, and of the next 8
 * days. A running one shows as such when it is rendered, so the snapshot need not change at its start and end.
 * `builtAt`: when it was last made as a whole, `changedAt`: when it last changed.
 */
export const snapshotSchema = pageFieldsSchema
  .omit({ groups: true, published: true, postsAutomatically: true })
  .extend({
    logoTag: z.string().nullable(),
    passwordVersion: countSchema,
    groups: z.array(z.object({ name: z.string(), components: z.array(snapshotComponentSchema) })),
    incidents: z.array(snapshotIncidentSchema),
    maintenance: z.array(snapshotMaintenanceSchema),
    today: z.string().regex(/^\d{4}-\d\d-\d\d$/),
    builtAt: atMsSchema,
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
    'groups',
    'incidents',
    'language',
    'logoTag',
    'maintenance',
    'passwordVersion',
    'showsResponseTime',
    'showsUptime',
    'takesSubscribers',
    'timeZone',
    'title',
    'today',
    'website',
  ],
  account: 'with parent',
});
