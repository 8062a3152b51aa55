import { z } from 'zod';
import { replaceLoneSurrogates } from '../fields.ts';
import { isSame } from '../monitor-fields/field.ts';
import { assertionSchema, headerNameSchema } from './assertion.ts';
import { DEFAULT_STATUSES, formatStatuses, parseStatuses } from './statuses.ts';

export const CHECK_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

export const HTTP_CHECK_LIMITS = {
  headers: 20,
  headerLength: 1000,
  bodyLength: 2000,
  credentialLength: 1000,
  assertions: 10,
  timeoutMs: { least: 1000, most: 30_000, default: 10_000 },
  /** Of the whole check as JSON, in UTF-8. */
  bytes: 4096,
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

const { headerLength, bodyLength, credentialLength, timeoutMs, assertions, headers, bytes } = HTTP_CHECK_LIMITS;
/** One line that HTTP can carry: Latin letters, of which most servers expect ASCII. Masks of secrets have other letters. */
const headerValueSchema = z
  .string()
  .trim()
  .max(headerLength)
  .regex(/^\P{Cc}*$/u, 'has control characters');
const credentialSchema = z
  .string()
  .min(1)
  .max(credentialLength)
  .regex(/^\P{Cc}*$/u, 'has control characters');
const durationSchema = z.number().int().min(timeoutMs.least).max(timeoutMs.most);

const checkHeaderSchema = z.strictObject({
  name: headerNameSchema.refine((name) => !OWN_HEADERS.has(name.toLowerCase()), 'set by Farwatch itself'),
  value: headerValueSchema,
  secret: z.boolean().default(false),
});
export type CheckHeader = z.infer<typeof checkHeaderSchema>;

export const checkAuthSchema = z.union([
  z.strictObject({
    type: z.literal('basic'),
    username: z
      .string()
      .max(credentialLength)
      .regex(/^[^:\p{Cc}]*$/u, 'has a colon or control characters'),
    password: credentialSchema,
  }),
  z.strictObject({ type: z.literal('bearer'), token: credentialSchema }),
]);
export type CheckAuth = z.infer<typeof checkAuthSchema>;

/** A mask stands for the stored secret of its header's name, so there may be only one. */
function hasDistinctSecrets(list: readonly CheckHeader[]): boolean {
  const names = list.filter(({ secret }) => secret).map(({ name }) => name.toLowerCase());
  return new Set(names).size === names.length;
}

/**
 * How an endpoint's URL is requested and when its answer counts as up; without all of it, a GET that ends with a status
 * of 200 to 399 within ten seconds. Secrets (`auth`'s, the value of a secret header, the body) are masked everywhere
 * but in `endpoints/{id}/secrets/check` and in assignments. `certificateSha256`: the only certificate that is
 * trusted, whoever signed it. `maxResponseMs`: a slower answer counts as down.
 */
export const httpCheckSchema = z
  .strictObject({
    method: z.enum(CHECK_METHODS),
    headers: z
      .array(checkHeaderSchema)
      .max(headers)
      .refine(hasDistinctSecrets, 'two secret headers have the same name'),
    body: z.string().max(bodyLength).overwrite(replaceLoneSurrogates),
    auth: checkAuthSchema,
    statuses: z
      .string()
      .max(200)
      .refine((text) => parseStatuses(text) !== null, 'not statuses such as 200-299,404'),
    followRedirects: z.boolean(),
    timeoutMs: durationSchema,
    maxResponseMs: z.number().int().min(1).max(timeoutMs.most),
    ipVersion: z.literal([4, 6]),
    certificateSha256: z
      .string()
      .trim()
      .overwrite((text) => text.replaceAll(':', '').toLowerCase())
      .regex(/^[0-9a-f]{64}$/, 'not a SHA-256'),
    assertions: z.array(assertionSchema).max(assertions),
  })
  .partial()
  .refine(({ method = 'GET', body = '' }) => body === '' || !BODYLESS.has(method), {
    path: ['body'],
    message: 'this method has no body',
  })
  .refine((check) => new TextEncoder().encode(JSON.stringify(check)).length <= bytes, 'over 4 KB');
export type HttpCheck = z.infer<typeof httpCheckSchema>;

const EXAMPLE: HttpCheck = {
  method: 'POST',
  headers: [{ name: 'X-Api-Key', value: 'typed once, then masked', secret: true }],
  body: '{"query":"{ health }"}',
  statuses: '200-299,404',
  timeoutMs: 5000,
  assertions: [{ source: 'json', path: '$.data.health', op: 'equals', value: 'ok' }],
};

/** A check in a request: null, or what differs from a plain GET. */
export const httpCheckInputSchema = httpCheckSchema
  .nullable()
  .meta({ examples: [EXAMPLE] })
  .transform((check) => check && normalizeCheck(check));

const DEFAULTS: Required<Pick<HttpCheck, 'method' | 'statuses' | 'followRedirects' | 'timeoutMs' | 'body'>> = {
  method: 'GET',
  statuses: DEFAULT_STATUSES,
  followRedirects: true,
  timeoutMs: timeoutMs.default,
  body: '',
};

/** The check without what is the default anyway; null for a plain GET. */
export function normalizeCheck(check: HttpCheck): HttpCheck | null {
  const statuses = check.statuses === undefined ? undefined : formatStatuses(parseStatuses(check.statuses) ?? []);
  const entries = Object.entries({ ...check, statuses }).filter(([name, value]) => {
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return !isEmpty && !isSame(value, Object.entries(DEFAULTS).find(([known]) => known === name)?.[1]);
  });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** How long the check may take, ms. */
export function timeoutOf(check: HttpCheck | null): number {
  return check?.timeoutMs ?? timeoutMs.default;
}
