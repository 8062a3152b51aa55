import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendJson } from './http-body.ts';

export interface LocalServer {
  port: number;
  /** http://localhost:port */
  origin: string;
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Serves on that port (0: any free one) of localhost, over IPv4 and, if available, IPv6, so that either address of
 * localhost works. Rejects if the port is taken. A request whose handler rejects is answered with its error.
 */
export async function listenLocally(handler: Handler, port: number): Promise<LocalServer> {
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await handler(request, response);
    } catch (error) {
      answerError(response, error);
    }
  };
  const first = await listen(createServer(listener), port, '127.0.0.1');
  const actual = portOf(first);
  const second = await listen(createServer(listener), actual, '::1').catch((error: NodeJS.ErrnoException) => {
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

function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else if (error instanceof z.ZodError) sendJson(response, 400, { error: z.prettifyError(error) });
  else sendJson(response, 500, { error: String(error) });
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
