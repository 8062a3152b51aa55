import { type ClientHttp2Session, connect, createServer } from 'node:http2';
import * as net from 'node:net';
import type { Faults } from './faults.ts';
import { forward } from './forward.ts';
import type { Tally } from './tally.ts';

export interface Front {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens for Firestore's clients. HTTP/2 connections are forwarded call by call; everything else (REST, WebSockets) is
 * passed through and not counted.
 */
export async function listen(target: string, tally: Tally, faults: Faults): Promise<Front> {
  const grpc = createServer();
  const upstreams = new Map<unknown, ClientHttp2Session>();
  grpc.on('session', (session) => {
    const upstream = connect(`http://${target}`);
    upstream.on('error', () => session.destroy());
    upstreams.set(session, upstream);
    session.once('close', () => {
      upstream.close();
      upstreams.delete(session);
    });
  });
  grpc.on('stream', (stream, headers) => {
    stream.on('error', () => {});
    const upstream = upstreams.get(stream.session);
    if (!upstream) return stream.close();
    forward({ stream, headers, upstream }, tally, faults).catch(() => stream.close());
  });
  const sockets = new Set<net.Socket>();
  const front = net.createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      if (!first) return;
      socket.unshift(first);
      if (first.toString('latin1', 0, 3) === 'PRI') grpc.emit('connection', socket);
      else pipeRaw(socket, target);
    });
  });
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return { port: (front.address() as net.AddressInfo).port, close: () => close(front, sockets, upstreams.values()) };
}

function pipeRaw(socket: net.Socket, target: string): void {
  const { hostname, port } = new URL(`http://${target}`);
  const upstream = net.connect(Number(port), hostname);
  upstream.on('error', () => socket.destroy());
  socket.once('close', () => upstream.destroy());
  socket.pipe(upstream).pipe(socket);
}

function close(front: net.Server, sockets: Iterable<net.Socket>, upstreams: Iterable<ClientHttp2Session>) {
  const closed = new Promise<void>((resolve) => front.close(() => resolve()));
  for (const upstream of upstreams) upstream.destroy();
  for (const socket of sockets) socket.destroy();
  return closed;
}
