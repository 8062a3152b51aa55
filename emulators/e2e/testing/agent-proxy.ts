import { createHash } from 'node:crypto';
import type { AgentRelease } from '@farwatch/core/values/release';
import { addressesFromEnv } from '../../src/addresses.ts';
import { listenLocally } from '../../src/platform/local-server.ts';
import { forward } from './forward.ts';

/** The running product at an origin of its own for agents, which can deploy another version of the agent. */
export interface AgentProxy {
  origin: string;
  /** Makes this the newest version for every agent. */
  deploy(version: string, bundle: string): void;
  /** How often the deployed bundle was downloaded. */
  downloads(): number;
  close(): Promise<void>;
}

const BUNDLE = '/agent/farwatch-agent.mjs';

/** Forwards all requests to the product's Hosting and functions; check-ins return the version deployed here. */
export async function startAgentProxy(): Promise<AgentProxy> {
  const { origin, functions } = addressesFromEnv();
  const callables = new URL(functions);
  let newest: AgentRelease | null = null;
  let bundle = '';
  let downloads = 0;
  const edits: Record<string, (body: string) => string> = {
    '/agent/config.json': (body) => {
      const config = JSON.parse(body) as { emulators: object };
      return JSON.stringify({ ...config, emulators: { ...config.emulators, functions: `127.0.0.1:${server.port}` } });
    },
    [`${callables.pathname}/checkIn`]: (body) => {
      const answer = JSON.parse(body) as { result?: object };
      return answer.result && newest ? JSON.stringify({ result: { ...answer.result, newest } }) : body;
    },
  };
  const server = await listenLocally((request, response) => {
    const path = request.url ?? '/';
    if (path === BUNDLE && newest) {
      downloads += 1;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle);
      return;
    }
    const target = path.startsWith(callables.pathname) ? callables : new URL(origin);
    forward(request, target, response, () => edits[path] ?? null);
  }, 0);
  return {
    origin: server.origin,
    deploy: (version, nextBundle) => {
      newest = { version, sha256: createHash('sha256').update(nextBundle).digest('hex'), releasedAt: 0 };
      bundle = nextBundle;
      downloads = 0;
    },
    downloads: () => downloads,
    close: server.close,
  };
}
