import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { RE2JS } from 're2js';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { http2Server, httpServer } from '../testing/servers.ts';
import { trustedCertificate } from '../testing/trusted.ts';

const identity = trustedCertificate();
afterAll(() => identity.forget());

const run = createRunCheck(anyNetwork());
const check = (port: number, options: HttpCheck | null, path = '/') =>
  run({ url: `http://127.0.0.1:${port}${path}`, check: options }, new AbortController().signal);
const contains = (value: string): Assertion => ({ source: 'body', op: 'contains', value });
const answering = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  httpServer((_request, response) => response.writeHead(status, headers).end(body));

/** The last four bytes are the length of what gzip has decoded, and the checksum of what zlib has. */
function withoutChecksum(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, -4), Buffer.alloc(4)]);
}

/** A header with all of its optional parts (RFC 1952, 2.3.1). */
function namedGzip(text: string): Buffer {
  const parts = ['1f8b081e000000000003', '0400abcdef01', Buffer.from('a.html\0b\0').toString('hex'), '0000'];
  return Buffer.concat([
    Buffer.from(parts.join(''), 'hex'),
    zlib.deflateRawSync(text),
    Buffer.alloc(8),
    Buffer.from('x'),
  ]);
}

describe('an assertion', () => {
  test.each<[what: string, encoding: string, body: Buffer]>([
    ['gzip', 'gzip', zlib.gzipSync('all 狀 well')],
    ['deflate', 'deflate', zlib.deflateSync('all 狀 well')],
    ['deflate without its header', 'deflate', zlib.deflateRawSync('all 狀 well')],
    ['br', 'br', zlib.brotliCompressSync('all 狀 well')],
    ['zstd', 'zstd', zlib.zstdCompressSync('all 狀 well')],
    ['two codings', 'gzip, br', zlib.brotliCompressSync(zlib.gzipSync('all 狀 well'))],
    ['none', 'identity', Buffer.from('all 狀 well')],
    ['gzip in capitals', 'GZIP', zlib.gzipSync('all 狀 well')],
    ['a list with spaces', ' x-gzip ,\tBr', zlib.brotliCompressSync(zlib.gzipSync('all 狀 well'))],
    ['no coding, called none', 'none', Buffer.from('all 狀 well')],
    ['no coding, called utf-8', 'utf-8', Buffer.from('all 狀 well')],
    ['no coding, called UTF8, null', 'UTF8, null', Buffer.from('all 狀 well')],
    ['an unknown coding of identity', 'identity, foo', Buffer.from('all 狀 well')],
    ['no coding, called toString', 'toString', Buffer.from('all 狀 well')],
    ['gzip next to an unknown coding', 'gzip, utf-8', zlib.gzipSync('all 狀 well')],
    [
      'gzip with something after it',
      'gzip',
      Buffer.concat([zlib.gzipSync('all 狀 well'), Buffer.from('<!-- 3 ms -->')]),
    ],
    ['gzip with zeros after it', 'gzip', Buffer.concat([zlib.gzipSync('all 狀 well'), Buffer.alloc(9)])],
    ['gzip in two members', 'gzip', Buffer.concat([zlib.gzipSync('all '), zlib.gzipSync('狀 well')])],
    ['gzip with a wrong checksum', 'gzip', withoutChecksum(zlib.gzipSync('all 狀 well'))],
    ['gzip with a file name and a comment, and something after it', 'gzip', namedGzip('all 狀 well')],
    ['deflate with something after it', 'deflate', Buffer.concat([zlib.deflateSync('all 狀 well'), Buffer.from('x')])],
  ])('reads a body in %s', async (_what, encoding, body) => {
    const port = await answering(body, { 'content-encoding': encoding });
    const result = await check(port, { assertions: [contains('狀 well')] });
    expect(result).toMatchObject({ statusCode: 200, error: null });
    expect(result.received().body).toBe('all 狀 well');
    // A check without assertions gets the same to show.
    expect((await check(port, null)).received().body).toBe('all 狀 well');
  });
  test.each([
    ['a malformed body', 'gzip', 'not gzip'],
    ['deflate with a wrong checksum', 'deflate', withoutChecksum(zlib.deflateSync('well'))],
    ['gzip that is called deflate', 'deflate', zlib.gzipSync('well')],
    ['gzip with malformed data', 'gzip', Buffer.concat([zlib.gzipSync('').subarray(0, 10), Buffer.alloc(40, 0xff)])],
    ['more codings than any server applies', 'gzip, gzip, gzip, gzip', 'well'],
  ])('cannot read %s', async (_what, encoding, body) => {
    const port = await answering(body, { 'content-encoding': encoding });
    expect(await check(port, { assertions: [contains('w')] })).toMatchObject({ statusCode: 200, error: 'encoding' });
    expect(await check(port, null)).toMatchObject({ statusCode: 200, error: null });
  });
  test.each<[what: string, type: string, body: Buffer]>([
    ['its header', 'text/html; charset=Big5', Buffer.from([0xaa, 0xac])],
    ['the page', 'text/html', Buffer.concat([Buffer.from('<meta charset="big5">'), Buffer.from([0xaa, 0xac])])],
    ['its mark', 'text/plain', Buffer.from([0xff, 0xfe, 0xc0, 0x72])],
    ['nothing, as UTF-8', 'text/plain', Buffer.from('狀')],
    [
      'the page, where its header has a name of Java',
      'text/html;charset=MS950',
      Buffer.from('<meta charset=big5>\xaa\xac', 'latin1'),
    ],
    ['a guess', 'text/html', Buffer.from('<p>\xaa\xac\xba\x41\xa5\xbf\xb1\x60</p>', 'latin1')],
    ['a charset that does not exist, as UTF-8', 'text/plain; charset=none', Buffer.from('狀')],
  ])('reads the charset by %s', async (_what, type, body) => {
    const port = await answering(body, { 'content-type': type });
    expect(await check(port, { assertions: [contains('狀')] })).toMatchObject({ error: null });
  });
  test('compiles its expression once for all checks', async () => {
    const port = await answering('build 7 is well');
    const compile = vi.spyOn(RE2JS, 'compile');
    const assertions: Assertion[] = [{ source: 'body', op: 'matches', value: 'build \\d+ is (?:well|fine)' }];
    for (let count = 0; count < 2; count += 1) expect(await check(port, { assertions })).toMatchObject({ error: null });
    expect(compile).toHaveBeenCalledTimes(1);
    compile.mockRestore();
  });
  test('whose stored expression is too complex fails the check with an error of its own', async () => {
    const port = await answering('well', {}, 200);
    const value = `(?:${'a'.repeat(400)}){1000}`;
    const result = await check(port, { assertions: [contains('well'), { source: 'body', op: 'matches', value }] });
    expect(result).toMatchObject({ statusCode: 200, error: 'expression', localFailure: null });
    expect(result.received().failedAssertions).toEqual([]);
    expect(await check(port, { assertions: [contains('well')] })).toMatchObject({ error: null });
  });
  test('goes down and recovers, and reports what was received', async () => {
    let isWell = true;
    const port = await httpServer((_request, response) => response.end(JSON.stringify({ isWell, left: 3 })));
    const assertions: Assertion[] = [
      { source: 'json', path: '$.isWell', op: 'equals', value: 'true' },
      { source: 'json', path: '$.left', op: 'greaterThan', value: '1' },
    ];
    const results = [];
    for (isWell of [true, false, true]) results.push(await check(port, { assertions }));
    expect(results.map(({ error }) => error)).toEqual([null, 'assertion', null]);
    const failed = results.map((result) => result.received().failedAssertions);
    expect(failed).toEqual([[], [{ assertion: assertions[0], received: 'false' }], []]);
  });
  test('of half an emoji leaves only texts that can be stored', async () => {
    const port = await answering('{"status":"sold out \\ud83d","echo":"😀secret-part"}');
    const assertions: Assertion[] = [{ source: 'json', path: '$.status', op: 'equals', value: 'open' }];
    // The half that is secret is removed from the answer, and the other half stays.
    const body = '{"token":"\\ude00secret-part"}';
    const received = (await check(port, { method: 'POST', body, assertions })).received();
    expect(received).toMatchObject({ failedAssertions: [{ received: 'sold out \ufffd' }] });
    expect(received.body).toMatch(/"echo":"\ufffd•+"/);
  });
  test('is evaluated over HTTP/2, about headers, and with a status that is a failure already', async () => {
    const port = await http2Server(identity, (stream) => {
      stream.respond({ ':status': 503, 'x-left': '0' });
      stream.end('upstream timeout');
    });
    const assertions: Assertion[] = [
      { source: 'header', name: 'X-Left', op: 'greaterThan', value: '0' },
      contains('timeout'),
    ];
    const target = { url: `https://localhost:${port}/`, check: { assertions } };
    const result = await run(target, new AbortController().signal);
    expect(result).toMatchObject({ statusCode: 503, error: 'status' });
    expect(result.received()).toMatchObject({
      body: 'upstream timeout',
      headers: expect.arrayContaining([{ name: 'x-left', value: '0' }]),
      failedAssertions: [{ assertion: assertions[0], received: '0' }],
      certificate: { names: ['localhost', '127.0.0.1'] },
    });
  });
});

