import { createHash } from 'node:crypto';
import type { AgentRelease } from '@farwatch/core/values/release';
import { addressesFromEnv } from '../../src/addresses.ts';
import { listenAnywhere, passOn } from './pass-on.ts';

/** The running product at an origin of its own for agents, where another version of the agent can be deployed. */
export interface Deployments {
  origin: string;
  /** From now on this is the newest agent, for everybody at once. */
  deploy(version: string, bundle: string): void;
  /** How often the bundle that is deployed was fetched. */
  fetches(): number;
  close(): void;
}

const BUNDLE = '/agent/farwatch-agent.mjs';

/** Passes all requests on to the product's Hosting and functions; answers to check-ins name what is deployed here. */
export async function startDeployments(): Promise<Deployments> {
  const { origin, functions } = addressesFromEnv();
  const callables = new URL(functions);
  let newest: AgentRelease | null = null;
  let deployed = '';
  let fetches = 0;
  const edits: Record<string, (body: string) => string> = {
    '/agent/config.json': (body) => {
      const config = JSON.parse(body) as { emulators: object };
      return JSON.stringify({ ...config, emulators: { ...config.emulators, functions: `127.0.0.1:${port}` } });
    },
    [`${callables.pathname}/checkIn`]: (body) => {
      const answer = JSON.parse(body) as { result?: object };
      return answer.result && newest ? JSON.stringify({ result: { ...answer.result, newest } }) : body;
    },
  };
  const { server, port } = await listenAnywhere((asked, answer) => {
    const path = asked.url ?? '/';
    if (path === BUNDLE && newest) {
      fetches += 1;
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(deployed);
      return;
    }
    const target = path.startsWith(callables.pathname) ? callables : new URL(origin);
    passOn(asked, target, answer, () => edits[path] ?? null);
  });
  return {
    origin: `http://localhost:${port}`,
    deploy: (version, bundle) => {
      newest = { version, sha256: createHash('sha256').update(bundle).digest('hex'), releasedAt: 0 };
      deployed = bundle;
      fetches = 0;
    },
    fetches: () => fetches,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
