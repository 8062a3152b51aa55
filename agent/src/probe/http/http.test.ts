import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { DAY_MS } from '@farwatch/core/values/time';
import { selfSigned } from '@farwatch/emulators/targets/certificate';
import { afterAll, describe, expect, test } from 'vitest';
import { addressPolicy, type GuardedNetwork } from '../../network/guarded-network.ts';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { closedPort, httpServer, httpsServer, tcpServer } from '../testing/servers.ts';

const anywhere = createRunCheck(anyNetwork());
const never = new AbortController().signal;
const check = (url: string) => anywhere({ url, check: null }, never);
const checkOver = (network: GuardedNetwork, url: string) => createRunCheck(network)({ url, check: null }, never);

describe('a response', () => {
  test.each([
    [200, null],
    [204, null],
    [304, null],
    [399, null],
    [400, 'status'],
    [404, 'status'],
    [500, 'status'],
    [503, 'status'],
  ])('of status %i', async (statusCode, error) => {
    const port = await httpServer((_request, response) => response.writeHead(statusCode).end());
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode, error });
  });

  test('follows a GET without keep-alive, with timed phases', async () => {
    const seen: unknown[] = [];
    const port = await httpServer((request, response) => {
      seen.push(request.method, request.url, request.headers.connection, request.headers.host);
      setTimeout(() => response.end('ok'), 50);
    });
    const result = await check(`http://localhost:${port}/path?q=1`);
    expect(seen).toEqual(['GET', '/path?q=1', 'close', `localhost:${port}`]);
    expect(result.phases.dnsMs).toBeGreaterThanOrEqual(0);
    expect(result.phases.connectMs).toBeGreaterThanOrEqual(0);
    expect(result.phases.tlsMs).toBeNull();
    expect(result.phases.firstByteMs).toBeGreaterThan(40);
    expect(result.ms).toBeGreaterThanOrEqual(50);
  });

  test('counts at most 64 KiB of its body', async () => {
    const port = await httpServer((_request, response) => {
      response.write(Buffer.alloc(80 * 1024));
    });
    const result = await check(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ statusCode: 200, error: null });
    // Well before the end that a check has that goes on reading.
    expect(result.ms).toBeLessThan(8_000);
  });

  test('over IPv6', async () => {
    const port = await httpServer((_request, response) => response.end('ok'), '::1');
    expect(await check(`http://[::1]:${port}/`)).toMatchObject({ statusCode: 200, error: null });
  });
});

describe('a failure', () => {
  test('refused', async () => {
    expect(await check(`http://127.0.0.1:${await closedPort()}/`)).toMatchObject({
      statusCode: null,
      error: 'refused',
    });
  });
  test('reset before the answer', async () => {
    const port = await tcpServer((socket) => socket.resetAndDestroy());
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, error: 'reset' });
  });
  test('closed within the body', async () => {
    const port = await tcpServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    });
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 200, error: 'reset' });
  });
  test('not HTTP', async () => {
    const port = await tcpServer((socket) => socket.end('220 mail.farwatch.test ESMTP\r\n'));
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, error: 'protocol' });
  });
  test.each([
    ['999 Request denied', '200-399', 'status'],
    ['999 Request denied', '200,999', null],
    ['600 Unparseable', '600-699', null],
    ['799', '100-999', null],
  ])('an unusual status, %s, with the accepted statuses %s', async (status, statuses, error) => {
    const port = await tcpServer((socket) => socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`));
    const result = await anywhere({ url: `http://127.0.0.1:${port}/`, check: { statuses } }, never);
    expect(result).toMatchObject({ statusCode: Number.parseInt(status, 10), error });
  });
  test('a status outside of the protocol', async () => {
    const port = await tcpServer((socket) => socket.end('HTTP/1.1 042 Odd\r\ncontent-length: 0\r\n\r\n'));
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, error: 'protocol' });
  });
  test('headers over 64 KiB', async () => {
    const port = await tcpServer((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(68 * 1024)}\r\ncontent-length: 0\r\n\r\n`);
    });
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'headers' });
  });
  test('a name that does not resolve', async () => {
    expect(await check('http://missing.invalid/')).toMatchObject({ statusCode: null, error: 'dns' });
  });
  test.each(['not a url', 'ftp://localhost/', 'mailto:someone@farwatch.test'])('%s is no http URL', async (url) => {
    expect(await check(url)).toMatchObject({ statusCode: null, error: 'protocol' });
  });
  test('ended early by the agent', async () => {
    const port = await tcpServer(() => undefined);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    const result = await anywhere({ url: `http://127.0.0.1:${port}/`, check: null }, stop.signal);
    expect(result.error).not.toBeNull();
    // Well before the end that it would have by itself.
    expect(result.ms).toBeLessThan(8_000);
  });
});

