import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';

/** A certificate for a host, by default localhost, and 127.0.0.1 that checks of this process trust, until `forget`. */
export function trustedCertificate(host = 'localhost'): { key: string; cert: string; forget: () => void } {
  const usual = getCACertificates('default');
  const identity = selfSigned(Date.now() - DAY_MS, Date.now() + 90 * DAY_MS, host);
  setDefaultCACertificates([...usual, identity.cert]);
  return { ...identity, forget: () => setDefaultCACertificates(usual) };
}
