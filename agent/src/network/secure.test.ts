import { X509Certificate } from 'node:crypto';
import https from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { afterAll, describe, expect, test } from 'vitest';
import { createRunCheck } from '../probe/check.ts';
import { httpServer, httpsServer, listen } from '../probe/testing/servers.ts';
import { anyNetwork } from './testing/any-network.ts';

const now = Date.now();
const usual = getCACertificates('default');
const authority = selfSigned(now - DAY_MS, now + 50 * DAY_MS, 'authority.farwatch.test');
const trusted = selfSigned(now - DAY_MS, now + 5 * DAY_MS, 'localhost', authority);
const stranger = selfSigned(now - DAY_MS, now + 9 * DAY_MS);
setDefaultCACertificates([...usual, authority.cert]);
afterAll(() => setDefaultCACertificates(usual));

const sha256Of = ({ cert }: { cert: string }) =>
  new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase();
const seconds = (atMs: number) => Math.floor(atMs / 1_000) * 1_000;
const run = createRunCheck(anyNetwork());
const check = (url: string, pinned?: { cert: string }) =>
  run({ url, check: pinned ? { certificateSha256: sha256Of(pinned) } : null }, new AbortController().signal);
const serve = ({ key, cert }: typeof trusted) =>
  // The chain without its end, which every client that trusts it has.
  httpsServer({ key, cert }, (_request, response) => response.end('well'));

describe('a certificate', () => {
  test('is described with what has signed it', async () => {
    const result = await check(`https://localhost:${await serve(trusted)}/`);
    expect(result.error).toBeNull();
    expect(result.certificate).toEqual({
      subject: `farwatch.test ${trusted.untilMs}`,
      issuer: `farwatch.test ${authority.untilMs}`,
      names: ['localhost', '127.0.0.1'],
      startsAt: seconds(now - DAY_MS),
      endsAt: seconds(trusted.untilMs),
      sha256: sha256Of(trusted),
      chain: [
        {
          subject: `farwatch.test ${authority.untilMs}`,
          issuer: `farwatch.test ${authority.untilMs}`,
          endsAt: seconds(authority.untilMs),
        },
      ],
    });
  });
  test('that is not trusted is described as well', async () => {
    const result = await check(`https://localhost:${await serve(stranger)}/`);
    expect(result).toMatchObject({ statusCode: null, error: 'certificateUntrusted', isProof: false });
    const { certificate, address } = result.received();
    expect({ address, certificate }).toMatchObject({
      address: '127.0.0.1',
      certificate: { sha256: sha256Of(stranger) },
    });
  });
});

describe('a pinned certificate', () => {
  test('is trusted no matter who signed it, and no other is', async () => {
    const url = `https://localhost:${await serve(stranger)}/`;
    expect(await check(url, stranger)).toMatchObject({ statusCode: 200, error: null });
    expect(await check(url, trusted)).toMatchObject({ statusCode: null, error: 'certificatePin', localFailure: null });
  });
  test('is that of the typed host, not of another that it redirects to', async () => {
    const there = await serve(trusted);
    const here = await httpsServer(stranger, (_request, response) => {
      response.writeHead(302, { location: `https://localhost:${there}/` }).end();
    });
    expect(await check(`https://127.0.0.1:${here}/`, stranger)).toMatchObject({ statusCode: 200, error: null });
    const plain = await httpServer((_request, response) => {
      response.writeHead(302, { location: `https://localhost:${there}/` }).end();
    });
    expect(await check(`http://localhost:${plain}/`, stranger)).toMatchObject({ error: 'certificatePin' });
  });
});

describe('a stapled response of the authority', () => {
  const der = (tag: number, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts);
    const length = content.length < 0x80 ? [content.length] : [0x81, content.length];
    return Buffer.concat([Buffer.from([tag, ...length]), content]);
  };
  /** As in RFC 6960, 4.2.1, about one certificate. */
  const responseWith = (certStatus: Buffer) => {
    const time = der(0x18, Buffer.from('20260101000000Z'));
    const single = der(0x30, der(0x30, der(0x02, Buffer.from([1]))), certStatus, time);
    const data = der(0x30, der(0xa2, der(0x04, Buffer.alloc(20))), time, der(0x30, single));
    const basic = der(0x30, data, der(0x30), der(0x03, Buffer.alloc(65)));
    const type = der(0x06, Buffer.from([0x2b, 6, 1, 5, 5, 7, 48, 1, 1]));
    return der(0x30, der(0x0a, Buffer.from([0])), der(0xa0, der(0x30, type, der(0x04, basic))));
  };
  const revokedAt = der(0xa1, der(0x18, Buffer.from('20260101000000Z')));
  test.each([
    ['revoked', responseWith(revokedAt), 'certificateRevoked'],
    ['good', responseWith(der(0x80)), null],
    ['malformed', responseWith(revokedAt).subarray(0, 60), null],
  ])('that reports %s', async (_what, response, error) => {
    const { key, cert } = trusted;
    const server = https.createServer({ key, cert }, (_request, answer) => answer.end('well'));
    server.on('OCSPRequest', (_certificate, _issuer, done) => done(null, response));
    expect(await check(`https://localhost:${await listen(server, '127.0.0.1')}/`)).toMatchObject({ error });
  });
});
