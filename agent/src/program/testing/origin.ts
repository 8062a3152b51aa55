import { createHash } from 'node:crypto';
import type { AgentRelease } from '@farwatch/core/values/release';
import { httpServer } from '../../probe/testing/servers.ts';

/** The release of a bundle of that text, long since everybody's turn. */
export function releaseOf(version: string, bundle: string): AgentRelease {
  return { version, sha256: createHash('sha256').update(bundle).digest('hex'), releasedAt: 0 };
}

/** How the server answers when a bundle is fetched. */
export type Served = { status?: number; type?: string; body: string };

/** A server of Farwatch that has a bundle of the agent; `fetches` counts its downloads. */
export async function startOrigin(served: Served) {
  const server = { served, fetches: 0, onFetch: () => {} };
  const port = await httpServer((request, response) => {
    if (request.url !== '/agent/farwatch-agent.mjs') return void response.writeHead(404).end();
    server.fetches += 1;
    server.onFetch();
    const { status = 200, type = 'text/javascript', body } = server.served;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  return Object.assign(server, { origin: `http://127.0.0.1:${port}` });
}
