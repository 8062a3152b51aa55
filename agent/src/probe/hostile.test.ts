import { createHash } from 'node:crypto';
import net, { type Socket } from 'node:net';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { expect, it, test, vi } from 'vitest';
import { anyNetwork } from '../network/testing/any-network.ts';
import { createRunCheck } from './check.ts';
import type { ProbeResult } from './probe.ts';
import { answerTo, nameOf, rawDns, textOf, uint16 } from './testing/raw-dns.ts';
import { listen, tcpServer } from './testing/servers.ts';
import { webSocketServer } from './testing/type-targets.ts';

vi.setConfig({ testTimeout: 60_000 });

const run = createRunCheck(anyNetwork());
const { signal } = new AbortController();
const WITHIN_MS = 3_000;
const MIB = 1024 * 1024;
/** With what the server here keeps for its client. A body over HTTP has its bounds in `http/answer.test.ts`. */
const MOST_BYTES = 64 * MIB;

/** A check, which no server may make long or large. */
async function check(url: string, options: CheckOptions | null): Promise<ProbeResult> {
  const beforeBytes = process.memoryUsage.rss();
  const result = await run({ url, check: options }, signal);
  expect(result.ms).toBeLessThan(WITHIN_MS);
  expect(process.memoryUsage.rss() - beforeBytes).toBeLessThan(MOST_BYTES);
  return result;
}

/** A server that sends the same forever to every client. */
function endless(part: string | Buffer, everyMs = 0): Promise<number> {
  const server = net.createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    const write = () => {
      if (!socket.destroyed && socket.write(part)) setTimeout(write, everyMs);
      else socket.once('drain', write);
    };
    write();
  });
  return listen(server, '127.0.0.1');
}

test.each<[what: string, part: string, everyMs: number, error: string]>([
  ['as fast as it can', 'x'.repeat(64 * 1024), 0, 'text'],
  ['a letter at a time', 'x', 5, 'text'],
])(
  'a banner without end, sent %s, is read to its first KB or until time is up',
  async (_what, part, everyMs, error) => {
    const port = await endless(part, everyMs);
    const result = await check(`tcp://127.0.0.1:${port}`, { type: 'tcp', banner: 'SSH', timeoutMs: 1_500 });
    expect(result).toMatchObject({ error, localFailure: null });
    expect(result.received().body.length).toBeLessThanOrEqual(1024);
  },
);

test.each(['smtp', 'imap', 'pop3', 'ftp', 'postgres', 'mysql'] as const)(
  'a dialogue of %s without end before TLS is given up',
  async (startTls) => {
    const port = await endless('220-more to come\r\n'.repeat(1_000));
    const result = await check(`tls://127.0.0.1:${port}`, { type: 'tls', startTls, timeoutMs: WITHIN_MS });
    expect(result).toMatchObject({ error: 'startTls', localFailure: null });
  },
);

it('reads a DNS answer of 64 KB over TCP', async () => {
  const texts = Array.from({ length: 250 }, (_, index) => ({ type: 16, data: textOf(`${index}-`.padEnd(240, 'x')) }));
  const resolver = await rawDns((query, isTcp) => answerTo(query, texts, 0, !isTcp));
  const result = await check('dns://farwatch.test', {
    type: 'dns',
    recordType: 'TXT',
    expected: ['249-'.padEnd(240, 'x')],
    resolver,
  });
  expect(result).toMatchObject({ error: null });
  expect(result.received()).toMatchObject({ isCut: true, body: expect.stringMatching(/^.{1,2048}$/s) });
});

/** A pointer to the answer's own start. */
const LOOP = Buffer.of(0xc0, 0);
const at = (query: Buffer, offset: number) => uint16(0xc000 | (query.indexOf(0, 12) + 5 + offset));

test.each<[what: string, reply: (query: Buffer) => Buffer]>([
  ['whose owner points to itself', (query) => answerTo(query, [{ type: 5, data: nameOf('a'), owner: at(query, 0) }])],
  ['whose name points to itself', (query) => answerTo(query, [{ type: 5, data: at(query, 12) }])],
  [
    'with two names that point to each other',
    (query) =>
      answerTo(query, [
        { type: 5, data: at(query, 26) },
        { type: 5, data: at(query, 12) },
      ]),
  ],
  ['with a pointer beyond its end', (query) => answerTo(query, [{ type: 5, data: Buffer.of(0xff, 0xff) }])],
  ['that is cut', (query) => answerTo(query, [{ type: 5, data: nameOf('other.farwatch.test') }]).subarray(0, -5)],
  ['of noise', (query) => Buffer.concat([query.subarray(0, 2), Buffer.alloc(500, 0xa5)])],
  ['that is empty', () => LOOP],
])('a DNS answer %s is refused', async (_what, reply) => {
  const resolver = await rawDns(reply);
  const result = await check('dns://farwatch.test', { type: 'dns', recordType: 'CNAME', resolver, timeoutMs: 2_000 });
  expect([result.error, result.localFailure]).toEqual([expect.stringMatching(/^(protocol|timeout|dnsServer)$/), null]);
});

it('does not wait for a WebSocket that never closes', async () => {
  // RFC 6455, 1.3: what the key is answered with. Then it sends one message, and reads nothing.
  const port = await tcpServer((socket, request) => {
    const key = /^sec-websocket-key: (.*)\r$/im.exec(String(request))?.[1];
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    const fields = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}`;
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${fields}\r\n\r\n\x81\x04pong`, 'latin1');
  });
  const startedMs = performance.now();
  const result = await check(`ws://127.0.0.1:${port}/`, { type: 'ws', send: 'ping', expect: 'pong' });
  expect(result).toMatchObject({ error: null, statusCode: 101 });
  // The second that it waits for the close does not count.
  expect(performance.now() - startedMs - result.ms).toBeGreaterThan(900);
});

test.each<[what: string, error: string, message: () => string | Buffer, count: number]>([
  ['more messages than are read', 'protocol', () => 'x'.repeat(1_000), 2_000],
  ['a message that is too long', 'protocol', () => Buffer.alloc(MIB), 1],
  ['messages that are not the expected one', 'text', () => 'nothing', 3],
])('a WebSocket that sends %s is down: %s', async (_what, error, message, count) => {
  const port = await webSocketServer((socket) => {
    for (let sent = 0; sent < count; sent += 1) socket.send(message());
  });
  const result = await check(`ws://127.0.0.1:${port}/`, { type: 'ws', expect: 'never', timeoutMs: 1_500 });
  expect(result).toMatchObject({ error, localFailure: null });
  expect(result.received().body.length).toBeLessThanOrEqual(2048);
});

test.each<[what: string, answer: string, error: string]>([
  [
    'another key',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: no\r\n\r\n',
    'protocol',
  ],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n', 'protocol'],
  ['a page', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', 'status'],
  ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: ws://10.0.0.1/\r\nContent-Length: 0\r\n\r\n', 'status'],
  ['headers without end', `HTTP/1.1 101 Switching Protocols\r\n${'A: b\r\n'.repeat(20_000)}`, 'headers'],
])('a WebSocket’s handshake that is answered with %s fails', async (_what, answer, error) => {
  const port = await tcpServer((socket) => socket.write(answer));
  expect(await check(`ws://127.0.0.1:${port}/`, { type: 'ws', timeoutMs: WITHIN_MS })).toMatchObject({ error });
});