test('times out after 4 s of connecting, or after 10 s with redirects and body', async () => {
  const hanging = anyNetwork({ resolve: () => new Promise(() => undefined) });
  const port = await httpServer((request, response) => {
    if (request.url === '/2') response.write('started');
    else setTimeout(() => response.writeHead(302, { location: '/2' }).end(), 2_000);
  });
  const ended: string[] = [];
  const noted = async <T>(what: string, result: Promise<T>): Promise<T> => {
    await result;
    ended.push(what);
    return result;
  };
  const [name, body] = await Promise.all([
    noted('name', checkOver(hanging, 'http://host.farwatch.test/')),
    noted('body', check(`http://127.0.0.1:${port}/1`)),
  ]);
  expect(name).toMatchObject({ statusCode: null, error: 'timeout' });
  expect(name.ms).toBeGreaterThanOrEqual(3_990);
  expect(body).toMatchObject({ statusCode: 200, error: 'timeout' });
  expect(body.ms).toBeGreaterThanOrEqual(9_990);
  expect(ended).toEqual(['name', 'body']);
});

describe('redirects', () => {
  const hops = (count: number) =>
    httpServer((request, response) => {
      const at = Number(request.url?.slice(1));
      if (at >= count) response.end('there');
      else response.writeHead(302, { location: `/${at + 1}` }).end();
    });
  test.each([
    [1, 200, null],
    [5, 200, null],
    [6, 302, 'redirects'],
  ])('%i of them', async (count, statusCode, error) => {
    expect(await check(`http://127.0.0.1:${await hops(count)}/0`)).toMatchObject({ statusCode, error });
  });
  test.each([
    [1, 1, 200, null],
    [2, 1, 302, 'redirects'],
    [20, 20, 200, null],
    [21, 20, 302, 'redirects'],
  ])('%i of them, of which a check allows %i', async (count, maxRedirects, statusCode, error) => {
    const target = { url: `http://127.0.0.1:${await hops(count)}/0`, check: { maxRedirects } };
    expect(await anywhere(target, never)).toMatchObject({ statusCode, error });
  });
  test('in a loop', async () => {
    const port = await httpServer((_request, response) => response.writeHead(308, { location: '/' }).end());
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 308, error: 'redirects' });
  });
  test('without a location is a response', async () => {
    const port = await httpServer((_request, response) => response.writeHead(302).end());
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 302, error: null });
  });
  test.each([
    ['', 302, null],
    [' \t', 301, null],
    ['', 307, 'status'],
  ])('to %j is a response of %i', async (location, status, error) => {
    const port = await tcpServer((socket) => {
      socket.end(`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);
    });
    const options = { statuses: error === null ? '200-399' : '200' };
    const result = await anywhere({ url: `http://127.0.0.1:${port}/`, check: options }, never);
    expect(result).toMatchObject({ statusCode: status, error });
  });
  test.each(['ftp://farwatch.test/', 'http://:99999999/', 'javascript:alert(1)'])('to %s', async (location) => {
    const port = await httpServer((_request, response) => response.writeHead(301, { location }).end());
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: null, error: 'protocol' });
  });
  test('to an address with non-ASCII letters', async () => {
    const paths: unknown[] = [];
    const target = await httpServer((request, response) => {
      paths.push(request.url);
      response.end();
    });
    const relay = await tcpServer((socket) => {
      socket.end(`HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${target}/狀態\r\ncontent-length: 0\r\n\r\n`);
    });
    expect(await check(`http://127.0.0.1:${relay}/`)).toMatchObject({ statusCode: 200, error: null });
    expect(paths).toEqual([encodeURI('/狀態')]);
  });
  test.each<[what: string, location: Buffer, path: string]>([
    ['Big5', Buffer.from('/\xa4\xa4\xa4\xe5.asp', 'latin1'), '/%A4%A4%A4%E5.asp'],
    ['GBK, relative', Buffer.from('\xd6\xd0/\xce\xc4', 'latin1'), '/%D6%D0/%CE%C4'],
    ['windows-874 in a query', Buffer.from('/a?q=\xe4\xb7\xc2', 'latin1'), '/a?q=%E4%B7%C2'],
    ['Shift_JIS, whose second bytes are ASCII', Buffer.from('/\x83\x65\x83\x58', 'latin1'), '/%83e%83X'],
    ['a stray byte next to UTF-8 and an escape', Buffer.from('/\xe7\x8b\x80%20\xff', 'latin1'), '/%E7%8B%80%20%FF'],
    ['a path with spaces', Buffer.from('  /a b/c d '), '/a%20b/c%20d'],
    ['a query alone', Buffer.from('?only=1'), '/?only=1'],
    ['a fragment alone', Buffer.from('#top'), '/'],
    ['a path with a fragment', Buffer.from('/a#top'), '/a'],
    ['a path with backslashes and a tab', Buffer.from('\\a\tb\\c'), '/ab/c'],
    ['a scheme without slashes', Buffer.from('http:a'), '/a'],
  ])('with %s', async (_what, location, path) => {
    const paths: unknown[] = [];
    const port = await tcpServer((socket, data) => {
      const [, path = ''] = /^GET (\S+) /.exec(data.toString('latin1')) ?? [];
      paths.push(path);
      const isFirst = paths.length === 1;
      socket.write(`HTTP/1.1 ${isFirst ? 302 : 200} Found\r\ncontent-length: 0\r\n`);
      socket.end(isFirst ? Buffer.concat([Buffer.from('location: '), location, Buffer.from('\r\n\r\n')]) : '\r\n');
    });
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 200, error: null });
    expect(paths).toEqual(['/', path]);
  });
  test('to a page that fails', async () => {
    const port = await httpServer((request, response) => {
      if (request.url === '/') response.writeHead(303, { location: 'gone' }).end();
      else response.writeHead(410).end();
    });
    expect(await check(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 410, error: 'status' });
  });
});

