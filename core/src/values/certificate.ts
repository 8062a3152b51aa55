import { z } from 'zod';
import { atMsSchema, freeTextSchema } from './fields.ts';
import { CERTIFICATE_WARNING_MS } from './limits.ts';
import { DAY_MS } from './time.ts';

const nameSchema = freeTextSchema.max(253);

/**
 * A server's certificate. `subject` and `issuer`: their common name, or else organization. `names`: the first of those
 * it is valid for. `sha256`: its fingerprint, in hexadecimal. `chain`: what has signed it, the nearest first.
 * `intermediate`: of those that the server sends and needs to be trusted, the one that ends first, if that is before it.
 */
export const certificateSchema = z.object({
  subject: nameSchema,
  issuer: nameSchema,
  names: z.array(nameSchema).max(10),
  startsAt: atMsSchema,
  endsAt: atMsSchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  chain: z.array(z.object({ subject: nameSchema, issuer: nameSchema, endsAt: atMsSchema })).max(5),
  intermediate: z.object({ subject: nameSchema, startsAt: atMsSchema, endsAt: atMsSchema }).optional(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** Which certificate ends first, from when on a server is not trusted: its own or an intermediate one. */
export function firstToEnd(certificate: Certificate): Pick<Certificate, 'subject' | 'startsAt' | 'endsAt'> {
  return certificate.intermediate ?? certificate;
}

/** Whether an endpoint still has the certificate that is known of it, with the same end. */
export function isSameCertificate(known: Pick<Certificate, 'sha256' | 'intermediate'>, seen: Certificate): boolean {
  return known.sha256 === seen.sha256 && known.intermediate?.endsAt === seen.intermediate?.endsAt;
}

/**
 * The share of a certificate's lifetime before its end in which to warn: certificates that are valid for a few days are
 * renewed shortly before their end.
 */
const WARNED_SHARE = 1 / 5;
/** How long before the end the warnings after the first one are due, ms. */
const LATER_WARNINGS_MS = [7 * DAY_MS, 3 * DAY_MS, DAY_MS];

/**
 * How long before its end a certificate is first warned of, ms: the smaller of 14 days and a fifth of its lifetime.
 * `startsAt`: null if it is unknown.
 */
export function certificateWarningMs(startsAt: number | null, endsAt: number): number {
  const lifetimeMs = startsAt === null ? Number.POSITIVE_INFINITY : Math.max(0, endsAt - startsAt);
  return Math.min(CERTIFICATE_WARNING_MS, lifetimeMs * WARNED_SHARE);
}

/** When the warnings of a certificate are due, epoch ms, in order: the first, then 7, 3 and 1 days before its end. */
export function certificateWarnings(startsAt: number | null, endsAt: number): number[] {
  const firstMs = certificateWarningMs(startsAt, endsAt);
  return [firstMs, ...LATER_WARNINGS_MS.filter((eachMs) => eachMs < firstMs)].map((eachMs) => endsAt - eachMs);
}

/** How many of its warnings are due; 0 before the first. */
export function certificateStep(startsAt: number | null, endsAt: number, nowMs: number): number {
  return certificateWarnings(startsAt, endsAt).filter((atMs) => atMs <= nowMs).length;
}
