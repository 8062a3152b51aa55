import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, type TlsOptions } from 'node:tls';
import type { StartTls } from '@farwatch/core/values/check-types/tls';
import { SMTPServer } from 'smtp-server';
import type { Identities } from './identities.ts';
import { REFUSALS, SCRIPTS, speakUntilTls } from './start-tls.ts';

/** Starts a target's server; null where this machine cannot have it. `isUp` says whether it works now. */
export type Serve = (isUp: () => boolean, identities: Identities) => Promise<Served | null>;
type Served = { port: number; close: () => Promise<void> };
type IdentityName = keyof Identities;

/** Says who it is, and closes. */
export const serveBanner: Serve = (isUp) =>
  serve(createServer((socket) => quiet(socket).end(isUp() ? 'SSH-2.0-Farwatch_demo\r\n' : 'out of order\r\n')));

/** TLS with one certificate, or another one while it is down. */
export const serveTls =
  (up: IdentityName, down: IdentityName): Serve =>
  (isUp, identities) => {
    const server = createTlsServer(switchedTls(isUp, identities[up], identities[down]), quiet);
    return serve(server.on('tlsClientError', () => undefined));
  };

/** A website with one certificate, or another one while it is down. */
export const serveSite =
  (up: IdentityName, down: IdentityName): Serve =>
  (isUp, identities) => {
    const server = createHttpsServer(switchedTls(isUp, identities[up], identities[down]), answerPage(isUp));
    return serve(server.on('tlsClientError', () => undefined));
  };

/** A website that listens on ::1 only. */
export const serveIpv6: Serve = async (isUp) => {
  const answer: RequestListener = (_request, response) => response.writeHead(isUp() ? 200 : 503).end();
  return serve(createHttpServer(answer), '::1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return null;
    throw error;
  });
};

/** A server that starts TLS on request, and only answers while it is down. */
export const serveStartTls =
  (protocol: StartTls): Serve =>
  (isUp, { good }) =>
    serve(createServer((socket) => speakUntilTls(socket, protocol, good, (isUp() ? SCRIPTS : REFUSALS)[protocol])));

/** A real mail server. */
export const serveSmtp: Serve = async (isUp, { good }) => {
  const server = new SMTPServer({
    key: good.key,
    cert: good.cert,
    authOptional: true,
    logger: false,
    onConnect: (_session, done) => done(isUp() ? null : new Error('out of order')),
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(portOf(listening)));
  });
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
};

/** Has a server listen on a free port. Closing it ends its connections. */
export async function serve(server: Server, host = '127.0.0.1'): Promise<Served> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  return { port: portOf(server), close };
}

type Pem = { key: string; cert: string };

/** The certificate is chosen by the name that is asked for, which every client of these servers sends. */
function switchedTls(isUp: () => boolean, up: Pem, down: Pem): TlsOptions {
  const [usual, other] = [createSecureContext(up), createSecureContext(down)];
  return { key: up.key, cert: up.cert, SNICallback: (_name, done) => done(null, isUp() ? usual : other) };
}

const answerPage = (isUp: () => boolean): RequestListener => {
  return (_request, response) => response.end(isUp() ? 'All systems go' : 'wrong certificate');
};

function quiet(socket: Socket): Socket {
  return socket.on('error', () => undefined);
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
