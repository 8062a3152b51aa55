import { X509Certificate } from 'node:crypto';
import tls, { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { afterEach, expect, test, vi } from 'vitest';
import { anyNetwork } from '../network/testing/any-network.ts';
import { createRunCheck } from './check.ts';
import { httpsServer } from './testing/servers.ts';

const probe = createRunCheck(anyNetwork());
const usual = getCACertificates('default');
afterEach(() => {
  vi.restoreAllMocks();
  setDefaultCACertificates(usual);
});

const until = (days: number, host?: string) => selfSigned(Date.now() - 2 * DAY_MS, Date.now() + days * DAY_MS, host);
const identities = [until(1), until(2)];
const trust = (count: number) =>
  setDefaultCACertificates([...usual, ...identities.slice(0, count).map((one) => one.cert)]);

/** A server with that identity, and a check of it. */
async function serve(index: number, identity = identities[index]) {
  if (!identity) throw new Error('no such identity');
  const port = await httpsServer(identity, (_request, response) => response.end('well'));
  return async () =>
    (await probe({ url: `https://localhost:${port}/`, check: null }, new AbortController().signal)).error;
}

test('shares the TLS context among checks until the trusted authorities change', async () => {
  const [first, second] = [await serve(0), await serve(1)];
  trust(1);
  expect(await first()).toBeNull();
  // Servers make some too, with a certificate of their own.
  const made = vi.spyOn(tls, 'createSecureContext');
  const madeByChecks = () => made.mock.calls.filter(([options]) => options?.cert === undefined).length;
  expect(await Promise.all([first(), first(), second(), second()])).toEqual([
    null,
    null,
    'certificateUntrusted',
    'certificateUntrusted',
  ]);
  expect(madeByChecks()).toBe(0);
  trust(2);
  expect(await Promise.all([first(), second()])).toEqual([null, null]);
  expect(madeByChecks()).toBe(1);
  trust(0);
  expect(await Promise.all([first(), second()])).toEqual(['certificateUntrusted', 'certificateUntrusted']);
  expect(madeByChecks()).toBe(2);
});

test('parses no trusted certificate again, and reads of it only what makes it known', async () => {
  const check = await serve(0);
  trust(1);
  expect(await check()).toBeNull();
  const read = vi.spyOn(TLSSocket.prototype, 'getPeerCertificate');
  const readAgain = vi.spyOn(TLSSocket.prototype, 'getPeerX509Certificate');
  expect(await check()).toBeNull();
  expect([read.mock.calls, readAgain.mock.calls.length]).toEqual([[], 1]);
  trust(0);
  expect(await check()).toBe('certificateUntrusted');
  expect(read.mock.calls.map(([isDetailed]) => isDetailed)).toContain(true);
});

test.each([
  ['that is trusted', until(3), null, true],
  ['whose names are long', until(4, 'x'.repeat(5_000)), 'certificateName', false],
  ['that has expired, which anybody can make', until(-1), 'certificateExpired', false],
])('a certificate %s: whether it is remembered', async (_, identity, error, isRemembered) => {
  const check = await serve(-1, identity);
  if (error !== 'certificateExpired') setDefaultCACertificates([...usual, identity.cert]);
  expect(await check()).toBe(error);
  const read = vi.spyOn(X509Certificate.prototype, 'toLegacyObject');
  expect(await check()).toBe(error);
  expect(read.mock.calls.length === 0).toBe(isRemembered);
});
