import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls';
import { type Certificate, firstToEnd } from '@farwatch/core/values/certificate';
import { clip } from '@farwatch/core/values/clip';
import { findTrustedIssuer, hasSigned, sharedContext } from './authorities.ts';
import type { TlsOptions } from './network.ts';

/** Codes of the errors for another certificate than the pinned one, and for one that the server reports as revoked. */
export const OTHER_CERTIFICATE = 'ERR_OTHER_CERTIFICATE';
export const STAPLED_REVOKED = 'ERR_STAPLED_REVOKED';
/** Code of the error for a certificate that is trusted, but valid for no name and no address. */
export const WITHOUT_NAMES = 'ERR_CERTIFICATE_WITHOUT_NAMES';

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
  { protocols, pinnedSha256, isLegacyAccepted, leave }: TlsOptions,
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
    secureContext: sharedContext(isLegacyAccepted),
    checkServerIdentity: () => undefined,
  });
  const readChain = secured.getPeerCertificate.bind(secured, true);
  // Node would parse the whole chain of each connection, a tenth of a check, for `checkServerIdentity`.
  secured.getPeerCertificate = () => ({}) as DetailedPeerCertificate;
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
    // Of one that has expired, the path shows which certificate of it that is.
    const hasPath = secured.authorized || String(secured.authorizationError) === 'CERT_HAS_EXPIRED';
    const isPathUsed = hasPath && pinnedSha256 === undefined;
    const identity = isPathUsed ? trustedIdentity(secured) : readIdentity(readChain());
    const error =
      pinnedSha256 === undefined ? distrust(secured, name, identity, stapled) : compare(identity, pinnedSha256);
    const { certificate } = identity;
    if (error) return void refuse(error, certificate);
    const certificateEndsAtMs = certificate && firstToEnd(certificate).endsAt;
    done({ socket: secured, protocol: secured.alpnProtocol || null, certificateEndsAtMs, certificate });
  });
  return () => {
    isStopped = true;
    secured.destroy();
    socket.destroy();
  };
}

/** What is used of a server's certificate: what Node has read of it takes several times the memory. */
type Identity = { certificate: Certificate | null; sha256: string; altNames: string };

/**
 * Returns why the server is not to be trusted, as Node decides it for a connection that rejects unauthorized servers.
 */
function distrust(secured: TLSSocket, name: string, identity: Identity, stapled: Buffer | null): Error | undefined {
  // OpenSSL's code, which the types have as an error.
  if (!secured.authorized) return withCode(String(secured.authorizationError ?? 'CERT_REJECTED'));
  if (stapled !== null && isRevokedIn(stapled)) return withCode(STAPLED_REVOKED);
  return checkNames(name, identity);
}

/**
 * Returns why a certificate is not valid for a host. Node falls back to its common name where it has no names, as
 * browsers do no more (RFC 9525, 2).
 */
function checkNames(name: string, { altNames }: Identity): Error | undefined {
  if (!/(?:^|, )(?:DNS|IP Address):/.test(altNames)) return withCode(WITHOUT_NAMES);
  if (isIP(name) === 0 && !/(?:^|, )DNS:/.test(altNames)) return withCode('ERR_TLS_CERT_ALTNAME_INVALID');
  return checkServerIdentity(name, { subjectaltname: altNames } as PeerCertificate);
}

function compare({ sha256 }: Identity, pinnedSha256: string): Error | undefined {
  return sha256 === pinnedSha256 ? undefined : withCode(OTHER_CERTIFICATE);
}

function withCode(code: string): Error {
  return Object.assign(new Error(`the certificate is not trusted: ${code}`), { code });
}

const NAMES = 10;
const CHAIN = 5;
/** More certificates of a server are not looked at. */
const SENT = 10;
const NAME_LENGTH = 253;
/** Trusted certificates that are known: about a megabyte, and no more than five. */
const KNOWN = 1_000;
/** Names of one that is remembered take no more characters. */
const KNOWN_NAMES = 4_096;

/** As Node reads it, with the certificates that signed it. */
type SignedCertificate = PeerCertificate & { issuerCertificate?: SignedCertificate };

/** Returns the fingerprint of a server's certificate, in hexadecimal. */
function sha256Of({ fingerprint256 }: PeerCertificate): string {
  // Empty without a certificate, despite its type.
  return (fingerprint256 ?? '').replaceAll(':', '').toLowerCase();
}

function readIdentity(peer: SignedCertificate): Identity {
  return { certificate: readCertificate(peer), sha256: sha256Of(peer), altNames: peer.subjectaltname ?? '' };
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

const known = new Map<string, Identity>();

/**
 * The same for a certificate that is trusted, with the intermediate certificate that ends before it. To read a
 * certificate and its chain takes a tenth of a check, so that is done when what the server sends is seen for the first
 * time, or after a thousand others, or if its names are long.
 */
function trustedIdentity(secured: TLSSocket): Identity {
  const sent = sentCertificates(secured);
  const key = sent.map(({ fingerprint256 }) => fingerprint256).join();
  const before = known.get(key);
  if (before) return before;
  const own = readIdentity((sent[0]?.toLegacyObject() ?? {}) as PeerCertificate);
  const identity = { ...own, certificate: withPath(own.certificate, sent) };
  // Anybody can make one that has expired, with names without end.
  if (identity.certificate && secured.authorized && own.altNames.length <= KNOWN_NAMES) known.set(key, identity);
  const [oldest] = known.keys();
  if (known.size > KNOWN && oldest !== undefined) known.delete(oldest);
  return identity;
}

/** Returns what a server sent, its own certificate first. */
function sentCertificates(secured: TLSSocket): X509Certificate[] {
  const sent: X509Certificate[] = [];
  let next = secured.getPeerX509Certificate();
  for (; next && sent.length < SENT; next = next.issuerCertificate) sent.push(next);
  return sent;
}

function withPath(certificate: Certificate | null, sent: readonly X509Certificate[]): Certificate | null {
  if (!certificate) return null;
  const { intermediates, authority } = pathOf(sent);
  const chain = [...intermediates, ...(authority ? [authority] : [])].map(readSigner);
  const [first] = chain
    .slice(0, intermediates.length)
    .filter(({ endsAt }) => endsAt < certificate.endsAt)
    .toSorted((one, other) => one.endsAt - other.endsAt);
  const { subject = '', startsAt = 0, endsAt = 0 } = first ?? {};
  return {
    ...certificate,
    chain: chain.slice(0, CHAIN).map(({ startsAt: _, ...signer }) => signer),
    ...(first && { intermediate: { subject, startsAt, endsAt } }),
  };
}

function readSigner(certificate: X509Certificate) {
  const { subject, issuer, valid_from, valid_to } = certificate.toLegacyObject();
  const [startsAt, endsAt] = [valid_from, valid_to].map((time) => Math.max(0, Date.parse(time) || 0));
  return { subject: nameOf(subject), issuer: nameOf(issuer), startsAt: startsAt ?? 0, endsAt: endsAt ?? 0 };
}

/**
 * Returns the certificates between a server's own and the trusted authority, as OpenSSL finds them: a trusted issuer
 * comes before one that was sent, so a root that an expired one has signed as well does not need the expired one.
 */
function pathOf([own, ...others]: readonly X509Certificate[]) {
  const intermediates: X509Certificate[] = [];
  for (let last = own; last; last = intermediates.at(-1)) {
    const signed = last;
    const authority = findTrustedIssuer(signed);
    const next = others.find((each) => !intermediates.includes(each) && hasSigned(each, signed));
    if (authority || !next) return { intermediates, authority };
    intermediates.push(next);
  }
  return { intermediates, authority: null };
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
