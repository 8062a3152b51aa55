import { z } from 'zod';
import { atMsSchema, countSchema, idSchema } from '../values/fields.ts';
import { bytesSchema } from '../values/history/day-codec.ts';
import { managedOrNotSchema } from '../values/managed.ts';
import { pageFieldsSchema } from '../values/status-page/page-fields.ts';
import { stuckSchema } from '../values/stuck.ts';
import { declareCollection } from './collection.ts';

/** `pages/{slug}`: a status page as its owner edits it. Visitors see its snapshot. */
export const pageSchema = pageFieldsSchema.extend({
  ownerId: idSchema,
  /** The scrypt hash with its salt; null without a password. */
  passwordHash: z.string().nullable().default(null),
  /** When the password was set, epoch ms, so that no later page with the same slug has the same version. */
  passwordVersion: countSchema.default(0),
  /** Part of the address of the picture in `logos`. */
  logoTag: z.string().nullable().default(null),
  /** Why an operator has unpublished the page. */
  blockedReason: z.string().nullable().default(null),
  /** Grows with each edit by the owner. */
  version: countSchema,
  /** When the snapshot is built again, or an outage is to be posted; null for a page without a snapshot. */
  dueAt: atMsSchema.nullable(),
  createdAt: atMsSchema,
  updatedAt: atMsSchema,
  managed: managedOrNotSchema,
  stuck: stuckSchema.optional(),
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
    'embedding',
    'groups',
    'language',
    'logoTag',
    'managed',
    'passwordHash',
    'passwordVersion',
    'postsAutomatically',
    'published',
    'showsResponseTime',
    'showsSlow',
    'showsUptime',
    'takesSubscribers',
    'timeZone',
    'title',
    'updatedAt',
    'version',
    'website',
  ],
  indexes: [['dueAt'], ['stuck']],
  account: 'owned',
  redact: ({ passwordHash: _, ...page }) => page,
});

/** `pages/{slug}/logos/current`: the picture at the top of a status page. */
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
