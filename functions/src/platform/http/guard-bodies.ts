import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { HEARTBEAT, LIMITS } from '@farwatch/core/values/limits';
import { type BodyLimit, readBody } from './read-body.ts';

const SMALL: BodyLimit = { bytes: 16 * 1024, values: 1000 };

/**
 * The limits of functions that anyone can call; those of the API and of payments are in body-limit.ts. Google calls the
 * other functions, with an identity that is checked before a request arrives.
 */
export const BODY_LIMITS = {
  /** JSON and forms are text like any other. */
  ping: { bytes: HEARTBEAT.bodyBytes, values: null },
  /** Of its forms, a report with every character escaped fits. */
  statusSite: { bytes: 16 * 1024, values: null },
  registerAgent: SMALL,
  agentToken: SMALL,
  reportTrial: { bytes: LIMITS.bodyBytes.long, values: 5000 },
  checkIn: { bytes: LIMITS.reportBytes, values: LIMITS.reportValues },
} as const satisfies Record<string, BodyLimit>;

/** Limits the bodies of requests to the function that this process serves; `target` is its name. */
export function guardFunction(target: string | undefined): void {
  if (target === 'api' || target === 'payments') {
    guardBodies(async (request) => (await import('./body-limit.ts')).bodyLimitOf(request));
    return;
  }
  const limit = Object.entries(BODY_LIMITS).find(([name]) => name === target)?.[1];
  if (limit) guardBodies(() => limit);
}

/**
 * Reads the bodies of all requests to this process within their limits, before the functions runtime would: it inflates
 * and parses up to 1 GiB before it calls a function. Works for any server that the process starts later.
 */
function guardBodies(limitOf: (request: IncomingMessage) => BodyLimit | Promise<BodyLimit>): void {
  const guarded = new WeakSet<Server>();
  // Published for each request before the server's listeners are called, so the first one is guarded, too.
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    // Node's types do not say that these listeners are of requests.
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', async (request, response) => {
      if (!(await readBody(request, await limitOf(request)))) return;
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}
