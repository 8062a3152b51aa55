import type { CheckError } from '@farwatch/core/values/check';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import { START_TLS } from '@farwatch/core/values/check-types/tls';
import { DNS_ADDRESS, startDemoDns } from './demo-dns.ts';
import { DEMO_DOMAIN, makeIdentities, sha256Of } from './identities.ts';
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

/** A target as it is declared; `serve`: starts its server, null for one that the DNS server switches. */
type Row = {
  scheme: string;
  /** Its name under `DEMO_DOMAIN`. */
  host: string;
  path?: string;
  check: CheckOptions | null;
  error: CheckError;
  serve: Serve | null;
};

/** Servers on free ports of this machine. `isUp` says whether a target works. */
export async function startProtocols(
  port: number,
  isUp: (name: string) => boolean,
): Promise<{ targets: ProtocolTarget[]; close: () => Promise<void> }> {
  const { identities, remove } = await makeIdentities(port);
  const dns = await startDemoDns(port, isUp);
  const pinned = sha256Of(identities.untrusted);
  const rows: Record<string, Row> = {
    tcp: {
      scheme: 'tcp',
      host: 'tcp',
      check: { type: 'tcp', banner: 'SSH-2.0' },
      error: 'text',
      serve: serveBanner,
    },
    tls: {
      scheme: 'tls',
      host: 'tls',
      check: null,
      error: 'certificateUntrusted',
      serve: serveTls('good', 'untrusted'),
    },
    ...Object.fromEntries(
      START_TLS.map((startTls): [string, Row] => {
        const serve = startTls === 'smtp' ? serveSmtp : serveStartTls(startTls);
        return [
          startTls,
          { scheme: 'tls', host: startTls, check: { type: 'tls', startTls }, error: 'startTls', serve },
        ];
      }),
    ),
    'tls-pinned': {
      scheme: 'tls',
      host: 'pinned',
      check: { type: 'tls', certificateSha256: pinned },
      error: 'certificatePin',
      serve: serveTls('untrusted', 'good'),
    },
    expired: site('expired', null, 'certificateExpired', serveSite('good', 'expired')),
    'wrong-name': site('wrong-name', null, 'certificateName', serveSite('good', 'wrongName')),
    pinned: site('pinned', { certificateSha256: pinned }, 'certificatePin', serveSite('untrusted', 'good')),
    ipv6: { scheme: 'http', host: 'ipv6', path: '/', check: { ipVersion: 6 }, error: 'status', serve: serveIpv6 },
    ws: {
      scheme: 'ws',
      host: 'ws',
      path: '/',
      check: { type: 'ws', send: 'say hello to me', expect: 'hello' },
      error: 'status',
      serve: serveWebSocket(null),
    },
    wss: {
      scheme: 'wss',
      host: 'wss',
      path: '/',
      check: { type: 'ws', certificateSha256: pinned },
      error: 'status',
      serve: serveWebSocket('untrusted'),
    },
    dns: {
      scheme: 'dns',
      host: '',
      check: { type: 'dns', recordType: 'A', expected: [DNS_ADDRESS], match: 'all', resolver: `127.0.0.1:${port}` },
      error: 'noRecord',
      serve: null,
    },
    icmp: { scheme: 'icmp', host: 'ping', check: { type: 'icmp', maxLost: 2 }, error: 'timeout', serve: null },
  };
  const started = await Promise.all(
    Object.entries(rows).map(async ([name, { serve, ...row }]) => {
      const server = serve && (await serve(() => isUp(name), identities));
      return { server, target: { name, url: urlOf(row, server?.port ?? null), check: row.check, error: row.error } };
    }),
  );
  return {
    // A machine without IPv6 cannot have that target.
    targets: started.flatMap(({ target, server }) => (server === null && target.name === 'ipv6' ? [] : [target])),
    close: async () => {
      await Promise.all([dns.close(), remove(), ...started.map(({ server }) => server?.close())]);
    },
  };
}

function site(host: string, check: CheckOptions | null, error: CheckError, serve: Serve): Row {
  return { scheme: 'https', host, path: '/', check, error, serve };
}

function urlOf({ scheme, host, path = '' }: Omit<Row, 'serve'>, port: number | null): string {
  const name = host === '' ? DEMO_DOMAIN : `${host}.${DEMO_DOMAIN}`;
  return `${scheme}://${name}${port === null ? '' : `:${port}`}${path}`;
}
