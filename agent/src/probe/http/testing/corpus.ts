import { constants } from 'node:http2';
import type { CheckError } from '@farwatch/core/values/check';
import { http2Server, httpServer, tcpServer, tlsServer } from '../../testing/servers.ts';

type Identity = { key: string; cert: string };

/**
 * A server, what a check is to make of it, and what curl 7.88 ends with: 0 is up, anything else its reason for down.
 */
export type Case = {
  name: string;
  serve: (identity: Identity) => Promise<string>;
  statusCode: number | null;
  error: CheckError | null;
  curl: number;
};

const raw = (answer: string) => async () => {
  const port = await tcpServer((socket) => socket.end(Buffer.from(answer, 'latin1')));
  return `http://127.0.0.1:${port}/`;
};
const up = (name: string, answer: string, curl = 0): Case => ({
  name,
  serve: raw(answer),
  statusCode: 200,
  error: null,
  curl,
});
const down = (name: string, answer: string, statusCode: number | null, error: CheckError, curl: number): Case => ({
  name,
  serve: raw(answer),
  statusCode,
  error,
  curl,
});

const OK = 'HTTP/1.1 200 OK\r\n';
const BODY = 'content-length: 2\r\n\r\nok';
const CHUNKED = 'transfer-encoding: chunked\r\n';
const long = (bytes: number) => `x-long: ${'a'.repeat(bytes)}\r\n`;

