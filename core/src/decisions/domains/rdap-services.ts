import { z } from 'zod';
import type { RdapService } from '../../documents/rdap-services.ts';
import { freeTextSchema } from '../../values/fields.ts';

/** IANA's list of RDAP services (RFC 9224): each has zones and base URLs. */
const bootstrapSchema = z.object({
  services: z.array(z.tuple([z.array(freeTextSchema), z.array(freeTextSchema)]).rest(z.unknown())),
});

/** The services of IANA's list; null if the text is no such list. */
export function parseServices(text: string): RdapService[] | null {
  try {
    const { services } = bootstrapSchema.parse(JSON.parse(text));
    return services.map(([zones, urls]) => ({ zones: zones.map((zone) => zone.toLowerCase()), urls }));
  } catch {
    return null;
  }
}

/** The base URLs of the service for a name: of the longest zone that it is in. Empty if there is none. */
export function serviceUrls(services: readonly RdapService[], name: string): readonly string[] {
  const labels = name.split('.');
  for (let start = 1; start < labels.length; start += 1) {
    const zone = labels.slice(start).join('.');
    const found = services.find(({ zones }) => zones.includes(zone));
    if (found) return found.urls;
  }
  return [];
}
