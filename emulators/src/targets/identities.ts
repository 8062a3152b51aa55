import { X509Certificate } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from '@farwatch/core/values/time';
import { cacheDir } from '../platform/paths.ts';
import { type Identity, selfSigned } from './certificate.ts';
import { DEMO_DOMAIN } from './demo-domain.ts';

/** A good certificate of the demo targets, and one for each thing that may be wrong with it. */
export type Identities = Readonly<Record<'good' | 'expired' | 'wrongName' | 'untrusted', Identity>>;

/** Makes the certificates, and writes that of their authority to where the demo agents trust it. */
export async function makeIdentities(
  targetsPort: number,
): Promise<{ identities: Identities; remove: () => Promise<void> }> {
  const nowMs = Date.now();
  const untilMs = nowMs + 365 * DAY_MS;
  const authority = selfSigned(nowMs - DAY_MS, untilMs + DAY_MS, DEMO_DOMAIN);
  const named = (host: string) => selfSigned(nowMs - DAY_MS, untilMs, host, authority);
  const file = authorityFile(targetsPort);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, authority.cert);
  return {
    identities: {
      good: named(`*.${DEMO_DOMAIN}`),
      expired: selfSigned(nowMs - 90 * DAY_MS, nowMs - DAY_MS, `*.${DEMO_DOMAIN}`, authority),
      wrongName: named('other.farwatch.test'),
      untrusted: selfSigned(nowMs - DAY_MS, untilMs, `*.${DEMO_DOMAIN}`),
    },
    remove: () => rm(file, { force: true }),
  };
}

/** Returns where the authority's certificate is, by the port of the demo targets. */
export function authorityFile(targetsPort: number): string {
  return join(cacheDir, 'targets', `${targetsPort}.pem`);
}

/** The fingerprint by which a check pins a certificate. */
export function sha256Of({ cert }: Identity): string {
  return new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase();
}