describe('the guarded network', () => {
  const only = (address: string) => address === '127.0.0.1';

  test.each(['http://127.0.0.1/', 'http://[::1]/', 'http://localhost/', 'http://user:pw@farwatch.test/'])(
    'refuses %s before anything is sent',
    async (url) => {
      const strict = anyNetwork({ admitsAddress: addressPolicy(false, () => new Set()) });
      expect(await checkOver(strict, url)).toMatchObject({ statusCode: null, error: 'address' });
    },
  );
  test.each(['http://127.0.0.2/', 'http://[::ffff:7f00:2]/', 'http://169.254.169.254/', 'http://127.0.0.1:25/'])(
    'refuses a redirect to %s',
    async (location) => {
      const port = await httpServer((_request, response) => response.writeHead(302, { location }).end());
      const result = await checkOver(anyNetwork({ admitsAddress: only }), `http://127.0.0.1:${port}/`);
      expect(result).toMatchObject({ statusCode: null, error: 'address' });
    },
  );
  test('a name that resolves differently the second time', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const names: string[] = [];
    const resolve = async (hostname: string) => {
      names.push(hostname);
      return [{ address: answers.shift() ?? '', family: 4 }];
    };
    const port = await httpServer((_request, response) => response.writeHead(302, { location: '/again' }).end());
    const network = anyNetwork({ admitsAddress: only, resolve });
    const result = await checkOver(network, `http://rebind.farwatch.test:${port}/`);
    expect(result).toMatchObject({ statusCode: null, error: 'address' });
    expect(names).toHaveLength(2);
  });
  test('connects to the verified address, with one resolution per hop', async () => {
    let resolutions = 0;
    const resolve = async () => {
      resolutions += 1;
      return ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    };
    const remotes: unknown[] = [];
    const port = await httpServer((request, response) => {
      remotes.push(request.socket.localAddress);
      response.end();
    });
    const network = anyNetwork({ admitsAddress: only, resolve });
    expect(await checkOver(network, `http://host.farwatch.test:${port}/`)).toMatchObject({ error: null });
    expect(remotes).toEqual(['127.0.0.1']);
    expect(resolutions).toBe(1);
  });
});

