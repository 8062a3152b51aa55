import { z } from 'zod';
import type { CheckType } from './check-types/check-type.ts';
import { refineSchedule } from './check-types/heartbeat.ts';
import { CHECK_TYPES } from './check-types/table.ts';
import { CHECK_LIMITS } from './common-check-options.ts';
import type { HttpCheck } from './http-check/http-check.ts';
import { type AgentCheckType, type CheckTypeName, checkTypeOf, isAgentCheckType } from './url.ts';

const { http, ...others } = CHECK_TYPES;

/**
 * The options of an endpoint's check, by its type: those of HTTP may leave out `type`, and stored ones always do. The
 * type must be that of the endpoint's URL (`findTypeProblem`).
 */
export const checkOptionsSchema = z.discriminatedUnion('type', [
  http.options,
  ...Object.values(others).map(({ options }) => options),
]);
export type CheckOptions = z.infer<typeof checkOptionsSchema>;

/** The options of checks that agents perform. */
export type AgentCheckOptions = Extract<CheckOptions, { type?: AgentCheckType | undefined }>;

const EXAMPLES: CheckOptions[] = [
  {
    method: 'POST',
    headers: [{ name: 'X-Api-Key', value: 'typed once, then masked', secret: true }],
    body: '{"query":"{ health }"}',
    statuses: '200-299,404',
    timeoutMs: 5000,
    assertions: [{ source: 'json', path: '$.data.health', op: 'equals', value: 'ok' }],
  },
  { type: 'tcp', banner: 'SSH-2.0' },
  { type: 'tls', startTls: 'smtp' },
  { type: 'dns', recordType: 'MX', expected: ['mx.example.com'], resolver: '9.9.9.9' },
  { type: 'icmp', maxLost: 1 },
  {
    type: 'ws',
    send: 'ping',
    expect: 'pong',
    subprotocols: ['graphql-transport-ws'],
    headers: [{ name: 'Authorization', value: 'Bearer typed once, then masked', secret: true }],
    origin: 'https://app.example.com',
  },
  { type: 'heartbeat', cron: '30 2 * * *', timeZone: 'Asia/Taipei', graceSec: 1800 },
];

/** Options in a request: null, or what differs from a plain check. */
export const checkOptionsInputSchema = checkOptionsSchema
  .nullable()
  .superRefine((check, context) => {
    const heartbeat = optionsOfType(check, 'heartbeat');
    if (heartbeat) refineSchedule(heartbeat, context);
  })
  .meta({ examples: EXAMPLES })
  .transform((check) => check && normalizeOptions(check));

/** The options without what is the default anyway; null for a plain check. */
export function normalizeOptions(check: CheckOptions): CheckOptions | null {
  const { normalize }: CheckType<CheckOptions> = CHECK_TYPES[typeOfOptions(check)];
  return normalize(check);
}

/** The check type that options belong to. */
export function typeOfOptions({ type = 'http' }: CheckOptions): CheckTypeName {
  return type;
}

/** Whether options are those of a check that agents perform. */
export function isAgentCheck(check: CheckOptions): check is AgentCheckOptions {
  return isAgentCheckType(typeOfOptions(check));
}

/** The options if they belong to the type of a URL, else null: another type has no use for them. */
export function optionsForUrl<Check extends CheckOptions | null>(url: string, check: Check): Check | null {
  return check && findTypeProblem({ url, check }) === null ? check : null;
}

/** What is wrong with options of another type than the URL's, in English; null if nothing is. */
export function findTypeProblem({
  url,
  check,
}: {
  url: string;
  check?: CheckOptions | null | undefined;
}): string | null {
  const type = checkTypeOf(url) ?? 'http';
  if (!check || typeOfOptions(check) === type) return null;
  return `the URL is checked by ${type}, so its options need the type ${type}`;
}

/** Adds the issue of options of another type than the URL's, at `check.type`. */
export function refineTypes(
  value: { url: string; check?: CheckOptions | null | undefined },
  context: z.RefinementCtx,
): void {
  const message = findTypeProblem(value);
  if (message !== null) context.addIssue({ code: 'custom', path: ['check', 'type'], message });
}

/**
 * Completes a request's body with what programs leave out: the options of a check get the type that the scheme of the
 * URL next to them names, and numbers and booleans that assertions compare with become texts.
 */
export function completeChecks(body: unknown): unknown {
  if (!isRecord(body)) return body;
  if (Array.isArray(body.endpoints)) return { ...body, endpoints: body.endpoints.map(completeChecks) };
  const { url, check } = body;
  if (typeof url !== 'string' || !isRecord(check)) return body;
  const type = 'type' in check ? check.type : (checkTypeOf(url) ?? 'http');
  const { assertions } = check;
  return {
    ...body,
    check: {
      ...check,
      ...(type !== 'http' && { type }),
      ...(Array.isArray(assertions) && { assertions: assertions.map(withTextValue) }),
    },
  };
}

function withTextValue(assertion: unknown): unknown {
  if (!isRecord(assertion)) return assertion;
  const { value } = assertion;
  return typeof value === 'number' || typeof value === 'boolean' ? { ...assertion, value: String(value) } : assertion;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The options if they are those of an HTTP check, else null. */
export function httpOptions(check: CheckOptions | null): HttpCheck | null {
  return check && (check.type === undefined || check.type === 'http') ? check : null;
}

/** The options if they are of the type with this name, else null. */
export function optionsOfType<Name extends Exclude<CheckTypeName, 'http'>>(
  check: CheckOptions | null,
  name: Name,
): Extract<CheckOptions, { type: Name }> | null {
  return check !== null && isOfType(check, name) ? check : null;
}

function isOfType<Name extends Exclude<CheckTypeName, 'http'>>(
  check: CheckOptions,
  name: Name,
): check is Extract<CheckOptions, { type: Name }> {
  return check.type === name;
}

/** How long an answer may take before it counts as down, ms; infinity for any time. */
export function maxResponseOf(check: CheckOptions | null): number {
  const own = check !== null && 'maxResponseMs' in check ? check.maxResponseMs : undefined;
  return own ?? Number.POSITIVE_INFINITY;
}

/** How long a check may take, ms. */
export function timeoutOf(check: CheckOptions | null): number {
  const own = check !== null && 'timeoutMs' in check ? check.timeoutMs : undefined;
  return own ?? CHECK_LIMITS.timeoutMs.default;
}
