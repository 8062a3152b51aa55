import { isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls';
import type { Certificate } from '@farwatch/core/values/certificate';
import { sharedContext } from './authorities.ts';
import { readCertificate, sha256Of, trustedCertificate } from './certificate.ts';
import type { TlsOptions } from './network.ts';
import { isRevokedIn } from './ocsp.ts';

/** Codes of the errors for another certificate than the pinned one, and for one that the server says is revoked. */
export const OTHER_CERTIFICATE = 'ERR_OTHER_CERTIFICATE';
export const STAPLED_REVOKED = 'ERR_STAPLED_REVOKED';

/**
 * A TLS connection with the chosen protocol and the end of its certificate (epoch ms), or why there is none. Either has
 * the server's certificate if it sent one.
 */
export type Secured = { certificate: Certificate | null } & (
  | { socket: TLSSocket; protocol: string | null; certificateEndsAtMs: number | null }
  | { error: Error }
);

/** Starts TLS on a connection. Returns what stops it; after that nothing is called. */
export function secure(
  socket: Socket,
  host: string,
  { protocols, pinnedSha256, leave }: TlsOptions,
  done: (result: Secured) => void,
): () => void {
  // Names in certificates and in SNI have no trailing dot, and addresses are not sent as names.
  const name = host.replace(/\.$/, '');
  const servername = isIP(name) === 0 ? { servername: name } : {};
  let isStopped = false;
  let stapled: Buffer | null = null;
  const secured = connect({
    socket,
    host: name,
    ...servername,
    ...(protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {}),
    // Whether it is authorized is decided below: Node would end the connection before its certificate could be read.
    rejectUnauthorized: false,
    requestOCSP: true,
    secureContext: sharedContext(),
    checkServerIdentity: () => undefined,
  });
  const certificates = parseLeafOnly(secured);
  secured.once('OCSPResponse', (response: Buffer | null) => {
    stapled = response;
  });
  const refuse = async (error: Error, certificate: Certificate | null) => {
    secured.on('error', () => undefined);
    if (leave) await leave(secured);
    secured.destroy();
    if (!isStopped) done({ error, certificate });
  };
  const failed = (error: Error) => done({ error, certificate: null });
  secured.once('error', failed);
  secured.once('secureConnect', () => {
    secured.off('error', failed);
    const peer = certificates.leaf();
    // At once: what Node has read of it takes several times the memory.
    const certificate = secured.authorized
      ? trustedCertificate(peer, certificates.chain)
      : readCertificate(certificates.chain());
    const error = pinnedSha256 === undefined ? distrust(secured, name, peer, stapled) : compare(peer, pinnedSha256);
    if (error) return void refuse(error, certificate);
    const certificateEndsAtMs = certificate?.endsAt ?? null;
    done({ socket: secured, protocol: secured.alpnProtocol || null, certificateEndsAtMs, certificate });
  });
  return () => {
    isStopped = true;
    secured.destroy();
    socket.destroy();
  };
}

/**
 * Node parses the whole chain of each connection for `checkServerIdentity`, which needs the server's own certificate
 * only. From now on it parses just that, once. Returns what reads it, and with it the chain.
 */
function parseLeafOnly(secured: TLSSocket) {
  const parse = secured.getPeerCertificate.bind(secured);
  let parsed: PeerCertificate | null = null;
  const leaf = () => {
    parsed ??= parse(false);
    return parsed;
  };
  secured.getPeerCertificate = () => leaf() as DetailedPeerCertificate;
  return { leaf, chain: () => parse(true) };
}

/** Why the server is not to be trusted, as Node decides it for a connection that rejects the unauthorized. */
function distrust(secured: TLSSocket, name: string, peer: PeerCertificate, stapled: Buffer | null): Error | undefined {
  // OpenSSL's code, which the types have as an error.
  if (!secured.authorized) return withCode(String(secured.authorizationError ?? 'CERT_REJECTED'));
  if (stapled !== null && isRevokedIn(stapled)) return withCode(STAPLED_REVOKED);
  return checkServerIdentity(name, peer);
}

function compare(peer: PeerCertificate, pinnedSha256: string): Error | undefined {
  return sha256Of(peer) === pinnedSha256 ? undefined : withCode(OTHER_CERTIFICATE);
}

function withCode(code: string): Error {
  return Object.assign(new Error(`the certificate is not trusted: ${code}`), { code });
}
