import type { RegistryAnswer } from '@farwatch/core/decisions/domains/apply-answer';
import { parseRdapDomain } from '@farwatch/core/decisions/domains/parse-rdap';
import { parseServices, serviceUrls } from '@farwatch/core/decisions/domains/rdap-services';
import { DNS_SERVICES_ID, type RdapService, type RdapServices } from '@farwatch/core/documents/rdap-services';
import { DOMAIN } from '@farwatch/core/values/limits';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { reasonOf } from '../../platform/db/attempt-each.ts';
import { rdapServices } from '../../platform/db/collections.ts';
import type { Run } from '../../platform/db/run.ts';
import { retryAfterSec } from '../../platform/net/answer.ts';
import { InsecureError } from '../../platform/net/get.ts';
import { getJson, type JsonAnswer } from '../../platform/net/get-json.ts';
import { isLocalStandIn } from '../../platform/net/guard.ts';

const LIMITS = {
  maxBytes: DOMAIN.answerBytes,
  redirects: DOMAIN.redirects,
  accept: 'application/rdap+json, application/json;q=0.9',
} as const;

/**
 * Queries the registry of a name for its registration; if the registry does not know the name, for that of the registered
 * name above it. A failure is an answer, too.
 */
export async function lookUp(run: Run, name: string): Promise<RegistryAnswer> {
  try {
    const services = await readServices(run);
    const answer = await query(services, name);
    if (!isUnknownName(answer)) return answer;
    const { findRegisteredName } = await import('@farwatch/core/values/registered-name');
    const registeredAs = findRegisteredName(name);
    if (registeredAs === null) return answer;
    const above = await query(services, registeredAs);
    return 'found' in above ? { found: { ...above.found, registeredAs } } : above;
  } catch (error) {
    console.warn(`The registry of ${name} does not answer: ${reasonOf(error)}`);
    const failed = error instanceof InsecureError ? 'insecure' : 'unavailable';
    return { failed, statusCode: null, retryAfterMs: null };
  }
}

async function query(services: readonly RdapService[], name: string): Promise<RegistryAnswer> {
  const urls = serviceUrls(services, name);
  const base = urls.find((url) => url.startsWith('https:') || (URL.canParse(url) && isLocalStandIn(new URL(url))));
  if (base === undefined) return { unknown: 'noRdap' };
  return answerOf(await getJson(`${base.replace(/\/?$/, '/')}domain/${name}`, LIMITS));
}

/** Some registries refuse a name in whose place none can be registered: Bad Request, Unprocessable Content. */
const REFUSED_NAMES: readonly (number | null)[] = [400, 422];

function isUnknownName(answer: RegistryAnswer): boolean {
  if ('unknown' in answer) return answer.unknown === 'notFound';
  return 'failed' in answer && answer.failed === 'refused' && REFUSED_NAMES.includes(answer.statusCode);
}

function answerOf(answer: JsonAnswer): RegistryAnswer {
  const { status, headers, text, isCut } = answer;
  if (status === 404) return { unknown: 'notFound' };
  const found = status === 200 && !isCut ? parseRdapDomain(text) : null;
  if (found) return { found };
  const afterSec = retryAfterSec(headers);
  const retryAfterMs = afterSec === null ? null : afterSec * SECOND_MS;
  return { failed: failureOf(status, retryAfterMs), statusCode: status, retryAfterMs };
}

/** Answers of a 400 that are over when the request is repeated: Request Timeout, Misdirected Request, Too Early. */
const TEMPORARY: readonly number[] = [408, 421, 425];
/** Answers of a 500 that are not: Not Implemented, HTTP Version Not Supported. */
const LASTING: readonly number[] = [501, 505];

/** A refusal that names a time is a limit: some registries answer 403 to too many requests. */
function failureOf(status: number, retryAfterMs: number | null) {
  if (status === 429) return 'busy';
  if (status < 400) return 'unreadable';
  const isRefusal = status < 500 ? !TEMPORARY.includes(status) : LASTING.includes(status);
  if (!isRefusal) return 'unavailable';
  return retryAfterMs === null ? 'refused' : 'busy';
}

/** IANA's list (RFC 9224); tests and `npm start` have one of their own. */
const IANA_LIST = 'https://data.iana.org/rdap/dns.json';
const FRESH_MS = DAY_MS;
/** While the list cannot be had, an older one is used for so long before the next try. */
const RETRY_MS = 10 * MINUTE_MS;
const SERVICE_LIMITS = { maxBytes: 512 * 1024, redirects: 3, accept: 'application/json' } as const;

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
  const { status, text, isCut } = await getJson(url, SERVICE_LIMITS);
  const services = status === 200 && !isCut ? parseServices(text) : null;
  if (!services) throw new Error(`${url} answered ${status} without a list of RDAP services`);
  return services;
}
