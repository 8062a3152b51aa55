import { connect, createServer, type Server, type Socket } from 'node:net';
import { agentConfigSchema } from '@farwatch/core/contracts/api/agents';
import type { Addresses } from '../../src/addresses.ts';
import { sendJson } from '../../src/platform/http-body.ts';
import { type LocalServer, listenLocally } from '../../src/platform/local-server.ts';
import { projectId, region } from '../../src/project.ts';

/** A TCP proxy that simulates a bad network between an agent and the functions. */
export interface Relay {
  host: string;
  /** Refuses new connections and drops open ones, as when the functions are down. */
  cut(): void;
  /**
   * Forwards requests but drops the connection instead of the response: the work is done, but the caller does not know.
   */
  muteAnswers(): void;
  restore(): void;
  close(): Promise<void>;
}

type Mode = 'open' | 'cut' | 'mute';

/** Relays a free port to `target` (host:port). */
export async function startRelay(target: string): Promise<Relay> {
  const [host = '127.0.0.1', port = '0'] = target.split(':');
  const sockets = new Set<Socket>();
  let mode: Mode = 'open';
  const server = createServer((socket) => {
    if (mode === 'cut') return socket.destroy();
    const upstream = connect(Number(port), host);
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
      each.on('close', () => sockets.delete(each));
    }
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
    socket.pipe(upstream);
    upstream.on('data', (chunk) => (mode === 'mute' ? socket.destroy() : socket.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: `127.0.0.1:${portOf(server)}`,
    cut: () => {
      mode = 'cut';
      drop();
    },
    muteAnswers: () => {
      mode = 'mute';
    },
    restore: () => {
      mode = 'open';
    },
    close: () => {
      drop();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Serves an agent's configuration as the app's site does, with the relay as the functions' host. */
export function startRelayedOrigin(
  { authHost, firestoreHost }: Addresses,
  functionsHost: string,
): Promise<LocalServer> {
  const config = agentConfigSchema.parse({
    projectId,
    apiKey: 'demo-api-key',
    authDomain: `${projectId}.firebaseapp.com`,
    appId: '1:000000000000:web:farwatch',
    region,
    emulators: { auth: authHost, firestore: firestoreHost, functions: functionsHost },
  });
  return listenLocally((_request, response) => sendJson(response, 200, config), 0);
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
