import { expect, test } from 'vitest';
import { Http1Reader } from './http1-reader.ts';

/** What a reader reported of an answer that arrived in parts of so many bytes, the connection closed after them. */
function readEvents(answer: string, bytesAtOnce: number): unknown[] {
  const events: unknown[] = [];
  let bodyBytes = 0;
  const reader = new Http1Reader({
    head: ({ statusCode, location, setCookies }) => events.push({ statusCode, location, setCookies }),
    body: (part) => {
      bodyBytes += part.length;
    },
    end: (error) => events.push(bodyBytes, error),
  });
  const bytes = Buffer.from(answer, 'latin1');
  for (let at = 0; at < bytes.length; at += bytesAtOnce) reader.push(bytes.subarray(at, at + bytesAtOnce));
  reader.close();
  return events;
}

const head = (statusCode: number, location: string | null = null, setCookies: string[] = []) => ({
  statusCode,
  location,
  setCookies,
});
const OK = 'HTTP/1.1 200 OK\r\n';

test.each<[answer: string, events: unknown[]]>([
  [`${OK}\r\nall of it`, [head(200), 9, null]],
  [`${OK}Content-Length: 3\r\n\r\nthree`, [head(200), 3, null]],
  [`${OK}content-length : 3\r\n\r\nno`, [head(200), 2, 'reset']],
  [`${OK}Content-Length: 0\r\n\r\nmore`, [head(200), 0, null]],
  [
    `${OK}Transfer-Encoding: gzip, Chunked\r\n\r\nA\r\n0123456789\r\n01 ; a\r\n!\r\n0\r\nx: a\r\n\r\n`,
    [head(200), 11, null],
  ],
  [`${OK}Transfer-Encoding: chunked\r\n\r\n-1\r\n`, [head(200), 0, 'protocol']],
  [`${OK}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`, [head(200), 0, 'protocol']],
  ['HTTP/1.0 301 Moved\nLOCATION : /a b \nlocation: /c\n\n', [head(301, '/a b'), 0, null]],
  ['HTTP/1.1 302 Found\r\nset-cookie: a=1\r\nSet-Cookie:b=2\r\n\r\n', [head(302, null, ['a=1', 'b=2']), 0, null]],
  ['HTTP/1.1 302 Found\r\nlocation:\r\n /a\r\n\r\n', [head(302, '/a'), 0, null]],
  ['HTTP/1.1 102 Wait\r\nlocation: /a\r\n\r\nHTTP/1.1 204 None\r\n\r\n', [head(204), 0, null]],
  ['HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x00', [head(101), 0, null]],
  [`${OK}x: a`, [head(200), 0, null]],
  ['HTTP/1.1 100 Continue\r\nx: a', [0, 'reset']],
  ['HTTP/1.1 200', [0, 'reset']],
  ['SSH-2.0-OpenSSH', [0, 'protocol']],
  ['HTTP/1.1 200 OK\r\nx: \0\r\nlocation: /\r\n\r\n', [0, 'protocol']],
  ['HTTP/1.1 20 OK\r\n\r\n', [0, 'protocol']],
])('reads %j in one piece and in parts', (answer, events) => {
  for (const bytesAtOnce of [answer.length, 7, 1]) expect(readEvents(answer, bytesAtOnce)).toEqual(events);
});

test.each<[what: string, answer: string, events: unknown[]]>([
  ['a header of 65 kB', `${OK}x: ${'a'.repeat(65_000)}\r\n\r\n`, [head(200), 0, null]],
  ['a header of 66 kB', `${OK}x: ${'a'.repeat(66_000)}`, [0, 'headers']],
  ['12,000 headers', `${OK}${'x: a\r\n'.repeat(12_000)}\r\n`, [0, 'headers']],
  ['3,000 provisional answers', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3_000)}`, [0, 'headers']],
  ['66,000 empty lines', '\n'.repeat(66_000), [0, 'headers']],
  [
    '12,000 trailers',
    `${OK}transfer-encoding: chunked\r\n\r\n0\r\n${'x: a\r\n'.repeat(12_000)}`,
    [head(200), 0, 'headers'],
  ],
  [
    'an extension of 66 kB',
    `${OK}transfer-encoding: chunked\r\n\r\n1;${'a'.repeat(66_000)}`,
    [head(200), 0, 'headers'],
  ],
])('reads %s in one piece and in parts', (_what, answer, events) => {
  for (const bytesAtOnce of [answer.length, 7]) expect(readEvents(answer, bytesAtOnce)).toEqual(events);
});

const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

test.each<[what: string, answer: string, events: unknown[]]>([
  ['long extensions', `${CHUNKED}${`1;${'a'.repeat(30_000)}\r\nb\r\n`.repeat(3)}`, [head(200), 2, 'headers']],
  ['long ends', `${CHUNKED}${`1\r\nb${'\r'.repeat(30_000)}\n`.repeat(3)}`, [head(200), 3, 'headers']],
  ['30,000 of a byte', `${CHUNKED}${'01 ; a=b\r\nc\r\n'.repeat(30_000)}0\r\n\r\n`, [head(200), 30_000, null]],
])('chunks with %s', (_what, answer, events) => {
  expect(readEvents(answer, 1_000)).toEqual(events);
});
