import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect, type TLSSocket } from 'node:tls';
import { sharedContext } from './authorities.ts';

/** A TLS connection with the chosen protocol and the end of its certificate (epoch ms), or why there is none. */
export type Secured =
  | { socket: TLSSocket; protocol: string | null; certificateEndsAtMs: number | null }
  | { error: Error };

/** Starts TLS on a connection. Returns what stops it; after that nothing is called. */
export function secure(
  socket: Socket,
  host: string,
  protocols: readonly string[],
  done: (result: Secured) => void,
): () => void {
  // Names in certificates and in SNI have no trailing dot, and addresses are not sent as names.
  const name = host.replace(/\.$/, '');
  const servername = isIP(name) === 0 ? { servername: name } : {};
  let certificateEndsAtMs: number | null = null;
  const secured = connect({
    socket,
    host: name,
    ...servername,
    ...(protocols.length > 0 ? { ALPNProtocols: [...protocols] } : {}),
    rejectUnauthorized: true,
    secureContext: sharedContext(),
    // Node has parsed the certificate for this; reading it again later would cost as much once more.
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
    done({ socket: secured, protocol: secured.alpnProtocol || null, certificateEndsAtMs });
  });
  return () => {
    secured.destroy();
    socket.destroy();
  };
}
