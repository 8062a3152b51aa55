import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { WebSocketServer } from 'ws';
import type { Identities } from './identities.ts';
import { type Serve, serve } from './protocol-servers.ts';

/** It sends back what it receives, over TLS with that certificate, or none; it refuses connections while it is down. */
export const serveWebSocket =
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

function pemOf({ key, cert }: { key: string; cert: string }): { key: string; cert: string } {
  return { key, cert };
}
