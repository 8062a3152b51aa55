import { createSocket } from 'node:dgram';
import { createServer as createHttpServer, createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, isIPv4, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { addressBits } from '@farwatch/core/values/addresses/address';
import type { CheckError } from '@farwatch/core/values/check';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { START_TLS, type StartTls } from '@farwatch/core/values/check-types/tls';
import { SMTPServer } from 'smtp-server';
import { WebSocketServer } from 'ws';
import { DEMO_DOMAIN } from './demo-domain.ts';
import { type Identities, makeIdentities, sha256Of } from './identities.ts';
import { REFUSALS, SCRIPTS, speakUntilTls } from './start-tls.ts';

/** A target that plain HTTP does not show. */
export type ProtocolTarget = {
  name: string;
  url: string;
  /** The options with which it is up until it is switched. */
  check: CheckOptions | null;
  /** Why it is down once it is switched. */
  error: CheckError;
};

/** Starts a target's server; null where this machine cannot have it. `isUp` returns whether it works now. */
type Serve = (isUp: () => boolean, identities: Identities) => Promise<Served | null>;
type Served = { port: number; close: () => Promise<void> };
type IdentityName = keyof Identities;

/** A server that sends a banner, and closes. */
const serveBanner: Serve = (isUp) =>
  serve(createTcpServer((socket) => quiet(socket).end(isUp() ? 'SSH-2.0-Farwatch_demo\r\n' : 'out of order\r\n')));

/** TLS with one certificate, or another one while it is down. */
const serveTls =
  (up: IdentityName, down: IdentityName): Serve =>
  (isUp, identities) => {
    const server = createTlsServer(switchedTls(isUp, identities[up], identities[down]), quiet);
    return serve(server.on('tlsClientError', () => undefined));
  };

/** A website with one certificate, or another one while it is down. */
const serveSite =
  (up: IdentityName, down: IdentityName): Serve =>
  (isUp, identities) => {
    const server = createHttpsServer(switchedTls(isUp, identities[up], identities[down]), answerPage(isUp));
    return serve(server.on('tlsClientError', () => undefined));
  };

/** A website that listens on ::1 only. */
const serveIpv6: Serve = async (isUp) => {
  const answer: RequestListener = (_request, response) => response.writeHead(isUp() ? 200 : 503).end();
  return serve(createHttpServer(answer), '::1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return null;
    throw error;
  });
};

/** A server that starts TLS on request, and only answers while it is down. */
const serveStartTls =
  (protocol: StartTls): Serve =>
  (isUp, { good }) =>
    serve(createTcpServer((socket) => speakUntilTls(socket, protocol, good, (isUp() ? SCRIPTS : REFUSALS)[protocol])));

/** A real mail server. */
const serveSmtp: Serve = async (isUp, { good }) => {
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

const answerPage = (isUp: () => boolean): RequestListener => {
  return (_request, response) => response.end(isUp() ? 'All systems go' : 'wrong certificate');
};

/** The values that options depend on: the fingerprint of a self-signed certificate, and the port of the DNS server. */
type Context = { pinned: string; dnsPort: number };

/** A target of the table. */
type Row = {
  scheme: string;
  /** The host below `DEMO_DOMAIN`. */
  host: string;
  path?: string;
  check: (context: Context) => CheckOptions | null;
  error: CheckError;
  /** Starts its server; null for a target that the DNS server switches. */
  serve: Serve | null;
};

const plain = () => null;
const site = (host: string, error: CheckError, serve: Serve, check: Row['check'] = plain): Row => {
  return { scheme: 'https', host, path: '/', check, error, serve };
};
const tlsPort = (host: string, error: CheckError, serve: Serve, check: Row['check'] = plain): Row => {
  return { scheme: 'tls', host, check, error, serve };
};

/** It sends back what it receives, over TLS with that certificate, or none; it refuses connections while it is down. */
const serveWebSocket =
  (identity: keyof Identities | null): Serve =>
  (isUp, identities) => {
    const server = identity === null ? createServer() : createSecureServer({ ...pemOf(identities[identity]) });
    const sockets = new WebSocketServer({ server, verifyClient: () => isUp() });
    sockets.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    });
    return serve(server);
  };

const webSocket = (scheme: 'ws' | 'wss', check: Row['check']): Row => {
  const serve = serveWebSocket(scheme === 'ws' ? null : 'untrusted');
  return { scheme, host: scheme, path: '/', check, error: 'status', serve };
};

/** The address of the name that the DNS target is about. */
const DNS_ADDRESS = '192.0.2.7';

