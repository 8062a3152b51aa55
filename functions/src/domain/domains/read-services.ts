import { parseServices } from '@farwatch/core/decisions/domains/rdap-services';
import { DNS_SERVICES_ID, type RdapService, type RdapServices } from '@farwatch/core/documents/rdap-services';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { rdapServices } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { getJson } from '../../platform/net/get-json.ts';

/** IANA's list (RFC 9224); tests and `npm start` have one of their own. */
const IANA_LIST = 'https://data.iana.org/rdap/dns.json';
const FRESH_MS = DAY_MS;
/** While the list cannot be had, an older one is used for so long before the next try. */
const RETRY_MS = 10 * MINUTE_MS;
const LIMITS = { maxBytes: 512 * 1024, redirects: 3, accept: 'application/json' } as const;

/** What this instance has read, by the address of the list. */
const known = new Map<string, { services: RdapService[]; untilMs: number }>();

/**
 * The RDAP services of all top-level domains: fetched at most once a day for all instances, which keep the document in
 * memory. An older list is used while IANA does not answer. Throws if there is none.
 */
export async function readServices(run: Run, env: NodeJS.ProcessEnv = process.env): Promise<RdapService[]> {
  const url = env.RDAP_BOOTSTRAP_URL || IANA_LIST;
  const ref = rdapServices.ref(run.db, DNS_SERVICES_ID);
  const cached = known.get(url);
  if (cached && run.nowMs < cached.untilMs) return cached.services;
  const stored = rdapServices.readIfValid(await ref.get());
  const { services, untilMs } = await refresh(run, url, stored);
  known.set(url, { services, untilMs });
  return services;
}

async function refresh(run: Run, url: string, stored: RdapServices | null) {
  if (stored && run.nowMs < stored.fetchedAt + FRESH_MS)
    return { services: stored.services, untilMs: stored.fetchedAt + FRESH_MS };
  try {
    const services = await fetchServices(url);
    const document = rdapServices.toDocument({ services, fetchedAt: run.nowMs });
    await rdapServices.ref(run.db, DNS_SERVICES_ID).set(document);
    return { services, untilMs: run.nowMs + FRESH_MS };
  } catch (error) {
    if (!stored) throw error;
    console.warn(`The list of RDAP services cannot be fetched, and an older one is used: ${reasonOf(error)}`);
    return { services: stored.services, untilMs: run.nowMs + RETRY_MS };
  }
}

async function fetchServices(url: string): Promise<RdapService[]> {
  const { status, text, isCut } = await getJson(url, LIMITS);
  const services = status === 200 && !isCut ? parseServices(text) : null;
  if (!services) throw new Error(`${url} answered ${status} without a list of RDAP services`);
  return services;
}
