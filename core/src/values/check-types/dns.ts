import { z } from 'zod';
import { canonicalAddress } from '../addresses/address.ts';
import { isPrivateName } from '../addresses/private-name.ts';
import { isSmall, timingShape, withoutDefaults } from '../common-check-options.ts';
import { textSchema } from '../fields.ts';
import type { CheckType } from './check-type.ts';
import { FINAL_DOT, parseAuthority, parseHostUrl } from './host-url.ts';

export const RECORD_TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SRV', 'CAA', 'SOA'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export const DNS_CHECK_LIMITS = { expected: 10, valueLength: 1000 } as const;

/**
 * `recordType`: A by default. `expected`: values of which `match` defines whether any or all must be among the records;
 * without them any record counts, and they may be as zone files write them or as `dig` prints them. `resolver`: the
 * server to query, as `host` or `host:port`, instead of the device's own.
 */
export const dnsCheckSchema = z
  .strictObject({
    type: z.literal('dns'),
    ...timingShape,
    recordType: z.enum(RECORD_TYPES).optional(),
    expected: z.array(textSchema.min(1).max(DNS_CHECK_LIMITS.valueLength)).max(DNS_CHECK_LIMITS.expected).optional(),
    match: z.enum(['any', 'all']).optional(),
    resolver: z
      .string()
      .trim()
      .max(300)
      .refine(
        (text) => text === '' || normalizeResolver(text) !== null,
        'not a host or an address, with or without a port',
      )
      .overwrite((text) => normalizeResolver(text) ?? text)
      .optional(),
  })
  .refine(isSmall, 'over 4 KB');
export type DnsCheck = z.infer<typeof dnsCheckSchema>;

/** A DNS server as `parseAuthority` reads it; null if it is none. IPv6 addresses may lack their brackets. */
function normalizeResolver(text: string): string | null {
  const isBareIpv6 = text.split(':').length > 2 && canonicalAddress(text) !== null;
  const parsed = parseAuthority(isBareIpv6 ? `[${text}]` : text);
  if ('problem' in parsed) return null;
  return parsed.port === null || parsed.port === 53 ? parsed.host : `${parsed.host}:${parsed.port}`;
}

/** The records of a name: `dns://name`. */
export const dns = {
  decidedBy: 'agents',
  schemes: { dns: 53 },
  expectedStatus: null,
  options: dnsCheckSchema,
  normalize: (options) => withoutDefaults(options, { recordType: 'A', match: 'any' }),
  parseUrl(text) {
    const parsed = parseHostUrl(text.trim().replace(FINAL_DOT, ''), false);
    if ('problem' in parsed) return parsed;
    return canonicalAddress(new URL(parsed.url).hostname.replace(/^\[|\]$/g, '')) === null
      ? parsed
      : { problem: 'host' };
  },
  findCaveat: (url) => (isPrivateName(new URL(url).hostname) ? 'privateName' : null),
} as const satisfies CheckType<DnsCheck>;
