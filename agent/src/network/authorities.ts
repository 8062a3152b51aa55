import { constants, X509Certificate } from 'node:crypto';
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

type Contexts = { strict: SecureContext; legacy: SecureContext | null; authorities: readonly string[] | null };

let shared: Contexts | null = null;

/**
 * Returns the TLS context that all connections of this process share: reading the trusted authorities costs more than a
 * handshake. It is created again when they have changed. `isLegacy`: one that also connects to servers without secure
 * renegotiation (RFC 5746).
 */
export function sharedContext(isLegacy = false): SecureContext {
  // Node gives the same array until the authorities are set again.
  const authorities = getCACertificates?.('default') ?? null;
  if (shared?.authorities !== authorities || shared === null) {
    shared = { strict: tls.createSecureContext({ ecdhCurve: CURVES }), legacy: null, authorities };
  }
  if (!isLegacy) return shared.strict;
  shared.legacy ??= tls.createSecureContext({
    ecdhCurve: CURVES,
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
  });
  return shared.legacy;
}

let issuers: { bySubject: Map<string, X509Certificate[]>; authorities: readonly string[] } | null = null;

/** Returns the trusted authority that has signed a certificate, where the path to it ends; null if none has. */
export function findTrustedIssuer(certificate: X509Certificate): X509Certificate | null {
  const authorities = getCACertificates?.('default') ?? tls.rootCertificates;
  if (issuers?.authorities !== authorities) issuers = { bySubject: bySubject(authorities), authorities };
  return issuers.bySubject.get(certificate.issuer)?.find((issuer) => hasSigned(issuer, certificate)) ?? null;
}

/** Whether one certificate has signed another. */
export function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function bySubject(authorities: readonly string[]): Map<string, X509Certificate[]> {
  return Map.groupBy(
    authorities.map((pem) => new X509Certificate(pem)),
    ({ subject }) => subject,
  );
}
