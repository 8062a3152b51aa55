import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from './certificate.ts';

/** A certificate for this machine that checks of this process trust, until `forget`. */
export function trustedCertificate(): { key: string; cert: string; forget: () => void } {
  const usual = getCACertificates('default');
  const identity = selfSigned(Date.now() - DAY_MS, Date.now() + 90 * DAY_MS);
  setDefaultCACertificates([...usual, identity.cert]);
  return { ...identity, forget: () => setDefaultCACertificates(usual) };
}
