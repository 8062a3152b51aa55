/**
 * Why a name has no address. `missing`: the name does not exist, or has none. `failed`: the resolver failed.
 * `timeout`: no server responded. `own-network`: this machine could not send a query, so nothing is known of the name.
 */
export type ResolveFailure = 'missing' | 'failed' | 'timeout' | 'own-network';

export class ResolveError extends Error {
  readonly kind: ResolveFailure;
  readonly code: `ERR_RESOLVE_${ResolveFailure}`;

  constructor(hostname: string, kind: ResolveFailure) {
    super(`${hostname} does not resolve: ${kind}`);
    this.kind = kind;
    this.code = `ERR_RESOLVE_${kind}`;
  }
}

const KINDS: Record<string, ResolveFailure> = {
  ENOTFOUND: 'missing',
  ENODATA: 'missing',
  EBADNAME: 'missing',
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  ECONNREFUSED: 'own-network',
  EFILE: 'own-network',
  ENOMEM: 'own-network',
  EMFILE: 'own-network',
  ENFILE: 'own-network',
};

/** What a code of c-ares or getaddrinfo means. */
export function failureOf(code: string): ResolveFailure {
  return KINDS[code] ?? 'failed';
}

const BY_RELEVANCE: readonly ResolveFailure[] = ['failed', 'timeout', 'own-network'];

/** The combined meaning of a name's A and AAAA codes: a name that does not exist has neither. */
export function failureOfBoth(codes: readonly string[]): ResolveFailure {
  if (codes.includes('ENOTFOUND')) return 'missing';
  const kinds = codes.map(failureOf);
  return BY_RELEVANCE.find((kind) => kinds.includes(kind)) ?? 'missing';
}
