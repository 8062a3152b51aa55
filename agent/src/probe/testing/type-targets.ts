import { createServer } from 'node:http';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { CheckError } from '@farwatch/core/values/check';
import type { AgentCheckType } from '@farwatch/core/values/url';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Resolve } from '../../resolve/resolver.ts';
import type { Phases } from '../phase-timer.ts';
import { CHECK_AT, type Checked } from './check-at.ts';
import { answerTo, rawDns } from './raw-dns.ts';
import { httpServer, listen } from './servers.ts';

/** A group without members (RFC 2365), so there is no reply. */
export const NO_HOST = '239.255.255.251';

/** The names of the targets below, for their certificate. */
export const TARGET_NAMES = '*.farwatch.test';

export type Switch = { isUp: boolean };
type Started = { at: (host: string) => Checked; resolve: Resolve };
type Row = {
  down: CheckError;
  phases: (keyof Phases)[];
  start: (is: Switch, identity: { key: string; cert: string }) => Promise<Started>;
};

export const bareServer = (onSocket: (socket: Socket) => void) =>
  listen(
    net.createServer((socket) => onSocket(socket.on('error', () => undefined))),
    '127.0.0.1',
  );

const here: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];

/**
 * A target of each type that a switch turns off, and how a check of it then fails. It is reached under any name of
 * `TARGET_NAMES` by its `resolve`.
 */
export const TARGETS: Record<AgentCheckType, Row> = {
  http: {
    down: 'status',
    phases: ['dnsMs', 'connectMs', 'firstByteMs', 'bodyMs'],
    start: async (is) => {
      const port = await httpServer((_request, response) => response.writeHead(is.isUp ? 200 : 503).end('well'));
      return { at: (host) => CHECK_AT.http(host, port), resolve: here };
    },
  },
  tcp: {
    down: 'text',
    phases: ['dnsMs', 'connectMs', 'firstByteMs', 'bodyMs'],
    start: async (is) => {
      const port = await bareServer((socket) => socket.end(is.isUp ? 'SSH-2.0-OpenSSH_9.9\r\n' : 'Go away\r\n'));
      const check = { type: 'tcp', banner: 'SSH-2.0' } as const;
      return { at: (host) => ({ ...CHECK_AT.tcp(host, port), check }), resolve: here };
    },
  },
  tls: {
    down: 'reset',
    phases: ['dnsMs', 'connectMs', 'tlsMs'],
    start: async (is, identity) => {
      const server = tls.createServer(identity);
      server.on('connection', (socket: Socket) => is.isUp || socket.destroy());
      server.on('tlsClientError', () => undefined);
      const port = await listen(server, '127.0.0.1');
      return { at: (host) => CHECK_AT.tls(host, port), resolve: here };
    },
  },
  dns: {
    down: 'noRecord',
    phases: ['dnsMs'],
    start: async (is) => {
      const records = [{ type: 1, data: Buffer.of(192, 0, 2, 7) }];
      const server = await rawDns((query) => (is.isUp ? answerTo(query, records) : answerTo(query, [], 3)));
      return { at: (host) => CHECK_AT.dns(host, Number(server.split(':')[1])), resolve: here };
    },
  },
  icmp: {
    down: 'timeout',
    phases: ['dnsMs', 'firstByteMs'],
    start: async (is) => {
      const resolve: Resolve = async () => [{ address: is.isUp ? '127.0.0.1' : NO_HOST, family: 4 }];
      // Long enough for its replies, which come at once.
      const check = { type: 'icmp', timeoutMs: 1_000 } as const;
      return { at: (host) => ({ ...CHECK_AT.icmp(host), check }), resolve };
    },
  },
  ws: {
    down: 'status',
    phases: ['dnsMs', 'connectMs', 'firstByteMs', 'bodyMs'],
    start: async (is) => {
      const port = await webSocketServer(
        (socket) => socket.on('message', (data) => socket.send(`you sent ${String(data)}`)),
        () => !is.isUp,
      );
      const check = { type: 'ws', send: 'hello', expect: 'sent hello' } as const;
      return { at: (host) => ({ ...CHECK_AT.ws(host, port), check }), resolve: here };
    },
  },
};

/**
 * A WebSocket server on a free port, closed after the test. `refuses`: whether it answers the handshake with 503. Gives
 * its port.
 */
export function webSocketServer(onOpen: (socket: WebSocket) => void, refuses = () => false): Promise<number> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined);
    if (refuses()) return socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined);
      onOpen(opened);
    });
  });
  return listen(server, '127.0.0.1');
}
