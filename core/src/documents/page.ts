import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { bytesSchema } from '../values/history/day-codec.ts';
import { pageFieldsSchema } from '../values/status-page/page-fields.ts';
import { declareCollection } from './collection.ts';

/**
 * `pages/{slug}`: a status page as its owner edits it. What visitors see is its snapshot. `passwordHash`: scrypt with
 * its salt, only for pages with a password; `passwordVersion`: when it was set, in ms, so that no later page of the
 * slug has the same. `logoTag`: of the picture in `logos`, for its address. `blockedReason`: why an operator has
 * unpublished it. `version` grows with each edit by its owner. `dueAt`: when its snapshot is built again, or an outage
 * is to be posted; null for a page without a snapshot.
 */
export const pageSchema = pageFieldsSchema.extend({
  ownerId: idSchema,
  passwordHash: z.string().nullable().default(null),
  passwordVersion: countSchema.default(0),
  logoTag: z.string().nullable().default(null),
  blockedReason: z.string().nullable().default(null),
  version: countSchema,
  dueAt: atMsSchema.nullable(),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
});
export type Page = z.infer<typeof pageSchema>;

export const pageCollection = declareCollection({
  path: 'pages',
  schema: pageSchema,
  readableBy: 'none',
  noIndex: [
    'accent',
    'access',
    'blockedReason',
    'createdAt',
    'description',
    'groups',
    'language',
    'logoTag',
    'passwordHash',
    'passwordVersion',
    'postsAutomatically',
    'published',
    'showsResponseTime',
    'showsUptime',
    'takesSubscribers',
    'timeZone',
    'title',
    'updatedAt',
    'version',
    'website',
  ],
  indexes: [['dueAt']],
  account: 'owned',
  redact: ({ passwordHash: _, ...page }) => page,
});

/** `pages/{slug}/logos/current`. */
export const logoSchema = z.object({ type: z.enum(['image/png', 'image/jpeg', 'image/webp']), bytes: bytesSchema });
export type Logo = z.infer<typeof logoSchema>;

export const logoCollection = declareCollection({
  path: 'pages/{}/logos',
  schema: logoSchema,
  readableBy: 'none',
  noIndex: ['bytes', 'type'],
  account: 'with parent',
  redact: ({ type, bytes }) => ({ type, bytes: bytes.byteLength }),
});