const ANSWERS: readonly Case[] = [
  up('plain', OK + BODY),
  up('until the connection ends', 'HTTP/1.0 200 OK\r\n\r\nok'),
  up('lines that end in LF', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok'),
  up('chunks whose lines end in LF', 'HTTP/1.1 200 OK\ntransfer-encoding: chunked\n\n2\nok\n0\n\n'),
  up('control characters in a header', `${OK}x: a\x01\x02\x0b\x7fb\r\n${BODY}`),
  up('a control character in a name', `${OK}x\x01: a\r\n${BODY}`),
  up('CR within a header', `${OK}x: a\rb\r\n${BODY}`),
  up('a byte above ASCII in a name', `${OK}x-\xe9: a\r\n${BODY}`),
  up('space before the colon', `${OK}x-a : a\r\ncontent-length : 2\r\n\r\nok`),
  up('a name with a space', `${OK}x a: a\r\n${BODY}`),
  up('no name before the colon', `${OK}: a\r\n${BODY}`),
  up('a header over two lines', `${OK}x: a\r\n b\r\n${BODY}`),
  up('Content-Length twice', `${OK}content-length: 2\r\n${BODY}`),
  up('Content-Length twice, the last one right', `${OK}content-length: 20\r\n${BODY}`),
  up('Content-Length as a list', `${OK}content-length: 2, 2\r\n\r\nok`),
  up('Content-Length beyond all numbers', `${OK}content-length: 99999999999999999999999\r\n\r\nok`),
  up('Content-Length with chunks', `${OK}content-length: 50\r\n${CHUNKED}\r\n2\r\nok\r\n0\r\n\r\n`),
  up('chunks, then Content-Length', `${OK}${CHUNKED}content-length: 1\r\n\r\n2;a=b\r\nok\r\n0\r\nx: a\r\n\r\n`),
  up('bytes after the body', `${OK}${BODY}and more`),
  up('bytes after the chunks', `${OK}${CHUNKED}\r\n2\r\nok\r\n0\r\n\r\nand more`),
  up('headers of 60 KiB', `${OK}${long(60 * 1024)}${BODY}`),
  up('a status without a reason', `HTTP/1.1 200\r\n${BODY}`),
  up('a status with its reason stuck to it', `HTTP/1.1 200OK\r\n${BODY}`),
  up('a status after two spaces', `HTTP/1.1  200 OK\r\n${BODY}`),
  up('http in small letters', `http/1.1 200 OK\r\n${BODY}`),
  up('interim answers first', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n${OK}${BODY}`),
  up('the end within the headers', `${OK}x: a\r\n`),
  { ...up('no content, and yet some', 'HTTP/1.1 204 No Content\r\n\r\nok'), statusCode: 204 },
  { ...up('not modified, with a length', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n'), statusCode: 304 },
  // Browsers show these, curl does not.
  up('an empty line first', `\r\n${OK}${BODY}`, 1),
  up('a header without a colon', `${OK}nonsense\r\n${BODY}`, 8),

  down('nothing', '', null, 'reset', 52),
  down('not HTTP', '220 mail.farwatch.test ESMTP\r\n', null, 'protocol', 1),
  down('a status below 100', `HTTP/1.1 042 Odd\r\n${BODY}`, null, 'protocol', 1),
  down('a status of four digits', `HTTP/1.1 2000 OK\r\n${BODY}`, null, 'protocol', 1),
  down('NUL in a header', `${OK}x: a\0b\r\n${BODY}`, null, 'protocol', 8),
  down('Content-Length is a word', `${OK}content-length: two\r\n\r\nok`, 200, 'protocol', 8),
  down('Content-Length below nothing', `${OK}content-length: -1\r\n\r\nok`, 200, 'protocol', 8),
  down('less than its Content-Length', `${OK}content-length: 20\r\n\r\nok`, 200, 'reset', 18),
  down(
    'Content-Length twice, the last one more',
    `${OK}content-length: 2\r\ncontent-length: 20\r\n\r\nok`,
    200,
    'reset',
    18,
  ),
  down('the end within a chunk', `${OK}${CHUNKED}\r\n5\r\nok`, 200, 'reset', 18),
  down('the end after a chunk', `${OK}${CHUNKED}\r\n2\r\nok\r\n`, 200, 'reset', 18),
  down('a chunk without a size', `${OK}${CHUNKED}\r\nok\r\n0\r\n\r\n`, 200, 'protocol', 56),
  down('a chunk longer than its size', `${OK}${CHUNKED}\r\n1\r\nok\r\n0\r\n\r\n`, 200, 'protocol', 56),
];

const only = (name: string, serve: Case['serve'], curl = 0): Case => ({
  name,
  serve,
  statusCode: 200,
  error: null,
  curl,
});

const SERVERS: readonly Case[] = [
  only('a redirect to itself that requires its cookie', async () => {
    const port = await httpServer((request, response) => {
      if (request.headers.cookie?.split('; ').sort().join() === 'a=1,b=2') response.end('ok');
      else response.writeHead(302, { location: '/', 'set-cookie': ['a=1; Path=/; HttpOnly', 'b=2; Max-Age=60'] }).end();
    });
    return `http://127.0.0.1:${port}/`;
  }),
  only('HTTP/2 and nothing else', async (identity) => {
    const port = await http2Server(identity, (stream) => {
      stream.respond({ ':status': 200 });
      stream.end('ok');
    });
    return `https://localhost:${port}/`;
  }),
  only('HTTP/2 that requires HTTP/1.1 for this', async (identity) => {
    const port = await http2Server(identity, (stream) => stream.close(constants.NGHTTP2_HTTP_1_1_REQUIRED), {
      http1: (_request, response) => response.end('ok'),
    });
    return `https://localhost:${port}/`;
  }),
  only('HTTP/2 with redirects and cookies', async (identity) => {
    const port = await http2Server(identity, (stream, headers) => {
      const there = headers[':path'] === '/there?q=1' && headers.cookie === 'a=1';
      stream.respond(
        there ? { ':status': 200 } : { ':status': 307, location: '/there?q=1', 'set-cookie': ['a=1; Secure'] },
      );
      stream.end();
    });
    return `https://localhost:${port}/`;
  }),
  {
    ...only('TLS, and neither HTTP/2 nor HTTP/1.1', async (identity) => {
      return `https://localhost:${await tlsServer(identity, ['farwatch/9'])}/`;
    }),
    ...{ statusCode: null, error: 'tls', curl: 35 },
  },
  {
    ...only('HTTP/2 with an error', async (identity) => {
      const port = await http2Server(identity, (stream) => {
        stream.respond({ ':status': 503 });
        stream.end('no');
      });
      return `https://localhost:${port}/`;
    }),
    statusCode: 503,
    error: 'status',
    curl: 22,
  },
  {
    ...only('HTTP/2 that breaks off', async (identity) => {
      const port = await http2Server(identity, (stream) => {
        stream.respond({ ':status': 200 });
        stream.write('half', () => stream.session?.destroy());
      });
      return `https://localhost:${port}/`;
    }),
    error: 'reset',
    curl: 18,
  },
];

/** Servers as they are found, good and bad, and the verdict on each. */
export const CORPUS: readonly Case[] = [...ANSWERS, ...SERVERS];