test('a plain check neither requests compression nor reads more than before', async () => {
  const encodings: unknown[] = [];
  const port = await httpServer((request, response) => {
    encodings.push(request.headers['accept-encoding']);
    response.end();
  });
  await check(port, null);
  await check(port, { method: 'POST' });
  await check(port, { assertions: [contains('a')] });
  expect(encodings).toEqual([undefined, undefined, expect.stringMatching(/gzip, deflate, br/)]);
});

describe('ends in bounded time and memory with', () => {
  const million = 1024 * 1024;
  const flood = (response: ServerResponse): void => {
    const part = Buffer.alloc(million, 'a');
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', more);
    more();
  };
  test.each<[what: string, headers: Record<string, string>, answer: (response: ServerResponse) => void]>([
    ['a body without end', {}, flood],
    ['a body of 10 MB', {}, (response) => response.end(Buffer.alloc(10 * million, 'a'))],
    ['a bomb of 50 MB', { 'content-encoding': 'gzip' }, (response) => response.end(BOMB)],
  ])('%s', async (_what, headers, answer) => {
    const port = await httpServer((_request, response) => answer(response.writeHead(200, headers)));
    const beforeBytes = process.memoryUsage.rss();
    const result = await check(port, {
      assertions: [contains('a'), { source: 'body', op: 'matches', value: '(a+)+$' }],
    });
    expect(result).toMatchObject({ statusCode: 200, error: null });
    expect(result.received()).toMatchObject({ isCut: true, body: 'a'.repeat(2048) });
    expect(result.ms).toBeLessThan(8_000);
    expect(process.memoryUsage.rss() - beforeBytes).toBeLessThan(100 * million);
  });
});
const BOMB = zlib.gzipSync(Buffer.alloc(50 * 1024 * 1024, 'a'));

