import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { afterAll, describe, expect, test } from 'vitest';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { http2Server, httpServer, httpsServer, tcpServer } from '../testing/servers.ts';
import { trustedCertificate } from '../testing/trusted.ts';
import { userAgentOf } from '../user-agent.ts';

const identity = trustedCertificate();
afterAll(() => identity.forget());

const run = createRunCheck(anyNetwork(), userAgentOf('https://app.farwatch.test'));
const check = (url: string, options: HttpCheck | null) => run({ url, check: options }, new AbortController().signal);

type Seen = { method: unknown; path: unknown; headers: Record<string, unknown>; body: string };
const asSeen = async (request: IncomingMessage): Promise<Seen> => {
  const { method, url: path, headers } = request;
  return { method, path, headers, body: await text(request) };
};

/** A server that redirects to the `locations` by path, and answers everything else; with the requests that it saw. */
async function startSite(locations: Record<string, [status: number, location: string]> = {}, isSecure = false) {
  const seen: Seen[] = [];
  const answer = async (request: IncomingMessage, response: import('node:http').ServerResponse) => {
    seen.push(await asSeen(request));
    const [status, location] = locations[request.url ?? ''] ?? [];
    if (status !== undefined) response.writeHead(status, { location }).end();
    else response.end('well');
  };
  const port = isSecure ? await httpsServer(identity, answer) : await httpServer(answer);
  return { port, seen, locations };
}

const SECRETS: HttpCheck = {
  method: 'POST',
  headers: [
    { name: 'X-Key', value: 'a secret key', secret: true },
    { name: 'X-Plain', value: 'plain', secret: false },
    { name: 'Cookie', value: 'session=mine', secret: false },
  ],
  auth: { type: 'basic', username: 'me', password: 'pass狀' },
  body: '{"password":"a secret body"}',
};
const BASIC = `Basic ${Buffer.from('me:pass狀').toString('base64')}`;

describe('sends method, headers, credentials and body', () => {
  const expected = {
    method: 'POST',
    headers: {
      'x-key': 'a secret key',
      'x-plain': 'plain',
      cookie: 'session=mine',
      authorization: BASIC,
      'content-type': 'application/json',
      'content-length': '28',
      'user-agent': 'Mozilla/5.0 (compatible; Farwatch/1.0; +https://app.farwatch.test/checks)',
    },
    body: SECRETS.body,
  };
  test('over HTTP/1.1', async () => {
    const { port, seen } = await startSite();
    expect(await check(`http://127.0.0.1:${port}/`, SECRETS)).toMatchObject({ statusCode: 200, error: null });
    expect(seen).toMatchObject([expected]);
  });
  test('over HTTP/2', async () => {
    const seen: unknown[] = [];
    const port = await http2Server(identity, async (stream, headers) => {
      seen.push({ method: headers[':method'], headers, body: await text(stream) });
      stream.respond({ ':status': 200 });
      stream.end();
    });
    expect(await check(`https://localhost:${port}/`, SECRETS)).toMatchObject({ statusCode: 200, error: null });
    expect(seen).toMatchObject([expected]);
  });
  test('and no header can end its line', async () => {
    const { port, seen } = await startSite();
    const headers = [{ name: 'X-A', value: 'a\u010d\u010ax-b: b', secret: false }];
    const auth = { type: 'bearer', token: 'a\u010d\u010ax-c: c' } as const;
    expect(await check(`http://127.0.0.1:${port}/`, { headers, auth })).toMatchObject({ error: null });
    expect(seen[0]?.headers).not.toHaveProperty('x-b');
    expect(seen[0]?.headers).not.toHaveProperty('x-c');
  });
  test('of a HEAD, whose answer has no body', async () => {
    const port = await tcpServer((socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'));
    expect(await check(`http://127.0.0.1:${port}/`, { method: 'HEAD' })).toMatchObject({
      statusCode: 200,
      error: null,
    });
  });
});

describe('a redirect', () => {
  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'a body'],
    [307, 'POST', 'POST', 'a body'],
    [308, 'PATCH', 'PATCH', 'a body'],
  ] as const)('with %i makes a %s a %s with the body "%s"', async (status, method, next, body) => {
    const { port, seen } = await startSite({ '/': [status, '/next'] });
    const headers = [{ name: 'Content-Type', value: 'text/plain', secret: false }];
    await check(`http://127.0.0.1:${port}/`, { method, headers, body: 'a body' });
    expect(seen[1]).toMatchObject({ method: next, path: '/next', body });
    expect(seen[1]?.headers['content-type']).toBe(body === '' ? undefined : 'text/plain');
  });
  test('within the origin keeps the secrets', async () => {
    const { port, seen } = await startSite({ '/': [307, '/next'] });
    await check(`http://127.0.0.1:${port}/`, SECRETS);
    expect(seen[1]).toMatchObject({ headers: { 'x-key': 'a secret key', authorization: BASIC }, body: SECRETS.body });
  });
  test.each<[what: string, to: (ports: { own: number; other: number; secure: number }) => string]>([
    ['another port', ({ other }) => `http://127.0.0.1:${other}/there`],
    ['another host', ({ own }) => `http://localhost:${own}/there`],
    ['another scheme', ({ secure }) => `https://127.0.0.1:${secure}/there`],
  ])('to %s takes no secret along, nor back', async (_what, to) => {
    const own = await startSite();
    const other = await startSite();
    const secure = await startSite({}, true);
    own.locations['/'] = [307, to({ own: own.port, other: other.port, secure: secure.port })];
    for (const site of [own, other, secure]) site.locations['/there'] = [307, `http://127.0.0.1:${own.port}/back`];
    const result = await check(`http://127.0.0.1:${own.port}/`, SECRETS);
    expect(result).toMatchObject({ statusCode: 200, error: null });
    const seen = [...own.seen, ...other.seen, ...secure.seen];
    const first = seen.find(({ path }) => path === '/');
    expect(JSON.stringify(first)).toMatch(/a secret key.*a secret body/);
    for (const path of ['/there', '/back']) {
      const later = seen.find((request) => request.path === path);
      expect(later).toMatchObject({ method: 'POST', body: '', headers: { 'x-plain': 'plain', 'content-length': '0' } });
      expect(JSON.stringify(later)).not.toMatch(/secret|mine|Basic|authorization/);
    }
  });
  test('is the answer if it is not to be followed', async () => {
    const { port, seen } = await startSite({ '/': [302, '/next'] });
    const url = `http://127.0.0.1:${port}/`;
    expect(await check(url, { followRedirects: false })).toMatchObject({ statusCode: 302, error: null });
    const strict = { followRedirects: false, statuses: '200' };
    expect(await check(url, strict)).toMatchObject({ statusCode: 302, error: 'status' });
    expect(seen).toHaveLength(2);
  });
});

