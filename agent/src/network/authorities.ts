import tls, { type SecureContext } from 'node:tls';

// Node 20 has neither, despite its types.
const { getCACertificates, setDefaultCACertificates }: Partial<typeof tls> = tls;

/** The curves before the post-quantum ones, whose key shares cost a check several times as much. */
const CURVES = 'X25519:prime256v1:secp384r1:secp521r1';

/**
 * Trusts the system's certificate authorities in addition to Node's own, in the whole process: authorities that an
 * operator installed count, as they do for browsers. A Node that cannot do this continues without them.
 */
export function trustSystemAuthorities(): void {
  if (!getCACertificates || !setDefaultCACertificates) return;
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
}

let shared: { context: SecureContext; authorities: readonly string[] | null } | null = null;

/**
 * Returns the TLS context that all connections of this process share: reading the trusted authorities costs more than a
 * handshake. It is created again when they have changed.
 */
export function sharedContext(): SecureContext {
  // Node gives the same array until the authorities are set again.
  const authorities = getCACertificates?.('default') ?? null;
  if (shared?.authorities !== authorities || shared === null) {
    shared = { context: tls.createSecureContext({ ecdhCurve: CURVES }), authorities };
  }
  return shared.context;
}
