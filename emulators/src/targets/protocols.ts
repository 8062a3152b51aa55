import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { WebSocketServer } from 'ws';
import { answerQuery } from './dns-answer.ts';

/** A target of a check type other than HTTP. `options`: those of a check, for people. */
export type ProtocolTarget = { name: string; url: string; options: string };

type Started = { url: string; options: string; close: () => Promise<unknown> };

/** A server of each, on a free port of this machine; `isUp` says whether it works. */
const PROTOCOLS: Readonly<Record<string, (isUp: () => boolean) => Promise<Started>>> = {
  tcp: startBanner,
  smtp: startSmtp,
  dns: startDns,
  ws: startWebSocket,
};

/** Starts them all. */
export async function startProtocols(
  isUp: (name: string) => boolean,
): Promise<{ targets: ProtocolTarget[]; close: () => Promise<void> }> {
  const started = await Promise.all(
    Object.entries(PROTOCOLS).map(async ([name, start]) => ({ name, ...(await start(() => isUp(name))) })),
  );
  return {
    targets: started.map(({ name, url, options }) => ({ name, url, options })),
    close: async () => {
      await Promise.all(started.map(({ close }) => close()));
    },
  };
}

async function startBanner(isUp: () => boolean): Promise<Started> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(isUp() ? 'SSH-2.0-Farwatch_demo\r\n' : 'out of order\r\n');
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(portOf(server.address())));
  });
  return {
    url: `tcp://127.0.0.1:${port}`,
    options: '{"type": "tcp", "banner": "SSH-2.0"}',
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Its certificate is self-signed, so that a check must pin it. */
async function startSmtp(isUp: () => boolean): Promise<Started> {
  const server = new SMTPServer({
    authOptional: true,
    // Otherwise it warns of its well-known certificate.
    logger: false,
    onConnect: (_session, done) => done(isUp() ? null : new Error('out of order')),
  });
  server.on('error', () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(portOf(listening.address())));
  });
  return {
    url: `tls://127.0.0.1:${port}`,
    options: '{"type": "tls", "startTls": "smtp", "certificateSha256": …} with the SHA-256 that a trial shows',
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}

/** Every name has the address 192.0.2.7; none exists while it is down. Over UDP only, as its answers are short. */
async function startDns(isUp: () => boolean): Promise<Started> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const answer = answerQuery(query, isUp() ? '192.0.2.7' : null);
    if (answer) socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    url: 'dns://demo.farwatch.test',
    options: `{"type": "dns", "expected": ["192.0.2.7"], "resolver": "127.0.0.1:${socket.address().port}"}`,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}

/** It sends back what it receives. */
async function startWebSocket(isUp: () => boolean): Promise<Started> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, verifyClient: () => isUp() });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  return {
    url: `ws://127.0.0.1:${portOf(server.address())}/`,
    options: '{"type": "ws", "send": "hello", "expect": "hello"}',
    close: () => {
      for (const client of server.clients) client.terminate();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}
