import type { LookupAddress } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import type { Phase } from '@farwatch/core/checks/phases';
import type { Guard } from '../guard/guard.ts';
import { sharedContext } from './authorities.ts';
import { connectFirst } from './first-connection.ts';
import { PROBE } from './limits.ts';

/** The protocols offered over TLS. */
export type Protocols = readonly ('h2' | 'http/1.1')[];

/** HTTP/2 first, as browsers do; some servers speak nothing else. */
export const ALL_PROTOCOLS: Protocols = ['h2', 'http/1.1'];

/** A connection, with the end of its certificate over TLS (epoch ms); or why there is none. */
export type Opened = { socket: Socket; certificateEndsAtMs: number | null } | { error: Error };

/**
 * Opens a connection for a URL to an address that the guard admits, with TLS if the URL asks for it. `on` gets each
 * phase that begins. Returns what stops it; after that nothing is called.
 */
export function openConnection(
  url: URL,
  protocols: Protocols,
  guard: Guard,
  on: (phase: Phase) => void,
  done: (result: Opened) => void,
): () => void {
  const startedMs = performance.now();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  let stop: () => void = () => undefined;
  let stopped = false;

  const connect = (addresses: readonly LookupAddress[], sinceMs: number) => {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    on('connect');
    stop = connectFirst(addresses, port, PROBE.connectMs - (sinceMs - startedMs), (result) => {
      if ('error' in result) return done(result);
      if (url.protocol === 'http:') done({ socket: result.socket, certificateEndsAtMs: null });
      else stop = secure(result.socket, host, protocols, on, done);
    });
  };
  const family = isIP(host);
  if (family !== 0) connect([{ address: host, family }], startedMs);
  else {
    on('dns');
    guard.lookup(host, { all: true }, (error, addresses) => {
      if (stopped) return;
      const atMs = performance.now();
      if (error) done({ error });
      else connect(typeof addresses === 'string' ? [{ address: addresses, family: isIP(addresses) }] : addresses, atMs);
    });
  }
  return () => {
    stopped = true;
    stop();
  };
}

function secure(
  socket: Socket,
  host: string,
  protocols: Protocols,
  on: (phase: Phase) => void,
  done: (result: Opened) => void,
): () => void {
  on('tls');
  // Names in certificates and in SNI have no trailing dot, and addresses are not sent as names.
  const name = host.replace(/\.$/, '');
  const servername = isIP(name) === 0 ? { servername: name } : {};
  let certificateEndsAtMs: number | null = null;
  const secured = connectTls({
    socket,
    host: name,
    ...servername,
    ALPNProtocols: [...protocols],
    rejectUnauthorized: true,
    secureContext: sharedContext(),
    // Node has parsed the certificate for this; to read it again later would cost as much once more.
    checkServerIdentity: (identity, certificate) => {
      const endsAtMs = Date.parse(certificate.valid_to);
      certificateEndsAtMs = Number.isNaN(endsAtMs) ? null : endsAtMs;
      return checkServerIdentity(identity, certificate);
    },
  });
  const failed = (error: Error) => done({ error });
  secured.once('error', failed);
  secured.once('secureConnect', () => {
    secured.off('error', failed);
    done({ socket: secured, certificateEndsAtMs });
  });
  return () => {
    secured.destroy();
    socket.destroy();
  };
}
