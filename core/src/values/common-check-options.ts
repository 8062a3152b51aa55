import { z } from 'zod';
import { isSame } from './is-same.ts';

/** How long a check may take, and its options as JSON in UTF-8. */
export const CHECK_LIMITS = { timeoutMs: { least: 1000, most: 30_000, default: 10_000 }, bytes: 4096 } as const;

const { timeoutMs, bytes } = CHECK_LIMITS;

/** `maxResponseMs`: a slower answer counts as down. */
export const timingShape = {
  timeoutMs: z.number().int().min(timeoutMs.least).max(timeoutMs.most).optional(),
  maxResponseMs: z.number().int().min(1).max(timeoutMs.most).optional(),
};

/** Options of checks that connect to the host; `ipVersion` is the only version that may be used. */
export const connectionShape = { ...timingShape, ipVersion: z.literal([4, 6]).optional() };

/** The only certificate that is trusted, whatever its signer. */
const certificateSha256Schema = z
  .string()
  .trim()
  .overwrite((text) => text.replaceAll(':', '').toLowerCase())
  .regex(/^[0-9a-f]{64}$/, 'not a SHA-256');

/**
 * `legacyServerConnect`: whether a server is accepted that speaks TLS without secure renegotiation (RFC 5746), as
 * OpenSSL's option of that name does.
 */
export const tlsShape = {
  certificateSha256: certificateSha256Schema.optional(),
  legacyServerConnect: z.boolean().optional(),
};

/** Whether options fit into what an endpoint's document has for them. */
export function isSmall(options: object): boolean {
  return new TextEncoder().encode(JSON.stringify(options)).length <= bytes;
}

/** The options without empty ones and those that are the default; null if only their type is left. */
export function withoutDefaults<Options extends { type?: string | undefined }>(
  options: Options,
  defaults: Partial<Options>,
): Options | null {
  const known: Readonly<Record<string, unknown>> = {
    timeoutMs: timeoutMs.default,
    legacyServerConnect: false,
    ...defaults,
  };
  const entries = Object.entries(options).filter(([name, value]) => {
    const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    return !isEmpty && !(name !== 'type' && isSame(value, known[name]));
  });
  return entries.some(([name]) => name !== 'type') ? collect<Options>(entries) : null;
}

/** The only cast: some entries of an object whose properties are optional but for the type. */
function collect<Options>(entries: (readonly [string, unknown])[]): Options {
  return Object.fromEntries(entries) as Options;
}
