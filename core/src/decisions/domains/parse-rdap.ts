import { z } from 'zod';
import type { Registration } from '../../documents/domain.ts';
import { clip } from '../../values/clip.ts';
import { freeTextSchema } from '../../values/fields.ts';
import { DOMAIN } from '../../values/limits.ts';

/** A list without the entries that have another shape: registries answer with all kinds of extensions. */
function lenientList<Schema extends z.ZodType>(item: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((entries) =>
      entries.flatMap((entry) => {
        const { success, data } = item.safeParse(entry);
        return success ? [data] : [];
      }),
    );
}

const eventSchema = z.object({ eventAction: z.string(), eventDate: z.string() });
/** jCard (RFC 7095): properties as [name, parameters, type, value]. */
const propertySchema = z.tuple([z.string(), z.unknown(), z.string(), z.unknown()]).rest(z.unknown());
const entitySchema = z.object({
  roles: lenientList(z.string()),
  vcardArray: z
    .tuple([z.literal('vcard'), lenientList(propertySchema)])
    .optional()
    .catch(undefined),
  handle: z.string().optional().catch(undefined),
});

/** A domain in RDAP (RFC 9083, 5.3), as far as it is used. */
const rdapDomainSchema = z.object({
  objectClassName: z.literal('domain'),
  events: lenientList(eventSchema),
  entities: lenientList(entitySchema),
  nameservers: lenientList(z.object({ ldhName: freeTextSchema })),
  status: lenientList(z.string()),
});
type RdapDomain = z.infer<typeof rdapDomainSchema>;

/** The registration that an RDAP answer describes; null if it does not describe a domain. */
export function parseRdapDomain(text: string): Registration | null {
  const { data } = rdapDomainSchema.safeParse(parseJson(text));
  if (!data) return null;
  const names = data.nameservers.map(({ ldhName }) => ldhName.toLowerCase().replace(/\.$/, ''));
  return {
    expiresAt: expiryOf(data),
    registrar: registrarOf(data),
    registeredAs: null,
    nameServers: [...new Set(names.filter((name) => name !== '' && name.length <= 253))]
      .sort()
      .slice(0, DOMAIN.nameServers),
    statuses: data.status.map((status) => clip(status, 80)).slice(0, DOMAIN.statuses),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The registry's own expiry, and not the one that only the registrar knows. */
function expiryOf({ events }: RdapDomain): number | null {
  const event = events.find(({ eventAction }) => eventAction.toLowerCase() === 'expiration');
  const atMs = Date.parse(event?.eventDate ?? '');
  return Number.isSafeInteger(atMs) && atMs > 0 ? atMs : null;
}

function registrarOf({ entities }: RdapDomain): string | null {
  const registrar = entities.find(({ roles }) => roles.includes('registrar'));
  const [, properties = []] = registrar?.vcardArray ?? [];
  const name = properties.find(([property]) => property === 'fn')?.[3];
  const text = typeof name === 'string' && name.trim() !== '' ? name : (registrar?.handle ?? '');
  return clip(text.trim(), 200) || null;
}
