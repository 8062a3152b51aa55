import { connect, createServer, type Server, type Socket } from 'node:net';
import { agentConfigSchema } from '@farwatch/core/contracts/api/agents';
import { sendJson } from '../../src/platform/http-body.ts';
import { type LocalServer, listenLocally } from '../../src/platform/local-server.ts';

/** A TCP connection's stand-in for a bad network between an agent and the functions. */
export interface Relay {
  host: string;
  /** Refuses new connections and drops open ones, as when the functions are down. */
  cut(): void;
  /**
   * Passes requests on and drops the connection instead of answering: the work is done, but the caller does not learn
   * of it.
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

/** The app's origin for an agent that reaches the functions through a relay: its configuration names the relay. */
export function startRelayedOrigin(origin: string, functionsHost: string): Promise<LocalServer> {
  return listenLocally(async (request, response) => {
    const config = agentConfigSchema.parse(await (await fetch(`${origin}${request.url}`)).json());
    const emulators = config.emulators && { ...config.emulators, functions: functionsHost };
    sendJson(response, 200, { ...config, emulators });
  }, 0);
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
