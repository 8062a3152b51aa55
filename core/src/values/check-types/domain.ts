import { z } from 'zod';
import { canonicalAddress } from '../addresses/address.ts';
import type { CheckType } from './check-type.ts';
import { parseHostUrl } from './host-url.ts';

/** A domain has no options: when to look is decided by its expiry. */
export const domainCheckSchema = z.strictObject({ type: z.literal('domain') });
export type DomainCheck = z.infer<typeof domainCheckSchema>;

const SCHEME = 'domain://';
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The registration of a domain name: `domain://name`. The server queries its registry; no agent checks it. */
export const domain = {
  runBy: 'server',
  schemes: { domain: null },
  expectedStatus: null,
  options: domainCheckSchema,
  normalize: () => null,
  parseUrl(text) {
    const parsed = parseHostUrl(text.trim().replace(/\.\/?$/, ''), false);
    if ('problem' in parsed) return parsed;
    const labels = domainOf(parsed.url).split('.');
    const isAddress = canonicalAddress(domainOf(parsed.url).replace(/^\[|\]$/g, '')) !== null;
    const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
    return isName && !isAddress ? parsed : { problem: 'host' };
  },
  findCaveat: () => null,
} as const satisfies CheckType<DomainCheck>;

/** Whether a URL is that of a domain. */
export function isDomain(url: string): boolean {
  return url.startsWith(SCHEME);
}

/** The name of a domain, in ASCII. */
export function domainOf(url: string): string {
  return url.slice(SCHEME.length);
}
