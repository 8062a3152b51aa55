import { z } from 'zod';
import { logoSchema } from '../../documents/page.ts';
import { countSchema, freeTextSchema, lineSchema } from '../../values/fields.ts';
import { LIMITS } from '../../values/limits.ts';
import { managedOrNotSchema, managedSchema } from '../../values/managed.ts';
import { STATUS_PAGE } from '../../values/status-page/limits.ts';
import {
  componentKeySchema,
  componentSchema,
  groupSchema,
  pageFieldsSchema,
} from '../../values/status-page/page-fields.ts';
import { slugSchema } from '../../values/status-page/slug.ts';
import { PAGE_RATE } from '../../values/token-bucket.ts';
import { timeZoneInputSchema } from '../../values/zone.ts';
import { apiCall } from './call.ts';
import { doneSchema, isoSchema } from './parts.ts';

const bySlugSchema = z.object({ slug: slugSchema });

const groupsInputSchema = z
  .array(
    groupSchema.extend({
      name: groupSchema.shape.name.default(''),
      components: z
        .array(
          componentSchema.extend({
            key: componentKeySchema.optional(),
            endpointId: componentSchema.shape.endpointId.default(null),
          }),
        )
        .max(STATUS_PAGE.components),
    }),
  )
  .max(STATUS_PAGE.groups);

/** Fields as requests have them. */
export const pageInputSchema = pageFieldsSchema.extend({ groups: groupsInputSchema, timeZone: timeZoneInputSchema });
export type PageInput = z.output<typeof pageInputSchema>;

/** What a page has that leaves it out: a public draft in English with all figures. */
export const pageCreationSchema = pageInputSchema.extend({
  description: pageFieldsSchema.shape.description.default(''),
  website: pageFieldsSchema.shape.website.default(null),
  language: pageFieldsSchema.shape.language.default('en'),
  timeZone: timeZoneInputSchema.default('UTC'),
  accent: pageFieldsSchema.shape.accent.default(null),
  showsUptime: z.boolean().default(true),
  showsResponseTime: z.boolean().default(true),
  access: pageFieldsSchema.shape.access.default('public'),
  published: z.boolean().default(false),
  postsAutomatically: z.boolean().default(false),
  takesSubscribers: z.boolean().default(false),
});

/** `password`: the new one; left out, it stays. A page with access `password` needs one. */
const passwordSchema = freeTextSchema.min(6).max(200).optional();

/**
 * `address`: of the page. `state`: `blocked` if an operator has unpublished it, for `blockedReason`. `logo`: the address
 * of its picture, null without one; a data URL while the site does not show the page, except in the list.
 */
export const pageAnswerSchema = pageFieldsSchema.extend({
  slug: slugSchema,
  address: z.string(),
  state: z.enum(['draft', 'published', 'blocked']),
  blockedReason: z.string().nullable(),
  hasPassword: z.boolean(),
  logo: z.string().nullable(),
  version: countSchema,
  managed: managedSchema.nullable(),
  createdAt: isoSchema,
  updatedAt: isoSchema,
});
export type PageAnswer = z.infer<typeof pageAnswerSchema>;

const REFUSED = ['conflict', 'unknown_monitor', 'password_missing', 'too_many_components'] as const;

