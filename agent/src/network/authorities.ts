import tls, { type SecureContext } from 'node:tls';

// Node 20 has neither, despite its types.
const { getCACertificates, setDefaultCACertificates }: Partial<typeof tls> = tls;

/** Those before post-quantum ones, whose key shares cost a check several times as much. */
const CURVES = 'X25519:prime256v1:secp384r1:secp521r1';

/**
 * Trusts the system's certificate authorities besides Node's own, in the whole process: what an operator installed
 * counts, as it does for browsers. A Node that cannot do this goes on as it is.
 */
export function trustSystemAuthorities(): void {
  if (!getCACertificates || !setDefaultCACertificates) return;
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
}

let shared: { context: SecureContext; authorities: readonly string[] | null } | null = null;

/**
 * What TLS needs of this process, shared by all connections: reading the trusted authorities costs more than a
 * handshake. Created again when they have changed.
 */
export function sharedContext(): SecureContext {
  // Node gives the same array until the authorities are set again.
  const authorities = getCACertificates?.('default') ?? null;
  if (shared?.authorities !== authorities || shared === null) {
    shared = { context: tls.createSecureContext({ ecdhCurve: CURVES }), authorities };
  }
  return shared.context;
}