test.each([
  ['404', 404, null],
  ['200-299,418', 418, null],
  ['200-299', 304, 'status'],
  ['500-599', 200, 'status'],
])('with the accepted statuses %s, %i is %s', async (statuses, status, error) => {
  const port = await httpServer((_request, response) => response.writeHead(status).end());
  expect(await check(`http://127.0.0.1:${port}/`, { statuses })).toMatchObject({ statusCode: status, error });
});

describe('limits', () => {
  test('its time', async () => {
    const port = await tcpServer(() => undefined);
    const result = await check(`http://127.0.0.1:${port}/`, { timeoutMs: 1_000 });
    expect(result).toMatchObject({ statusCode: null, error: 'timeout' });
    expect(result.ms).toBeGreaterThanOrEqual(990);
    // Well before the ten seconds that checks have by default.
    expect(result.ms).toBeLessThan(8_000);
  });
  test('how long a good answer may take', async () => {
    const port = await httpServer((request, response) => {
      setTimeout(() => response.writeHead(request.url === '/bad' ? 500 : 200).end(), 50);
    });
    const [slow, inTime, bad] = await Promise.all([
      check(`http://127.0.0.1:${port}/`, { maxResponseMs: 40 }),
      check(`http://127.0.0.1:${port}/`, { maxResponseMs: 30_000 }),
      check(`http://127.0.0.1:${port}/bad`, { maxResponseMs: 40 }),
    ]);
    expect([slow, inTime, bad].map(({ error }) => error)).toEqual(['slow', null, 'status']);
  });
  test.each([
    [4, 'http://localhost', '127.0.0.1'],
    [6, 'http://localhost', '::1'],
  ] as const)('itself to IPv%i', async (ipVersion, origin, address) => {
    const addresses = ['127.0.0.1', '::1'].map((each) => ({ address: each, family: each === '::1' ? 6 : 4 }));
    const network = anyNetwork({ resolve: async () => addresses });
    const port = await httpServer((_request, response) => response.end(), address);
    const target = { url: `${origin}:${port}/`, check: { ipVersion } };
    const result = await createRunCheck(network)(target, new AbortController().signal);
    expect(result).toMatchObject({ error: null });
    expect(result.received().address).toBe(address);
    expect(await check(`http://127.0.0.1:${port}/`, { ipVersion: 6 })).toMatchObject({ error: 'dns' });
  });
});

test.each([
  ['a text beyond the first MiB', { source: 'body', op: 'contains', value: 'needle' }, 'cut'],
  ['a longer JSON document', { source: 'json', path: '$.a', op: 'exists' }, 'cut'],
  ['a text in its first MiB', { source: 'body', op: 'contains', value: 'hay' }, null],
  ['a value that it may not contain', { source: 'body', op: 'notContains', value: 'hay' }, undefined],
] as const)('a body of more than 1 MiB is searched in part, which %s says', async (_what, assertion, problem) => {
  const body = `{"a":"${'hay'.repeat(350_000)}needle"}`;
  const port = await httpServer((_request, response) => response.end(body));
  const result = await check(`http://127.0.0.1:${port}/`, { assertions: [assertion] });
  expect(result.error).toBe(problem === null ? null : 'assertion');
  expect(result.received().failedAssertions.map((failed) => failed.problem)).toEqual(problem === null ? [] : [problem]);
});

test('a check with options of a later version is a local failure, and sends nothing', async () => {
  const { port, seen } = await startSite();
  const target = { url: `http://127.0.0.1:${port}/`, check: 'unsupported' } as const;
  const result = await run(target, new AbortController().signal);
  expect(result).toMatchObject({ statusCode: null, localFailure: 'unsupported' });
  expect(seen).toEqual([]);
});
