import type { PeerCertificate } from 'node:tls';
import type { Certificate } from '@farwatch/core/values/certificate';
import { clip } from '@farwatch/core/values/clip';

const NAMES = 10;
const CHAIN = 5;
const NAME_LENGTH = 253;
/** Trusted certificates that are known: about a megabyte. */
const KNOWN = 1_000;

/** As Node reads it, with the certificates that signed it. */
type SignedCertificate = PeerCertificate & { issuerCertificate?: SignedCertificate };

/** The fingerprint of a server's certificate, in hexadecimal. */
export function sha256Of({ fingerprint256 }: PeerCertificate): string {
  // Empty without a certificate, despite its type.
  return (fingerprint256 ?? '').replaceAll(':', '').toLowerCase();
}

/** What a certificate that a server sent says; null if it sent none. */
export function readCertificate(peer: SignedCertificate): Certificate | null {
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
 * seen for the first time, or after a thousand others: a trusted chain says nothing that a later check depends on.
 */
export function trustedCertificate(leaf: PeerCertificate, parseChain: () => SignedCertificate): Certificate | null {
  const before = known.get(leaf.fingerprint256);
  if (before) return before;
  const certificate = readCertificate(parseChain());
  if (certificate) known.set(leaf.fingerprint256, certificate);
  const [oldest] = known.keys();
  if (known.size > KNOWN && oldest !== undefined) known.delete(oldest);
  return certificate;
}

/** The certificates that signed it, the nearest first. The last one is its own issuer, or has none. */
function signersOf(peer: SignedCertificate): SignedCertificate[] {
  const signers: SignedCertificate[] = [];
  let signer: SignedCertificate | undefined = peer.issuerCertificate;
  while (signer && signer !== peer && !signers.includes(signer) && signers.length < CHAIN) {
    signers.push(signer);
    signer = signer.issuerCertificate;
  }
  return signers;
}

/** The common name, or else the organization; the first of several. */
function nameOf(name: PeerCertificate['subject'] | undefined): string {
  const text: unknown = [name?.CN ?? name?.O ?? ''].flat()[0];
  return typeof text === 'string' ? clip(text, NAME_LENGTH) : '';
}