describe('what was received', () => {
  test('reports why a status is a failure, without waiting for the rest', async () => {
    const port = await httpServer((request, response) => {
      response.writeHead(503, { 'x-shown': 'a', 'set-cookie': 'session=hidden-value' });
      response.write('upstream timeout');
      if (request.url === '/whole') response.end();
    });
    const [whole, endless] = await Promise.all([check(port, null, '/whole'), check(port, null, '/endless')]);
    for (const result of [whole, endless]) {
      expect(result).toMatchObject({ statusCode: 503, error: 'status' });
      const { url, address, headers, body, isCut, certificate } = result.received();
      expect({ address, body, isCut, certificate }).toEqual({
        address: '127.0.0.1',
        body: 'upstream timeout',
        isCut: result === endless,
        certificate: null,
      });
      expect(url).toContain(`http://127.0.0.1:${port}/`);
      expect(headers).toContainEqual({ name: 'x-shown', value: 'a' });
      expect(JSON.stringify(headers)).not.toContain('hidden');
    }
    // Well before the end of the check.
    expect(endless.ms).toBeLessThan(8_000);
  });

  test('has no secret, however the server writes it', async () => {
    const secrets = { password: 'p&ss "wörd" <1>', key: 'the/key value', token: 'a token in a body' };
    const options: HttpCheck = {
      method: 'POST',
      auth: { type: 'basic', username: 'me', password: secrets.password },
      headers: [{ name: 'X-Key', value: secrets.key, secret: true }],
      body: JSON.stringify({ token: secrets.token }),
      assertions: [contains('missing')],
    };
    const written = Object.values(secrets).flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll('%20', '+'),
      secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      Buffer.from(secret).toString('base64'),
    ]);
    const all = [...written, Buffer.from(`me:${secrets.password}`).toString('base64')];
    const port = await httpServer((_request, response) => {
      response.writeHead(200, { 'x-echo': encodeURIComponent(secrets.key), authorization: 'echo' });
      response.end(all.join(' | '));
    });
    const received = (await check(port, options)).received();
    const shown = JSON.stringify(received);
    expect(all.filter((each) => shown.includes(each) || shown.includes(JSON.stringify(each).slice(1, -1)))).toEqual([]);
    expect(received.body).toMatch(/^•+( \| •+)+$/);
    expect(received.failedAssertions[0]?.received).toMatch(/^•+( \| •+)+$/);
    expect(received.headers.map(({ name }) => name)).not.toContain('authorization');
  });

  test('has no start of a secret where it ends', async () => {
    const secret = randomBytes(200).toString('hex');
    const options: HttpCheck = { auth: { type: 'bearer', token: secret } };
    // Of a check without assertions only the first 2 KB are kept.
    const long = await answering(`${'a'.repeat(2_000)}${secret}`);
    const endless = await httpServer((_request, response) => {
      response.writeHead(500).write(`${'a'.repeat(1_000)}${secret.slice(0, 100)}`);
    });
    const [first, second] = [(await check(long, options)).received(), (await check(endless, options)).received()];
    expect(first).toMatchObject({ body: 'a'.repeat(2_000), isCut: true });
    expect(second).toMatchObject({ body: 'a'.repeat(1_000), isCut: true });
  });

  test('has no cookie that was set on the way', async () => {
    const port = await httpServer((request, response) => {
      if (request.url === '/')
        response.writeHead(302, { location: '/in', 'set-cookie': 'id=session-of-a-person' }).end();
      else response.writeHead(500).end(`you sent ${request.headers.cookie}`);
    });
    expect((await check(port, null)).received()).toMatchObject({ body: 'you sent id=••••' });
  });
});