export const pageCalls = {
  list: apiCall({
    method: 'get',
    path: '/v1/pages',
    scope: 'read',
    role: 'viewer',
    summary: 'All status pages of the account',
    output: z.object({ pages: z.array(pageAnswerSchema) }),
  }),
  slug: apiCall({
    method: 'get',
    path: '/v1/page-slugs/:slug',
    scope: 'read',
    role: 'editor',
    summary: 'Whether a status page could have this address',
    params: z.object({ slug: z.string().max(100) }),
    output: z.object({ available: z.boolean(), reason: z.enum(['invalid', 'reserved', 'taken']).nullable() }),
  }),
  create: apiCall({
    method: 'post',
    path: '/v1/pages',
    scope: 'write',
    role: 'editor',
    rate: PAGE_RATE,
    changes: ['page', 'created'],
    isRepeatable: true,
    summary: 'Create a status page; its address cannot be changed later',
    status: 201,
    body: pageCreationSchema.extend({ slug: slugSchema, password: passwordSchema, managed: managedOrNotSchema }),
    bodyBytes: LIMITS.bodyBytes.long,
    output: pageAnswerSchema,
    errors: ['slug_taken', 'too_many_pages', ...REFUSED],
  }),
  get: apiCall({
    method: 'get',
    path: '/v1/pages/:slug',
    scope: 'read',
    role: 'viewer',
    summary: 'A status page, and how many have subscribed to it',
    params: bySlugSchema,
    output: pageAnswerSchema.extend({ subscribers: countSchema }),
  }),
  change: apiCall({
    method: 'put',
    path: '/v1/pages/:slug',
    scope: 'write',
    role: 'editor',
    rate: PAGE_RATE,
    changes: ['page', 'changed'],
    summary: 'Replace a status page; visitors see it within 40 seconds',
    params: bySlugSchema,
    body: pageInputSchema.extend({ version: countSchema, password: passwordSchema, managed: managedOrNotSchema }),
    bodyBytes: LIMITS.bodyBytes.long,
    output: pageAnswerSchema,
    errors: ['edited_meanwhile', ...REFUSED],
  }),
  remove: apiCall({
    method: 'delete',
    path: '/v1/pages/:slug',
    scope: 'write',
    role: 'editor',
    changes: ['page', 'deleted'],
    summary: 'Delete a status page with its incidents and subscribers; its address stays yours for 90 days',
    params: bySlugSchema,
    output: doneSchema,
  }),
  logo: apiCall({
    method: 'put',
    path: '/v1/pages/:slug/logo',
    scope: 'write',
    role: 'editor',
    changes: ['page', 'changed'],
    summary: 'Set the logo of a status page: a PNG, JPEG or WebP of up to 64 KB, in base64',
    params: bySlugSchema,
    body: z.object({ type: logoSchema.shape.type, base64: z.base64().max(LIMITS.bodyBytes.long) }),
    bodyBytes: LIMITS.bodyBytes.long,
    output: pageAnswerSchema,
    errors: ['bad_picture'],
  }),
  removeLogo: apiCall({
    method: 'delete',
    path: '/v1/pages/:slug/logo',
    scope: 'write',
    role: 'editor',
    changes: ['page', 'changed'],
    summary: 'Remove the logo of a status page',
    params: bySlugSchema,
    output: pageAnswerSchema,
  }),
  preview: apiCall({
    method: 'post',
    path: '/v1/page-previews',
    scope: 'read',
    role: 'editor',
    rate: PAGE_RATE,
    summary: 'How a status page would look to visitors, as an HTML document, without saving it',
    body: pageInputSchema.extend({ slug: slugSchema.nullable() }),
    bodyBytes: LIMITS.bodyBytes.long,
    output: z.object({ html: z.string() }),
    errors: ['not_found', 'unknown_monitor', 'too_many_components'],
  }),
};

/** For operators. */
export const pageOperatorCalls = {
  reports: apiCall({
    method: 'get',
    path: '/v1/page-reports',
    scope: 'admin',
    role: 'self',
    summary: 'Visitors’ reports about status pages of the last 90 days, newest first, at most 100',
    output: z.object({
      reports: z.array(z.object({ slug: z.string(), text: z.string(), createdAt: isoSchema, isBlocked: z.boolean() })),
    }),
  }),
  block: apiCall({
    method: 'put',
    path: '/v1/page-blocks/:slug',
    scope: 'admin',
    role: 'self',
    changes: ['page', 'blocked'],
    summary: 'Unpublish another user’s status page for a reason that its owner sees, or allow it again with null',
    params: bySlugSchema,
    body: z.object({ reason: lineSchema.min(1).nullable() }),
    output: doneSchema,
  }),
};