describe('TLS', () => {
  const now = Date.now();
  const usual = getCACertificates('default');
  const trusted = selfSigned(now - DAY_MS, now + 5 * DAY_MS);
  const expired = selfSigned(now - 9 * DAY_MS, now - DAY_MS);
  const early = selfSigned(now + DAY_MS, now + 9 * DAY_MS);
  setDefaultCACertificates([...usual, trusted.cert, expired.cert, early.cert]);
  afterAll(() => setDefaultCACertificates(usual));
  const answer = (identity: { key: string; cert: string }) =>
    httpsServer(identity, (_request, response) => response.end('ok'));

  test('a valid certificate, with its end', async () => {
    const result = await check(`https://localhost:${await answer(trusted)}/`);
    expect(result).toMatchObject({ statusCode: 200, error: null });
    expect(result.certificateEndsAtMs).toBe(Math.floor((now + 5 * DAY_MS) / 1000) * 1000);
    expect(result.phases.tlsMs).toBeGreaterThan(0);
  });
  test('one that has expired or is not valid yet is a local failure if this machine’s clock is wrong', async () => {
    const stranger = selfSigned(now - DAY_MS, now + DAY_MS);
    const wrong = anyNetwork({ isWallRight: () => false });
    const failureOf = async (identity: typeof expired) =>
      (await checkOver(wrong, `https://localhost:${await answer(identity)}/`)).localFailure;
    expect([await failureOf(expired), await failureOf(early), await failureOf(stranger)]).toEqual([
      'other',
      'other',
      null,
    ]);
    expect(await check(`https://localhost:${await answer(early)}/`)).toMatchObject({
      error: 'certificateExpired',
      localFailure: null,
    });
  });

  test('expired', async () => {
    const result = await check(`https://localhost:${await answer(expired)}/`);
    expect(result).toMatchObject({ statusCode: null, error: 'certificateExpired' });
  });
  test('self-signed', async () => {
    const stranger = selfSigned(now - DAY_MS, now + 9 * DAY_MS);
    expect(await check(`https://localhost:${await answer(stranger)}/`)).toMatchObject({
      error: 'certificateUntrusted',
    });
  });
  test('for another name', async () => {
    const network = anyNetwork({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const result = await checkOver(network, `https://other.farwatch.test:${await answer(trusted)}/`);
    expect(result).toMatchObject({ error: 'certificateName' });
  });
  test('reset within the handshake', async () => {
    const port = await tcpServer((socket) => socket.resetAndDestroy());
    expect(await check(`https://localhost:${port}/`)).toMatchObject({ statusCode: null, error: 'reset' });
  });
  test('the connection ends with the check', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await httpsServer(trusted, (request, response) => {
      request.socket.on('close', () => closed.resolve());
      response.write(Buffer.alloc(80 * 1024));
    });
    expect(await check(`https://localhost:${port}/`)).toMatchObject({ statusCode: 200, error: null });
    await closed.promise;
  });
  test('plain HTTP on a TLS request', async () => {
    const port = await httpServer((_request, response) => response.end('ok'));
    expect(await check(`https://127.0.0.1:${port}/`)).toMatchObject({ error: 'tls' });
  });
});
