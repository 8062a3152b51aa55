import type { RequestListener } from 'node:http';
import { type LocalServer, listenLocally } from '../src/platform/local-server.ts';

/** Websites that can be switched, and that record when each failure was first seen. */
export interface BenchSites {
  urlOf(path: string): string;
  /** Makes them fail; returns the time, epoch ms. */
  down(paths: readonly string[]): number;
  up(paths: readonly string[]): void;
  /** The first visit since the path fails, epoch ms; null before it. */
  foundAt(path: string): number | null;
  /** The number of visits from that address. */
  visitsFrom(address: string): number;
  /** Cuts connections from these local addresses. */
  block(addresses: readonly string[]): void;
  close: LocalServer['close'];
}

/** Serves at that port, 0 for any; `/ok` and `/slow` never fail: agents use them as reference sites. */
export async function startSites(port: number): Promise<BenchSites> {
  const failing = new Map<string, number | null>();
  let blocked: readonly string[] = [];
  const visits = new Map<string, number>();
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? '/';
    const isKnown = path === '/ok' || path === '/slow';
    const from = request.socket.remoteAddress ?? '';
    if (!isKnown) visits.set(from, (visits.get(from) ?? 0) + 1);
    if (!isKnown && blocked.includes(from)) return void request.socket.destroy();
    if (failing.get(path) === null) failing.set(path, Date.now());
    response.writeHead(failing.has(path) ? 503 : 200, { 'content-type': 'text/plain' });
    response.end(isKnown ? 'All is well' : 'A site');
  };
  const server = await listenLocally(answer, port);
  return {
    urlOf: (path) => `http://127.0.0.1:${server.port}${path}`,
    down: (paths) => {
      for (const path of paths) failing.set(path, null);
      return Date.now();
    },
    up: (paths) => {
      for (const path of paths) failing.delete(path);
    },
    foundAt: (path) => failing.get(path) ?? null,
    visitsFrom: (address) => visits.get(address) ?? 0,
    block: (addresses) => {
      blocked = addresses;
    },
    close: server.close,
  };
}
