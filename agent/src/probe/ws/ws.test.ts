import { createServer, type IncomingMessage } from 'node:http';
import type { WsCheck } from '@farwatch/core/values/check-types/ws';
import { expect, test } from 'vitest';
import { type ServerOptions, WebSocketServer } from 'ws';
import { anyNetwork } from '../../network/testing/any-network.ts';
import { createRunCheck } from '../check.ts';
import { listen } from '../testing/servers.ts';
import { userAgentOf } from '../user-agent.ts';

const run = createRunCheck(anyNetwork());
const check = (port: number, options: Omit<WsCheck, 'type'>) =>
  run({ url: `ws://127.0.0.1:${port}/`, check: { type: 'ws', ...options } }, new AbortController().signal);

/** A server that echoes one line of the handshake; `admits` refuses others with 403. Gives its port. */
function serve(options: ServerOptions = {}, admits: (request: IncomingMessage) => boolean = () => true) {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, ...options });
  server.on('upgrade', (request, socket, head) => {
    if (!admits(request)) return socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (opened) => opened.send(JSON.stringify(request.headers)));
  });
  return listen(server, '127.0.0.1');
}

test.each<[what: string, options: Omit<WsCheck, 'type'>, seen: Record<string, string>]>([
  ['nothing of its own', {}, { 'user-agent': userAgentOf(null) }],
  ['an origin', { origin: 'https://farwatch.test' }, { origin: 'https://farwatch.test' }],
  ['subprotocols', { subprotocols: ['mqtt', 'stomp'] }, { 'sec-websocket-protocol': 'mqtt,stomp' }],
  ['headers', { headers: [{ name: 'X-App', value: 'shop', secret: false }] }, { 'x-app': 'shop' }],
  [
    'cookies',
    { headers: ['a=1', 'b=2'].map((value) => ({ name: 'Cookie', value, secret: false })) },
    { cookie: 'a=1; b=2' },
  ],
  ['its own User-Agent', { headers: [{ name: 'User-Agent', value: 'shop', secret: false }] }, { 'user-agent': 'shop' }],
  [
    'other letters',
    { headers: [{ name: 'X-App', value: '店\u010a', secret: false }] },
    { 'x-app': Buffer.from('店\u010a').toString('latin1') },
  ],
])('the handshake has %s', async (_what, options, seen) => {
  const port = await serve();
  const result = await check(port, { ...options, expect: 'sec-websocket-key' });
  expect(result.error).toBeNull();
  expect(JSON.parse(result.received().body)).toMatchObject(seen);
});

test.each<[what: string, handle: ServerOptions['handleProtocols'], error: string | null]>([
  ['one of them', (offered) => [...offered][1] ?? false, null],
  ['none', () => false, 'protocol'],
  ['another one', () => 'other', 'protocol'],
])('of the subprotocols the server must choose one: it chooses %s', async (_what, handleProtocols, error) => {
  const port = await serve(handleProtocols ? { handleProtocols } : {});
  expect(await check(port, { subprotocols: ['mqtt', 'stomp'] })).toMatchObject({ error, localFailure: null });
});

test('a server that requires an origin or a token is up with it, and down without', async () => {
  const token = 'Bearer long-token-1234';
  const admits = ({ headers }: IncomingMessage) =>
    headers.origin === 'https://farwatch.test' && headers.authorization === token;
  const port = await serve({}, admits);
  const headers = [{ name: 'Authorization', value: token, secret: true }];
  expect(await check(port, { headers })).toMatchObject({ error: 'status', statusCode: 403 });
  expect(await check(port, { origin: 'https://farwatch.test' })).toMatchObject({ error: 'status', statusCode: 403 });
  const well = await check(port, { headers, origin: 'https://farwatch.test', expect: 'authorization' });
  expect(well.error).toBeNull();
  expect(well.received().body).toContain('authorization');
});

test.each([
  ['secret', { name: 'X-Key', value: 'long-token-1234', secret: true }],
  ['a credential', { name: 'Authorization', value: 'long-token-1234', secret: false }],
  ['a cookie', { name: 'Cookie', value: 'id=long-token-1234', secret: false }],
])('a header that is %s is removed from what is shown', async (_what, header) => {
  const result = await check(await serve(), { headers: [header], expect: 'nowhere', timeoutMs: 1_000 });
  expect(result.error).toBe('text');
  expect(result.received().body).toContain('sec-websocket-key');
  expect(result.received().body).not.toContain('long-token');
});
