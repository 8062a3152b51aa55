import { createServer, type RequestListener, type Server } from 'node:http';

export interface LocalServer {
  port: number;
  /** http://localhost:port */
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves on that port (0: any free one) of localhost, over IPv4 and, if available, IPv6, so that either address of
 * localhost works. Rejects if the port is taken.
 */
export async function listenLocally(handler: RequestListener, port: number): Promise<LocalServer> {
  const first = await listen(createServer(handler), port, '127.0.0.1');
  const actual = portOf(first);
  const second = await listen(createServer(handler), actual, '::1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return null;
    first.close();
    throw error;
  });
  const servers = second ? [first, second] : [first];
  return {
    port: actual,
    origin: `http://localhost:${actual}`,
    close: async () => {
      await Promise.all(servers.map(closed));
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Closes open requests, too. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
