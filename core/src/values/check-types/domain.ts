import { z } from 'zod';
import { canonicalAddress } from '../addresses/address.ts';
import type { CheckType } from './check-type.ts';
import { FINAL_DOT, nameOf, parseHostUrl } from './host-url.ts';

/** A domain has no options: when to look is decided by its expiry. */
export const domainCheckSchema = z.strictObject({ type: z.literal('domain') });
export type DomainCheck = z.infer<typeof domainCheckSchema>;

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The registration of a domain name: `domain://name`. The server queries its registry; no agent checks it. */
export const domain = {
  decidedBy: 'registry',
  schemes: { domain: null },
  expectedStatus: null,
  options: domainCheckSchema,
  normalize: () => null,
  parseUrl(text) {
    const parsed = parseHostUrl(text.trim().replace(FINAL_DOT, ''), false);
    if ('problem' in parsed) return parsed;
    const labels = nameOf(parsed.url).split('.');
    const isAddress = canonicalAddress(nameOf(parsed.url).replace(/^\[|\]$/g, '')) !== null;
    const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
    return isName && !isAddress ? parsed : { problem: 'host' };
  },
  findCaveat: () => null,
} as const satisfies CheckType<DomainCheck>;
