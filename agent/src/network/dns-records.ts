import type { CaaRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { recordText } from '@farwatch/core/decisions/checks/match-records';
import type { RecordType } from '@farwatch/core/values/check-types/dns';
import { failureOf, ResolveError } from '../resolve/resolve-error.ts';
import { systemHasServers } from '../resolve/resolver.ts';
import { routes } from './local-failure.ts';

/** Codes of the errors for a name without such records, a server that refuses or fails, and a malformed answer. */
export const NO_RECORD = 'ERR_NO_RECORD';
export const DNS_SERVER_FAILED = 'ERR_DNS_SERVER_FAILED';
export const BAD_DNS_ANSWER = 'ERR_BAD_DNS_ANSWER';

/** How long to wait until a query is repeated. c-ares lengthens it with each repetition. */
const REPEATED_MS = 1_500;
const QUERIES = 4;

const CODES: Readonly<Record<string, string>> = {
  ENOTFOUND: NO_RECORD,
  ENODATA: NO_RECORD,
  EBADNAME: NO_RECORD,
  EBADRESP: BAD_DNS_ANSWER,
  EBADSTR: BAD_DNS_ANSWER,
  ETIMEOUT: 'ETIMEDOUT',
};
const OF_SERVER: ReadonlySet<string> = new Set(['ESERVFAIL', 'EREFUSED', 'EFORMERR', 'ENOTIMP']);

/** `servers`: addresses of DNS servers, with a port where it is not 53; null for those of the system. */
export type RecordSearch = { name: string; type: RecordType; servers: readonly string[] | null; signal: AbortSignal };

/**
 * Queries the records of a name by DNS, over TCP where an answer is too long for UDP. Neither the hosts file nor a
 * cache is used. c-ares parses the answers: at most 64 KB, and pointers that lead in circles are malformed.
 */
export async function queryRecords({ name, type, servers, signal }: RecordSearch): Promise<string[]> {
  if (servers === null && !systemHasServers()) throw new ResolveError(name, 'own-network');
  const resolver = new Resolver({ timeout: REPEATED_MS, tries: QUERIES });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.throwIfAborted();
  signal.addEventListener('abort', cancel);
  try {
    return await QUERY[type](resolver, name);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw await explained(name, error as NodeJS.ErrnoException, servers);
  } finally {
    signal.removeEventListener('abort', cancel);
    resolver.cancel(); // closes its sockets
  }
}

async function explained(
  name: string,
  error: NodeJS.ErrnoException,
  servers: readonly string[] | null,
): Promise<Error> {
  const { code = '' } = error;
  const isOwnFailure = failureOf(code) === 'own-network' && (servers === null || code !== 'ECONNREFUSED');
  if (isOwnFailure) return new ResolveError(name, 'own-network');
  const unreached = code === 'ECONNREFUSED' ? await withoutRoute(servers ?? []) : null;
  if (unreached !== null) return Object.assign(error, { code: 'ENETUNREACH', address: unreached });
  return Object.assign(error, { code: CODES[code] ?? (OF_SERVER.has(code) ? DNS_SERVER_FAILED : code) });
}

/** Returns the address of a server if no query can reach any: c-ares reports the same error for servers that refuse. */
async function withoutRoute(servers: readonly string[]): Promise<string | null> {
  const addresses = servers.map((server) => new URL(`dns://${server}`).hostname.replace(/^\[|\]$/g, ''));
  const reached = await Promise.all(addresses.map(routes));
  return reached.includes(true) ? null : (addresses[0] ?? null);
}

const QUERY: Readonly<Record<RecordType, (resolver: Resolver, name: string) => Promise<string[]>>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${hostOf(exchange)}`),
  NS: (resolver, name) => resolver.resolveNs(name),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map(textOf),
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map((srv) => `${srv.priority} ${srv.weight} ${srv.port} ${hostOf(srv.name)}`),
  CAA: async (resolver, name) => (await resolver.resolveCaa(name)).map(caaText),
  SOA: async (resolver, name) => {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name);
    return [[nsname, hostmaster, serial, refresh, retry, expire, minttl].join(' ')];
  },
};

/** Returns the text of a CAA record, whose tag is the name of a property in Node. */
function caaText({ critical, ...tags }: CaaRecord): string {
  const known: Readonly<Record<string, unknown>> = { ...tags };
  const tag = Object.keys(known).find((name) => name !== 'type') ?? '';
  return `${critical} ${tag} "${String(known[tag] ?? '').replace(/["\\]/g, '\\$&')}"`;
}

/** Node gives each byte of a text as a character. */
function textOf(parts: readonly string[]): string {
  return recordText(Buffer.from(parts.join(''), 'latin1'));
}

/** The root, for a service that a domain does not have (RFC 7505), is an empty name in Node. */
function hostOf(name: string): string {
  return name === '' ? '.' : name;
}
