import { setInterval as every } from 'node:timers';
import zlib from 'node:zlib';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import type { HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { afterAll, expect, test } from 'vitest';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { http2Server, httpServer } from '../testing/servers.ts';
import { trustedCertificate } from '../testing/trusted.ts';

const identity = trustedCertificate();
afterAll(() => identity.forget());

const run = createRunCheck(anyNetwork());
const check = (url: string, options: HttpCheck | null) => run({ url, check: options }, new AbortController().signal);
const contains = (value: string): Assertion => ({ source: 'body', op: 'contains', value });

/** A server whose answers never end: each sends the parts at once, and then the last one again and again. */
async function endless(headers: Record<string, string>, parts: readonly (string | Buffer)[], status = 200) {
  const port = await httpServer((_request, response) => {
    response.writeHead(status, headers).flushHeaders();
    for (const part of parts) response.write(part);
    const timer = every(() => response.write(parts.at(-1) ?? ''), 200);
    response.on('close', () => clearInterval(timer));
  });
  return `http://127.0.0.1:${port}/`;
}

const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' };
const CAMERA = { 'content-type': 'multipart/x-mixed-replace;boundary=frame' };
/** Far less than the rest of the answer takes. */
const LONGEST = { timeoutMs: 30_000 };

/** Streams of each kind, whose first part has the same text. */
const STREAMS: [headers: Record<string, string>, parts: (string | Buffer)[]][] = [
  [EVENTS, ['data: well 狀\n\n']],
  [{ 'content-type': 'Text/Event-Stream' }, ['data: well 狀\n\n']],
  [CAMERA, ['--frame\r\nX-Text: well 狀\r\n\r\n', Buffer.alloc(1_000, 0xff)]],
  [{ 'content-type': 'audio/mpeg', 'icy-name': 'well' }, ['well 狀', Buffer.alloc(1_000, 0xaa)]],
  [{ ...EVENTS, 'content-encoding': 'gzip' }, [zlib.gzipSync('data: well 狀\n\n')]],
];

test('events, cameras and radio are judged by what has arrived, timed by their start', async () => {
  const judged = STREAMS.map(async ([headers, parts]) => {
    const url = await endless(headers, parts);
    const results = await Promise.all([
      check(url, LONGEST),
      check(url, { ...LONGEST, assertions: [contains('well 狀')], maxResponseMs: 1_900 }),
      check(url, { ...LONGEST, assertions: [contains('ill')] }),
    ]);
    return results.map(({ statusCode, error }) => [statusCode, error]);
  });
  const expected = [
    [200, null],
    [200, null],
    [200, 'assertion'],
  ];
  expect(await Promise.all(judged)).toEqual(STREAMS.map(() => expected));
});

test('an event stream without an event yet is up, and its status counts', async () => {
  expect(await check(await endless(EVENTS, []), LONGEST)).toMatchObject({ statusCode: 200, error: null });
  const refused = await check(await endless(EVENTS, ['data: no\n\n'], 503), {
    ...LONGEST,
    assertions: [contains('no')],
  });
  expect(refused).toMatchObject({ statusCode: 503, error: 'status' });
});

test('an event stream over HTTP/2', async () => {
  const port = await http2Server(identity, (stream) => {
    stream.respond({ ':status': 200, ...EVENTS });
    stream.write('data: well\n\n');
  });
  const url = `https://localhost:${port}/`;
  expect(await check(url, { ...LONGEST, assertions: [contains('well')] })).toMatchObject({ error: null });
  expect(await check(url, LONGEST)).toMatchObject({ statusCode: 200, error: null });
});

test('a body of a stream’s type that states its length is read to its end', async () => {
  const port = await httpServer((_request, response) => {
    response.writeHead(200, { ...EVENTS, 'content-length': '10' }).write('first');
    setTimeout(() => response.end(' last'), 2_500);
  });
  expect(await check(`http://127.0.0.1:${port}/`, { assertions: [contains('last')] })).toMatchObject({ error: null });
});

test('any other endless body, such as a log or JSON in lines, is judged by what has arrived if that suffices', async () => {
  const types = [{ 'content-type': 'text/plain' }, { 'content-type': 'application/x-ndjson' }, {}];
  const judged = types.map(async (headers) => {
    const url = await endless(headers, ['{"status":"well"}\n']);
    const results = await Promise.all([
      check(url, LONGEST),
      check(url, { timeoutMs: 1_500, assertions: [contains('"well"')] }),
      check(url, { timeoutMs: 1_500, assertions: [contains('the end')] }),
    ]);
    return results.map(({ statusCode, error }) => [statusCode, error]);
  });
  const expected = [
    [200, null],
    [200, null],
    [200, 'timeout'],
  ];
  expect(await Promise.all(judged)).toEqual(types.map(() => expected));
});

test('a body that stalls fails, also one that the server has announced', async () => {
  const port = await httpServer((request, response) => {
    if (request.url === '/stated') response.writeHead(200, { 'content-length': '100' });
    response.write('started');
    if (request.url === '/stated') every(() => response.write('.'), 200).unref();
  });
  const results = await Promise.all([
    check(`http://127.0.0.1:${port}/`, { timeoutMs: 4_000 }),
    check(`http://127.0.0.1:${port}/stated`, { timeoutMs: 4_000 }),
  ]);
  expect(results.map(({ error }) => error)).toEqual(['timeout', 'timeout']);
});
