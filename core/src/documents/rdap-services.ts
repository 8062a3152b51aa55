import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** An RDAP service: the top-level domains (or names below them) that it answers for, and its base URLs. */
export const rdapServiceSchema = z.object({ zones: z.array(z.string()), urls: z.array(z.string()) });
export type RdapService = z.infer<typeof rdapServiceSchema>;

/** The document with IANA's list for domain names. */
export const DNS_SERVICES_ID = 'dns';

/** `rdapServices/dns`: the RDAP service of each top-level domain, as IANA listed them at `fetchedAt`. */
export const rdapServicesSchema = z.object({ services: z.array(rdapServiceSchema), fetchedAt: atMsSchema });
export type RdapServices = z.infer<typeof rdapServicesSchema>;

export const rdapServicesCollection = declareCollection({
  path: 'rdapServices',
  notExported: 'rebuilt',
  schema: rdapServicesSchema,
  readableBy: 'none',
  noIndex: ['fetchedAt', 'services'],
  account: 'none',
});
