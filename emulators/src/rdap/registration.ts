import { DAY_MS } from '@farwatch/core/values/time';
import { z } from 'zod';

/** A registry's data about a name. */
export const registrationSchema = z.object({
  name: z.string(),
  /** Null if the registry does not report it. */
  expiresAt: z.iso
    .datetime()
    .nullable()
    .default(() => inDays(200)),
  registrar: z.string().nullable().default('Example Registrar, Inc.'),
  nameServers: z.array(z.string()).default(['ns1.example.net', 'ns2.example.net']),
  status: z.array(z.string()).default(['client transfer prohibited']),
});
export type Registration = z.infer<typeof registrationSchema>;

/** Returns the date in that many days, or that many days ago if negative. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** Formats a registration as a registry of a generic top-level domain answers (RFC 9083, 5.3). */
export function rdapDomain({ name, expiresAt, registrar, nameServers, status }: Registration) {
  const expiration = expiresAt === null ? [] : [{ eventAction: 'expiration', eventDate: expiresAt }];
  return {
    objectClassName: 'domain',
    rdapConformance: ['rdap_level_0', 'icann_rdap_response_profile_1'],
    handle: '2336799_DOMAIN_TEST',
    ldhName: name.toUpperCase(),
    status,
    events: [
      { eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' },
      ...expiration,
      { eventAction: 'last update of RDAP database', eventDate: new Date().toISOString() },
    ],
    entities: registrar === null ? [] : [registrarEntity(registrar)],
    nameservers: nameServers.map((server) => ({ objectClassName: 'nameserver', ldhName: server.toUpperCase() })),
    secureDNS: { delegationSigned: false },
  };
}

function registrarEntity(name: string) {
  return {
    objectClassName: 'entity',
    handle: '376',
    roles: ['registrar'],
    publicIds: [{ type: 'IANA Registrar ID', identifier: '376' }],
    vcardArray: [
      'vcard',
      [
        ['version', {}, 'text', '4.0'],
        ['fn', {}, 'text', name],
      ],
    ],
    entities: [{ objectClassName: 'entity', roles: ['abuse'] }],
  };
}
