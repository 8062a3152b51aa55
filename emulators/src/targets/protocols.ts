import type { CheckError } from '@farwatch/core/values/check';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { START_TLS } from '@farwatch/core/values/check-types/tls';
import { DNS_ADDRESS, startDemoDns } from './demo-dns.ts';
import { DEMO_DOMAIN } from './demo-domain.ts';
import { makeIdentities, sha256Of } from './identities.ts';
import {
  type Serve,
  serveBanner,
  serveIpv6,
  serveSite,
  serveSmtp,
  serveStartTls,
  serveTls,
} from './protocol-servers.ts';
import { serveWebSocket } from './web-socket-server.ts';

/**
 * A target that plain HTTP does not show. `check`: the options with which it is up until it is switched; `error`: why it
 * is down then.
 */
export type ProtocolTarget = { name: string; url: string; check: CheckOptions | null; error: CheckError };

/** What options depend on: the fingerprint of a certificate that nobody signed, and the port of the DNS server. */
type Context = { pinned: string; dnsPort: number };

/** `host`: under `DEMO_DOMAIN`. `serve`: starts its server, null for a target that the DNS server switches. */
type Row = {
  scheme: string;
  host: string;
  path?: string;
  check: (context: Context) => CheckOptions | null;
  error: CheckError;
  serve: Serve | null;
};

const plain = () => null;
const site = (host: string, error: CheckError, serve: Serve, check: Row['check'] = plain): Row => {
  return { scheme: 'https', host, path: '/', check, error, serve };
};
const tlsPort = (host: string, error: CheckError, serve: Serve, check: Row['check'] = plain): Row => {
  return { scheme: 'tls', host, check, error, serve };
};
const webSocket = (scheme: 'ws' | 'wss', check: Row['check']): Row => {
  const serve = serveWebSocket(scheme === 'ws' ? null : 'untrusted');
  return { scheme, host: scheme, path: '/', check, error: 'status', serve };
};

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
    return { type: 'tls', certificateSha256: pinned };
  }),
  expired: site('expired', 'certificateExpired', serveSite('good', 'expired')),
  'wrong-name': site('wrong-name', 'certificateName', serveSite('good', 'wrongName')),
  pinned: site('pinned', 'certificatePin', serveSite('untrusted', 'good'), ({ pinned }) => {
    return { certificateSha256: pinned, ipVersion: 4 };
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
  wss: webSocket('wss', ({ pinned }) => ({ type: 'ws', certificateSha256: pinned })),
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

/** Servers on free ports of this machine. `isUp` says whether a target works. */
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
