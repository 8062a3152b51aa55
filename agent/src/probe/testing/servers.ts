import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterEach } from 'vitest';

const open: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Has a server listen on a free port until the test ends; gives the port. */
export async function listen(server: Server, host: string): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  open.push({ server, sockets });
  return (server.address() as AddressInfo).port;
}

/** Real servers on a free port, closed after the test. Each gives its port. */
export function httpServer(handler: http.RequestListener, host = '127.0.0.1'): Promise<number> {
  return listen(http.createServer(handler), host);
}

export function httpsServer(identity: { key: string; cert: string }, handler: http.RequestListener): Promise<number> {
  return listen(https.createServer(identity, handler), '127.0.0.1');
}

/** A server that speaks HTTP/2 over TLS, and HTTP/1.1 only if it is given a handler for that. */
export function http2Server(
  identity: { key: string; cert: string },
  onStream: (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => void,
  { http1 }: { http1?: (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void } = {},
): Promise<number> {
  const server = http2.createSecureServer({ ...identity, allowHTTP1: http1 !== undefined });
  server.on('request', (request, response) => {
    if (request.httpVersionMajor === 1) http1?.(request, response);
  });
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    onStream(stream, headers);
  });
  return listen(server, '127.0.0.1');
}

/** A TLS server for only these protocols, which sends only what `onData` writes after it has received data. */
export function tlsServer(
  identity: { key: string; cert: string },
  protocols: string[],
  onData?: (socket: Socket) => void,
): Promise<number> {
  const server = tls.createServer({ ...identity, ALPNProtocols: protocols }, (socket) => {
    socket.on('error', () => undefined);
    if (onData) socket.once('data', () => onData(socket));
  });
  return listen(server, '127.0.0.1');
}

/** A server of bare TCP; `answer` is written to whatever connects once it has sent something. */
export function tcpServer(onData: (socket: Socket, data: Buffer) => void): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => onData(socket, data));
  });
  return listen(server, '127.0.0.1');
}

/** A port where nothing listens. */
export async function closedPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