const ROWS: Readonly<Record<string, Row>> = {
  tcp: {
    scheme: 'tcp',
    host: 'tcp',
    check: () => ({ type: 'tcp', banner: 'SSH-2.0' }),
    error: 'text',
    serve: serveBanner,
  },
  tls: tlsPort('tls', 'certificateUntrusted', serveTls('good', 'untrusted')),
  ...Object.fromEntries(
    START_TLS.map((startTls) => {
      const serve = startTls === 'smtp' ? serveSmtp : serveStartTls(startTls);
      return [startTls, tlsPort(startTls, 'startTls', serve, () => ({ type: 'tls', startTls }))];
    }),
  ),
  'tls-pinned': tlsPort('pinned', 'certificatePin', serveTls('untrusted', 'good'), ({ pinned }) => {
    return { type: 'tls', certificateSha256: pinned, legacyServerConnect: true };
  }),
  expired: site('expired', 'certificateExpired', serveSite('good', 'expired')),
  'wrong-name': site('wrong-name', 'certificateName', serveSite('good', 'wrongName')),
  pinned: site('pinned', 'certificatePin', serveSite('untrusted', 'good'), ({ pinned }) => {
    return { certificateSha256: pinned, ipVersion: 4, legacyServerConnect: true };
  }),
  ipv6: {
    scheme: 'http',
    host: 'ipv6',
    path: '/',
    check: () => ({ ipVersion: 6 }),
    error: 'status',
    serve: serveIpv6,
  },
  ws: webSocket('ws', () => ({ type: 'ws', send: 'say hello to me', expect: 'hello' })),
  wss: webSocket('wss', ({ pinned }) => ({
    type: 'ws',
    subprotocols: ['chat'],
    headers: [{ name: 'X-Team', value: 'ops', secret: false }],
    origin: 'https://app.farwatch.test',
    certificateSha256: pinned,
    legacyServerConnect: true,
  })),
  dns: {
    scheme: 'dns',
    host: '',
    check: ({ dnsPort }) => {
      const resolver = `127.0.0.1:${dnsPort}`;
      return { type: 'dns', recordType: 'A', expected: [DNS_ADDRESS], match: 'all', resolver };
    },
    error: 'noRecord',
    serve: null,
  },
  icmp: {
    scheme: 'icmp',
    host: 'ping',
    check: () => ({ type: 'icmp', maxLost: 2 }),
    error: 'timeout',
    serve: null,
  },
};

/** Starts servers on free ports of this machine. `isUp` returns whether a target works. */
export async function startProtocols(
  port: number,
  isUp: (name: string) => boolean,
): Promise<{ targets: ProtocolTarget[]; close: () => Promise<void> }> {
  const { identities, remove } = await makeIdentities(port);
  const dns = await startDemoDns(port, isUp);
  const context = { pinned: sha256Of(identities.untrusted), dnsPort: port };
  const started = await Promise.all(
    Object.entries(ROWS).map(async ([name, row]) => {
      const server = row.serve && (await row.serve(() => isUp(name), identities));
      const target = { name, url: urlOf(row, server?.port ?? null), check: row.check(context), error: row.error };
      // A machine without IPv6 cannot have that target.
      return { server, targets: row.serve !== null && server === null ? [] : [target] };
    }),
  );
  return {
    targets: started.flatMap(({ targets }) => targets),
    close: async () => {
      await Promise.all([dns.close(), remove(), ...started.map(({ server }) => server?.close())]);
    },
  };
}

function urlOf({ scheme, host, path = '' }: Row, port: number | null): string {
  const name = host === '' ? DEMO_DOMAIN : `${host}.${DEMO_DOMAIN}`;
  return `${scheme}://${name}${port === null ? '' : `:${port}`}${path}`;
}

function pemOf({ key, cert }: { key: string; cert: string }): { key: string; cert: string } {
  return { key, cert };
}

/** A group without members (RFC 2365), so there is no reply. */
const NO_HOST = '239.255.255.251';

/**
 * Starts the DNS server of the demo targets, over UDP only, because its answers are short. `demo.farwatch.test` exists
 * while the DNS target is up; the names below it lead to this machine, that of the ping target to no host while it is
 * down.
 */
async function startDemoDns(
  port: number,
  isUp: (name: 'dns' | 'icmp') => boolean,
): Promise<{ close: () => Promise<void> }> {
  const addressOf = (name: string): string | null => {
    if (name === DEMO_DOMAIN) return isUp('dns') ? DNS_ADDRESS : null;
    if (name === `ping.${DEMO_DOMAIN}`) return isUp('icmp') ? '127.0.0.1' : NO_HOST;
    if (name === `ipv6.${DEMO_DOMAIN}`) return '::1';
    return name.endsWith(`.${DEMO_DOMAIN}`) ? '127.0.0.1' : null;
  };
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const answer = answerQuery(query, addressOf(nameIn(query)));
    if (answer) socket.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', resolve);
  });
  return { close: () => new Promise<void>((resolve) => socket.close(resolve)) };
}

const A_RECORD = 1;
const AAAA_RECORD = 28;
const ANSWER = 0x8180;
const NO_SUCH_NAME = 3;

/** The name that a query is about, in lower case; empty for no query. */
function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; (query[at] ?? 0) > 0; at += 1 + (query[at] ?? 0)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  }
  return labels.join('.').toLowerCase();
}

/** The answer to a query: that address for its name, or with null that there is no such name. Null for no query. */
function answerQuery(query: Buffer, address: string | null): Buffer | null {
  const nameEnd = query.indexOf(0, 12);
  if (nameEnd < 0 || query.length < nameEnd + 5) return null;
  const type = address === null || isIPv4(address) ? A_RECORD : AAAA_RECORD;
  const data = address !== null && query.readUInt16BE(nameEnd + 1) === type ? bytesOf(address) : null;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(ANSWER | (address === null ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data ? 1 : 0, 6);
  // The name of the question, an address of the internet, not to be kept.
  const record = data ? [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]), data] : [];
  return Buffer.concat([header, query.subarray(12, nameEnd + 5), ...record]);
}

function bytesOf(address: string): Buffer {
  const bits = addressBits(address);
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Has a server listen on a free port. Closing it ends its connections. */
async function serve(server: Server, host = '127.0.0.1'): Promise<Served> {
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

/** The certificate is chosen by the requested name, which every client of these servers sends. */
function switchedTls(isUp: () => boolean, up: Pem, down: Pem): TlsOptions {
  const [usual, other] = [createSecureContext(up), createSecureContext(down)];
  return { key: up.key, cert: up.cert, SNICallback: (_name, done) => done(null, isUp() ? usual : other) };
}

function quiet(socket: Socket): Socket {
  return socket.on('error', () => undefined);
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
