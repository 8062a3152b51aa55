import { z } from 'zod';
import { connectionShape, isSmall, tlsShape, withoutDefaults } from '../common-check-options.ts';
import { freeTextSchema, textSchema } from '../fields.ts';
import { assertionSchema, headerNameSchema } from './assertion.ts';
import { DEFAULT_STATUSES, formatStatuses, parseStatuses } from './statuses.ts';

export const CHECK_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether requests with the method can have a body. */
export function canHaveBody(method: string): boolean {
  return !BODYLESS.has(method);
}

export const HTTP_CHECK_LIMITS = {
  headers: 20,
  headerLength: 1000,
  bodyLength: 2000,
  credentialLength: 1000,
  assertions: 10,
  redirects: { most: 20, default: 5 },
} as const;

/** Headers that the connection needs to be right, so a user cannot set them. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const { headerLength, bodyLength, credentialLength, assertions, headers } = HTTP_CHECK_LIMITS;
/** One line that HTTP can carry: Latin letters, of which most servers expect ASCII. Masks of secrets have other letters. */
const headerValueSchema = textSchema.max(headerLength).regex(/^\P{Cc}*$/u, 'has control characters');
const credentialSchema = freeTextSchema
  .min(1)
  .max(credentialLength)
  .regex(/^\P{Cc}*$/u, 'has control characters');

const checkHeaderSchema = z.strictObject({
  name: headerNameSchema.refine((name) => !OWN_HEADERS.has(name.toLowerCase()), 'set by Farwatch itself'),
  value: headerValueSchema,
  secret: z.boolean().default(false),
});
export type CheckHeader = z.infer<typeof checkHeaderSchema>;

export const checkAuthSchema = z.union([
  z.strictObject({
    type: z.literal('basic'),
    username: freeTextSchema.max(credentialLength).regex(/^[^:\p{Cc}]*$/u, 'has a colon or control characters'),
    password: credentialSchema,
  }),
  z.strictObject({ type: z.literal('bearer'), token: credentialSchema }),
]);
export type CheckAuth = z.infer<typeof checkAuthSchema>;

/** A mask replaces the stored secret of its header's name, so there may be only one. */
function hasDistinctSecrets(list: readonly CheckHeader[]): boolean {
  const names = list.filter(({ secret }) => secret).map(({ name }) => name.toLowerCase());
  return new Set(names).size === names.length;
}

/** The headers that a check sends in addition to its own. */
export const checkHeadersSchema = z
  .array(checkHeaderSchema)
  .max(headers)
  .refine(hasDistinctSecrets, 'two secret headers have the same name');

/**
 * How an endpoint's URL is requested and when its answer counts as up; without all of it, a GET that ends with a status
 * of 200 to 399 within ten seconds. Secrets (`auth`'s, the value of a secret header, the body) are masked everywhere
 * but in `endpoints/{id}/secrets/check` and in assignments. Stored ones have no `type`.
 */
export const httpCheckSchema = z
  .strictObject({
    type: z.literal('http'),
    method: z.enum(CHECK_METHODS),
    headers: checkHeadersSchema,
    body: freeTextSchema.max(bodyLength),
    auth: checkAuthSchema,
    statuses: z
      .string()
      .max(200)
      .refine((text) => parseStatuses(text) !== null, 'not statuses such as 200-299,404'),
    followRedirects: z.boolean(),
    /** How many redirects are followed one after another; one more fails. */
    maxRedirects: z.number().int().min(1).max(HTTP_CHECK_LIMITS.redirects.most),
    ...connectionShape,
    ...tlsShape,
    assertions: z.array(assertionSchema).max(assertions),
  })
  .partial()
  .refine(({ method = 'GET', body = '' }) => body === '' || canHaveBody(method), {
    path: ['body'],
    message: 'this method has no body',
  })
  .refine(isSmall, 'over 4 KB');
export type HttpCheck = z.infer<typeof httpCheckSchema>;

/** The options without what is the default anyway; null for a plain GET. */
export function normalizeHttpCheck({ type: _, maxRedirects, ...check }: HttpCheck): HttpCheck | null {
  const ranges = check.statuses === undefined ? null : parseStatuses(check.statuses);
  const statuses = ranges ? { statuses: formatStatuses(ranges) } : {};
  return withoutDefaults<HttpCheck>(
    { ...check, ...statuses, ...(check.followRedirects !== false && maxRedirects !== undefined && { maxRedirects }) },
    {
      method: 'GET',
      statuses: DEFAULT_STATUSES,
      followRedirects: true,
      maxRedirects: HTTP_CHECK_LIMITS.redirects.default,
    },
  );
}
