import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpsServer } from '../probe/testing/servers.ts';
import { trustSystemAuthorities } from './authorities.ts';

const identity = selfSigned(Date.now() - DAY_MS, Date.now() + 9 * DAY_MS);
const program = fileURLToPath(new URL('../probe/testing/check-once.ts', import.meta.url));
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farwatch-authorities-'));
  await writeFile(join(folder, 'ca.pem'), identity.cert);
});
afterAll(() => rm(folder, { recursive: true }));

// If OpenSSL does not report what the system trusts, a test cannot choose this machine's list.
const chosen = process.platform === 'linux';
test.each([
  { trust: 'bundled', error: 'certificateUntrusted' },
  { trust: 'system', error: chosen ? null : 'certificateUntrusted' },
])('an authority that only the system knows, where the $trust ones are trusted: $error', async ({ trust, error }) => {
  const port = await httpsServer(identity, (_request, response) => response.end('ok'));
  const env = { ...process.env, SSL_CERT_FILE: join(folder, 'ca.pem') };
  const args = ['--no-warnings', program, `https://localhost:${port}/`, trust];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toMatchObject({ error });
});

test('keeps the previously trusted authorities', () => {
  const trusted = () => getCACertificates('default').map((pem) => new X509Certificate(pem).fingerprint256);
  const before = trusted();
  trustSystemAuthorities();
  expect(before.length).toBeGreaterThan(0);
  expect(trusted()).toEqual(expect.arrayContaining(before));
});
