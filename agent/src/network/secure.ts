import { isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls';
import type { Certificate } from '@farwatch/core/values/certificate';
import { clip } from '@farwatch/core/values/clip';
import { sharedContext } from './authorities.ts';
import type { TlsOptions } from './network.ts';

/** Codes of the errors for another certificate than the pinned one, and for one that the server reports as revoked. */
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

/**
 * Returns why the server is not to be trusted, as Node decides it for a connection that rejects unauthorized servers.
 */
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

const NAMES = 10;
const CHAIN = 5;
const NAME_LENGTH = 253;
/** Trusted certificates that are known: about a megabyte. */
const KNOWN = 1_000;

/** As Node reads it, with the certificates that signed it. */
type SignedCertificate = PeerCertificate & { issuerCertificate?: SignedCertificate };

/** Returns the fingerprint of a server's certificate, in hexadecimal. */
function sha256Of({ fingerprint256 }: PeerCertificate): string {
  // Empty without a certificate, despite its type.
  return (fingerprint256 ?? '').replaceAll(':', '').toLowerCase();
}

/** Reads the certificate that a server sent; null if it sent none. */
function readCertificate(peer: SignedCertificate): Certificate | null {
  const [startsAt, endsAt, sha256] = [Date.parse(peer.valid_from), Date.parse(peer.valid_to), sha256Of(peer)];
  if (sha256 === '' || Number.isNaN(startsAt) || Number.isNaN(endsAt)) return null;
  const names = (peer.subjectaltname ?? '').split(', ').map((name) => name.replace(/^[^:]*:/, ''));
  return {
    subject: nameOf(peer.subject),
    issuer: nameOf(peer.issuer),
    names: names.filter((name) => name !== '' && name.length <= NAME_LENGTH).slice(0, NAMES),
    startsAt: Math.max(0, startsAt),
    endsAt: Math.max(0, endsAt),
    sha256,
    chain: signersOf(peer).map((signer) => ({
      subject: nameOf(signer.subject),
      issuer: nameOf(signer.issuer),
      endsAt: Math.max(0, Date.parse(signer.valid_to) || 0),
    })),
  };
}

const known = new Map<string, Certificate>();

/**
 * The same for a certificate that is trusted. To parse its chain takes a tenth of a check, so that is done when it is
 * seen for the first time, or after a thousand others: no later check depends on a trusted chain.
 */
function trustedCertificate(leaf: PeerCertificate, parseChain: () => SignedCertificate): Certificate | null {
  const before = known.get(leaf.fingerprint256);
  if (before) return before;
  const certificate = readCertificate(parseChain());
  if (certificate) known.set(leaf.fingerprint256, certificate);
  const [oldest] = known.keys();
  if (known.size > KNOWN && oldest !== undefined) known.delete(oldest);
  return certificate;
}

/** Returns the certificates that signed it, the nearest first. The last one is its own issuer, or has none. */
function signersOf(peer: SignedCertificate): SignedCertificate[] {
  const signers: SignedCertificate[] = [];
  let signer: SignedCertificate | undefined = peer.issuerCertificate;
  while (signer && signer !== peer && !signers.includes(signer) && signers.length < CHAIN) {
    signers.push(signer);
    signer = signer.issuerCertificate;
  }
  return signers;
}

/** Returns the common name, or else the organization; the first of several. */
function nameOf(name: PeerCertificate['subject'] | undefined): string {
  const text: unknown = [name?.CN ?? name?.O ?? ''].flat()[0];
  return typeof text === 'string' ? clip(text, NAME_LENGTH) : '';
}

/** Tags of DER: the status "revoked" of RFC 6960, 4.2.1, and the types on the way to it. */
const TAG = { sequence: 0x30, octets: 0x04, explicit: 0xa0, revoked: 0xa1 } as const;

type Value = { tag: number; content: Buffer };

/**
 * Whether a stapled OCSP response reports the server's certificate as revoked. Its signature is not verified: it
 * comes over a connection that the server has authenticated, and no server accuses itself falsely.
 */
function isRevokedIn(response: Buffer): boolean {
  // OCSPResponse: status, [0] responseBytes { type, response }.
  const bytes = child(child(child([whole(response)], TAG.sequence), TAG.explicit), TAG.sequence);
  const basic = bytes.find(({ tag }) => tag === TAG.octets)?.content;
  if (!basic) return false;
  // BasicOCSPResponse: tbsResponseData { version, responder, producedAt, responses }, signature …
  const data = child(child([whole(basic)], TAG.sequence), TAG.sequence);
  const responses = child(data, TAG.sequence);
  // SingleResponse: certificate, status, times. The first is about the server's own certificate.
  const single = child(responses, TAG.sequence);
  return single[1]?.tag === TAG.revoked;
}

/** Returns what the first value with a tag contains; nothing if no value has it. */
function child(values: readonly Value[], tag: number): Value[] {
  const found = values.find((value) => value.tag === tag);
  return found ? valuesIn(found.content) : [];
}

function whole(bytes: Buffer): Value {
  return valuesIn(bytes)[0] ?? { tag: 0, content: bytes };
}

/** Returns the values in DER, up to the first that is malformed. */
function valuesIn(bytes: Buffer): Value[] {
  const values: Value[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const [tag = 0, first = 0] = [bytes[at], bytes[at + 1]];
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const from = at + 2 + lengthBytes;
    if (lengthBytes > 3 || from > bytes.length) return values;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    if (from + length > bytes.length) return values;
    values.push({ tag, content: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return values;
}
