import { constants } from 'node:http2';
import type { Writable } from 'node:stream';
import { expect, it, test } from 'vitest';
import { useSecureServers } from '../../testing/secure-servers.ts';
import { InsecureError } from './get.ts';
import { getJson } from './get-json.ts';

const servers = useSecureServers();
const LIMITS = { maxBytes: 100, redirects: 3, accept: 'application/json' };
const QUICK = { ...LIMITS, timeoutMs: 300 };

it('speaks HTTP/2 with a registry that answers HTTP/1.1 with 426', async () => {
  const url = await servers.http2(({ httpVersion, headers, url: path }, response) => {
    if (httpVersion !== '2.0') return response.writeHead(426, { upgrade: 'h2' }).end();
    response.writeHead(200, { 'retry-after': '7', 'x-many': ['a', 'b'] });
    return response.end(JSON.stringify({ path, accept: headers.accept, agent: headers['user-agent'] }));
  });
  const answer = await getJson(`${url}/domain/shop.test?a=b`, LIMITS);
  expect(answer).toMatchObject({ status: 200, isCut: false });
  expect(JSON.parse(answer.text)).toEqual({
    path: '/domain/shop.test?a=b',
    accept: 'application/json',
    agent: 'Farwatch',
  });
  expect([answer.headers.get('retry-after'), answer.headers.get('x-many')]).toEqual(['7', 'a, b']);
});

it('speaks HTTP/1.1 with a server that knows nothing else, whose 426 is an answer', async () => {
  const url = await servers.http1(({ httpVersion }, response) => response.writeHead(426).end(httpVersion));
  expect(await getJson(url, LIMITS)).toMatchObject({ status: 426, text: '1.1' });
});

test.each([
  ['requires HTTP/1.1', constants.NGHTTP2_HTTP_1_1_REQUIRED],
  ['refuses the stream', constants.NGHTTP2_REFUSED_STREAM],
  ['ends the stream without an answer', constants.NGHTTP2_NO_ERROR],
])('a server that %s over HTTP/2 is requested over HTTP/1.1', async (_, code) => {
  const url = await servers.http2((request, response) => {
    if ('stream' in request && request.httpVersion === '2.0') request.stream.close(code);
    else response.end(request.httpVersion);
  });
  expect(await getJson(url, LIMITS)).toMatchObject({ status: 200, text: '1.1' });
});

it('a server that closes the session before it answers is requested over HTTP/1.1', async () => {
  const url = await servers.http2((request, response) => {
    if ('stream' in request && request.httpVersion === '2.0') request.stream.session?.destroy();
    else response.end(request.httpVersion);
  });
  expect(await getJson(url, LIMITS)).toMatchObject({ status: 200, text: '1.1' });
});

test.each(['http2', 'http1'] as const)('over %s no more is read than may be', async (protocol) => {
  const url = await servers[protocol]((_request, response) => {
    const body: Writable = response.on('error', () => undefined);
    const write = () => {
      while (body.write('x'.repeat(10_000)));
      body.once('drain', write);
    };
    write();
  });
  const { text, isCut } = await getJson(url, LIMITS);
  expect([text.length, isCut]).toEqual([101, true]);
});

test.each(['http2', 'http1'] as const)('over %s time is bounded, also for a body that never ends', async (protocol) => {
  const silent = await servers[protocol](() => undefined);
  await expect(getJson(silent, QUICK)).rejects.toMatchObject({ code: 'unreachable', message: 'no answer in time' });
  const slow = await servers[protocol]((_request, response) => {
    const body: Writable = response;
    body.write('part');
  });
  expect(await getJson(slow, QUICK)).toMatchObject({ status: 200, text: 'part' });
});

it('a server that never shakes hands is given up in time', async () => {
  const url = await servers.tcp(() => undefined);
  await expect(getJson(url, QUICK)).rejects.toMatchObject({ code: 'unreachable', message: 'no answer in time' });
});

it('follows a redirect to another host, which may speak another protocol', async () => {
  const target = await servers.http1(({ httpVersion }, response) => response.end(httpVersion));
  const other = target.replace('127.0.0.1', 'localhost');
  const url = await servers.http2((_request, response) => response.writeHead(302, { location: `${other}/x` }).end());
  expect(await getJson(url, LIMITS)).toMatchObject({ status: 200, text: '1.1' });
});

test.each(['http://8.8.8.8/', 'https://169.254.169.254/', 'https://[::1]/', 'ftp://8.8.8.8/'])(
  'a redirect over HTTP/2 to %s is not followed',
  async (location) => {
    const url = await servers.http2((_request, response) => response.writeHead(302, { location }).end());
    await expect(getJson(url, LIMITS)).rejects.toMatchObject({ code: 'forbidden_address' });
  },
);

test.each(['expired', 'untrusted'] as const)('a certificate that is %s is no secure connection', async (kind) => {
  await expect(getJson(await servers[kind](), LIMITS)).rejects.toBeInstanceOf(InsecureError);
});

it('neither is an answer without TLS, while a connection that breaks off is another failure', async () => {
  const plain = await servers.tcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(getJson(plain, LIMITS)).rejects.toBeInstanceOf(InsecureError);
  const broken = await servers.tcp((socket) => socket.destroy());
  const failure = await getJson(broken, LIMITS).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unreachable' });
  expect(failure).not.toBeInstanceOf(InsecureError);
});
