import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { DAY_MS } from '@farwatch/core/time';
import { selfSigned } from '../probe/testing/certificate.ts';
import { type Question, type Saying, startDns } from '../resolve/testing/start-dns.ts';

/** A target: `isDead` has a name that nobody answers for. */
export type Site = { id: string; url: string; isDead: boolean };

/** A time in which a site was down. Epoch ms; `untilMs` infinite while it lasts. */
export type Outage = { id: string; fromMs: number; untilMs: number };

/** A reference site. */
export type Reference = { url: string; status: number; text: string };

export type Sites = {
  sites: readonly Site[];
  references: readonly Reference[];
  dnsServer: string;
  /** The authority of all certificates, as PEM. */
  authority: string;
  /** All outages so far. */
  outages: readonly Outage[];
  turn(ids: readonly string[], isUp: boolean): void;
  /** Whether a captive portal answers in place of the sites. */
  setPortal(isThere: boolean): void;
  close(): Promise<void>;
};

const DOMAIN = 'farwatch.test';
const TEXT = 'this is what a reference says\n';

/**
 * `count` sites on this machine, each with its own name and address, every fifth with TLS, and the DNS server that
 * knows them. A captive portal answers for every name and all plain HTTP, and cuts TLS or shows its own certificate.
 */
export async function startSites(count: number, deadPercent: number): Promise<Sites> {
  const [own, others] = [`*.${DOMAIN}`, 'portal.test'].map((host) =>
    selfSigned(Date.now() - DAY_MS, Date.now() + 90 * DAY_MS, host),
  );
  if (!own || !others) throw new Error('no certificates');
  const down = new Set<string>();
  const outages: Outage[] = [];
  let isPortal = false;
  const answer: http.RequestListener = (request, response) => {
    const id = (request.headers.host ?? '').split('.')[0] ?? '';
    if (isPortal) return portal(request, response, id);
    setTimeout(() => {
      if (request.url === '/reference') response.end(TEXT);
      else if (request.url === '/empty') response.writeHead(204).end();
      else if (!down.has(id)) response.end('well');
      else if (id.length % 2 === 0) response.writeHead(503).end();
      else request.socket.destroy();
    }, answerMs(id));
  };
  const plain = await listen(http.createServer(answer));
  const portalContext = createSecureContext(others);
  const context = createSecureContext(own);
  const server = https.createServer({
    ...own,
    SNICallback: (_name, done) => done(null, isPortal ? portalContext : context),
  });
  server.on('request', answer);
  const secure = await listen(server, () => isPortal && Math.random() < 0.5);

  function portal(request: http.IncomingMessage, response: http.ServerResponse, id: string): void {
    const isRedirect = request.url !== '/login' && id.length % 2 === 0;
    if (isRedirect) response.writeHead(302, { location: `http://login.${DOMAIN}:${plain.port}/login` }).end();
    else response.end('<h1>Welcome to our guest network</h1>');
  }
  const sites = Array.from({ length: count }, (_, index) => siteOf(index, deadPercent, plain.port, secure.port));
  for (const { id, isDead } of sites) if (isDead) outages.push({ id, fromMs: 0, untilMs: Number.POSITIVE_INFINITY });
  const dns = await startDns((question) => (isPortal ? { addresses: ['127.0.0.1'] } : addressOf(question)));
  return {
    sites,
    references: [
      { url: `https://first.${DOMAIN}:${secure.port}/empty`, status: 204, text: '' },
      { url: `https://second.${DOMAIN}:${secure.port}/reference`, status: 200, text: TEXT.trim() },
    ],
    dnsServer: dns.server,
    authority: own.cert,
    outages,
    turn(ids, isUp) {
      const nowMs = Date.now();
      for (const id of ids) {
        if (isUp) down.delete(id);
        else down.add(id);
        if (!isUp) outages.push({ id, fromMs: nowMs, untilMs: Number.POSITIVE_INFINITY });
        const last = outages.findLast((outage) => outage.id === id);
        if (isUp && last) last.untilMs = nowMs;
      }
    },
    setPortal: (isThere) => {
      isPortal = isThere;
    },
    close: async () => {
      dns.close();
      await Promise.all([plain.close(), secure.close()]);
    },
  };
}

function siteOf(index: number, deadPercent: number, plainPort: number, securePort: number): Site {
  const isDead = index % 100 < deadPercent;
  const id = `${isDead ? 'dead' : 'well'}${index}`;
  const isSecure = index % 5 === 3;
  const [scheme, port] = isSecure ? ['https', securePort] : ['http', plainPort];
  return { id, url: `${scheme}://${id}.${DOMAIN}:${port}/`, isDead };
}

/** The answer for a name: none for dead ones, and only IPv4 addresses. */
function addressOf({ name, family }: Question): Saying {
  if (name.startsWith('dead')) return 'ignore';
  const index = Number(/\d+/.exec(name)?.[0] ?? 0);
  // Other systems have no more than 127.0.0.1.
  const address =
    process.platform === 'linux' ? `127.0.${1 + Math.floor(index / 200)}.${1 + (index % 200)}` : '127.0.0.1';
  return { addresses: family === 4 ? [address] : [] };
}

/** Sites take from 5 to 104 ms. */
function answerMs(id: string): number {
  return 5 + (Number(/\d+/.exec(id)?.[0] ?? 0) % 100);
}

async function listen(server: Server, isCut: () => boolean = () => false) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (isCut()) return socket.destroy();
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined); // clients that refuse the certificate
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', 2_048, resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port, close };
}
