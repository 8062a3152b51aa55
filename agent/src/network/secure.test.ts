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

describe('an intermediate certificate', () => {
  const DAYS = { intermediate: 3, leaf: 20 };
  const chainOf = (days: number, from = authority, leafDays = DAYS.leaf) => {
    const intermediate = selfSigned(now - 9 * DAY_MS, now + days * DAY_MS, 'ca.farwatch.test', from);
    const leaf = selfSigned(now - DAY_MS, now + leafDays * DAY_MS, 'localhost', intermediate);
    return { intermediate, leaf };
  };
  const endOf = async (key: string, ...certs: string[]) => {
    const result = await check(`https://localhost:${await serve({ key, cert: certs.join(''), untilMs: 0 })}/`);
    return { error: result.error, endsAt: result.certificateEndsAtMs, certificate: result.certificate };
  };

  test('that ends before the leaf decides when the certificate expires, and is named', async () => {
    const { leaf, intermediate } = chainOf(DAYS.intermediate);
    const { certificate, ...end } = await endOf(leaf.key, leaf.cert, intermediate.cert);
    expect(end).toEqual({ error: null, endsAt: seconds(intermediate.untilMs) });
    expect(certificate).toMatchObject({
      endsAt: seconds(leaf.untilMs),
      intermediate: {
        subject: `farwatch.test ${intermediate.untilMs}`,
        startsAt: seconds(now - 9 * DAY_MS),
        endsAt: seconds(intermediate.untilMs),
      },
      chain: [{ endsAt: seconds(intermediate.untilMs) }, { endsAt: seconds(authority.untilMs) }],
    });
  });
  test('that has expired is the one that the evidence names', async () => {
    const { leaf, intermediate } = chainOf(-1);
    const result = await check(`https://localhost:${await serve({ ...leaf, cert: leaf.cert + intermediate.cert })}/`);
    expect(result).toMatchObject({ error: 'certificateExpired', localFailure: null });
    expect(result.received().certificate).toMatchObject({
      endsAt: seconds(leaf.untilMs),
      intermediate: { endsAt: seconds(intermediate.untilMs) },
    });
  });
  test('that ends after the leaf does not matter', async () => {
    const { leaf, intermediate } = chainOf(30);
    const { certificate, ...end } = await endOf(leaf.key, leaf.cert, intermediate.cert);
    expect(end).toEqual({ error: null, endsAt: seconds(leaf.untilMs) });
    expect(certificate?.intermediate).toBeUndefined();
  });
  test('that ends first of several counts, in whatever order they are sent', async () => {
    const upper = selfSigned(now - DAY_MS, now + 2 * DAY_MS, 'upper.farwatch.test', authority);
    const { leaf, intermediate } = chainOf(DAYS.intermediate, upper);
    const { endsAt } = await endOf(leaf.key, leaf.cert, upper.cert, intermediate.cert);
    expect(endsAt).toBe(seconds(upper.untilMs));
  });
  test('that is sent and not needed does not count: of another chain, or of a root that is trusted itself', async () => {
    const { leaf, intermediate } = chainOf(30);
    const other = selfSigned(now - DAY_MS, now + DAY_MS, 'other.farwatch.test', authority);
    const old = selfSigned(now - 9 * DAY_MS, now - DAY_MS);
    const crossed = selfSigned(now - 9 * DAY_MS, now - DAY_MS, 'authority.farwatch.test', old, { same: authority });
    const { certificate, ...end } = await endOf(leaf.key, leaf.cert, intermediate.cert, other.cert, crossed.cert);
    expect(end).toEqual({ error: null, endsAt: seconds(leaf.untilMs) });
    expect(certificate?.chain.map(({ endsAt }) => endsAt)).toEqual(
      [intermediate, authority].map((each) => seconds(each.untilMs)),
    );
  });
  test('does not count if it is the root, which the server sends as well', async () => {
    const leaf = selfSigned(now - DAY_MS, now + 80 * DAY_MS, 'localhost', authority);
    const { certificate, ...end } = await endOf(leaf.key, leaf.cert, authority.cert);
    expect(end).toEqual({ error: null, endsAt: seconds(leaf.untilMs) });
    expect(certificate?.intermediate).toBeUndefined();
  });
  test('counts again once the server sends another one for the same leaf', async () => {
    const { leaf, intermediate } = chainOf(DAYS.intermediate);
    const renewed = selfSigned(now - DAY_MS, now + 40 * DAY_MS, 'ca.farwatch.test', authority, { same: intermediate });
    expect((await endOf(leaf.key, leaf.cert, intermediate.cert)).endsAt).toBe(seconds(intermediate.untilMs));
    expect((await endOf(leaf.key, leaf.cert, renewed.cert)).endsAt).toBe(seconds(leaf.untilMs));
  });
});

describe('a certificate', () => {
  const named = (host: string, names: 'addresses' | 'none') =>
    selfSigned(now - DAY_MS, now + 5 * DAY_MS, host, authority, { names });
  test.each<[what: string, at: string, identity: typeof trusted, error: string | null]>([
    ['without names', 'localhost', named('localhost', 'none'), 'certificateNoNames'],
    [
      'without names and with an address as its common name',
      '127.0.0.1',
      named('127.0.0.1', 'none'),
      'certificateNoNames',
    ],
    [
      'without names and with another common name',
      'localhost',
      named('other.farwatch.test', 'none'),
      'certificateNoNames',
    ],
    ['for addresses alone', 'localhost', named('localhost', 'addresses'), 'certificateName'],
    ['for addresses alone', '127.0.0.1', named('localhost', 'addresses'), null],
  ])('%s, at %s', async (_what, at, identity, error) => {
    expect(await check(`https://${at}:${await serve(identity)}/`)).toMatchObject({ error, localFailure: null });
  });
  test('without names is accepted where it is pinned', async () => {
    const identity = named('localhost', 'none');
    expect(await check(`https://localhost:${await serve(identity)}/`, identity)).toMatchObject({ error: null });
  });
  test('that is not trusted says so first', async () => {
    const identity = selfSigned(now - DAY_MS, now + DAY_MS, 'localhost', undefined, { names: 'none' });
    expect(await check(`https://localhost:${await serve(identity)}/`)).toMatchObject({ error: 'certificateUntrusted' });
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
