import { z } from 'zod';
import { idSchema, lineSchema, textSchema } from '../fields.ts';
import { LANGUAGE_CODES } from '../languages.ts';
import { timeZoneSchema } from '../zone.ts';
import { STATUS_PAGE } from './limits.ts';

/** The public name of a component in badges and feeds; random, so that it reveals nothing of the monitor. */
export const componentKeySchema = z.string().regex(/^[a-z0-9]{8}$/);

/** A part of a page: a monitor with all its endpoints, or one of them. `key`: given by the server if left out. */
export const componentSchema = z.object({
  key: componentKeySchema,
  name: lineSchema.min(1).max(STATUS_PAGE.nameLength),
  monitorId: idSchema,
  endpointId: idSchema.nullable(),
});
export type PageComponent = z.infer<typeof componentSchema>;

/** A group without a name has no heading. */
export const groupSchema = z.object({
  name: lineSchema.max(STATUS_PAGE.nameLength),
  components: z.array(componentSchema).max(STATUS_PAGE.components),
});
export type PageGroup = z.infer<typeof groupSchema>;

/** Who may see a published page: everyone and search engines, everyone with its link, or with a password. */
export const pageAccessSchema = z.enum(['public', 'unlisted', 'password']);
export type PageAccess = z.infer<typeof pageAccessSchema>;

/** The origin of a website over HTTPS, such as `https://shop.example`; an address is cut to it. */
export const httpsOriginSchema = z
  .string()
  .trim()
  .max(300)
  .overwrite((text) => (URL.canParse(text) ? new URL(text).origin : text))
  // Of what a host may have, nothing means anything in a policy.
  .regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'is not the address of a website over HTTPS');

/** Which websites may show a page within theirs: none, all, or these origins. */
export const embeddingSchema = z.union([
  z.enum(['nobody', 'anywhere']),
  z.array(httpsOriginSchema).min(1).max(STATUS_PAGE.embeddingOrigins),
]);
export type Embedding = z.infer<typeof embeddingSchema>;

/**
 * What an owner enters for a status page. `language`: of the address without one, and of automatic updates. `timeZone`: in
 * which days are cut. `accent`: of links and buttons; its contrast is corrected where it is shown. `website`: where the
 * title links to. `embedding`: not of a page with a password, whose cookie no frame gets. `postsAutomatically`: whether an outage of 5 minutes is posted without its owner.
 * `showsSlow`: whether a component that is up, but slow, is shown as slow.
 */
export const pageFieldsSchema = z.object({
  title: lineSchema.min(1).max(STATUS_PAGE.nameLength),
  description: textSchema.max(STATUS_PAGE.descriptionLength),
  website: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .overwrite((url) => url.toWellFormed())
    .nullable(),
  language: z.enum(LANGUAGE_CODES),
  timeZone: timeZoneSchema,
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .nullable(),
  groups: z.array(groupSchema).max(STATUS_PAGE.groups),
  showsUptime: z.boolean(),
  showsResponseTime: z.boolean(),
  access: pageAccessSchema,
  published: z.boolean(),
  postsAutomatically: z.boolean(),
  takesSubscribers: z.boolean(),
  embedding: embeddingSchema.default('nobody'),
  showsSlow: z.boolean().default(false),
});
export type PageFields = z.infer<typeof pageFieldsSchema>;
