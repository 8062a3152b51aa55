import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AgentRelease } from '@farwatch/core/agents/release';
import { addressesFromEnv } from '../../src/addresses.ts';

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
      return JSON.stringify({ ...config, emulators: { ...config.emulators, functions: `127.0.0.1:${port()}` } });
    },
    [`${callables.pathname}/checkIn`]: (body) => {
      const answer = JSON.parse(body) as { result?: object };
      return answer.result && newest ? JSON.stringify({ result: { ...answer.result, newest } }) : body;
    },
  };
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (path === BUNDLE && newest) {
      fetches += 1;
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(deployed);
      return;
    }
    const target = path.startsWith(callables.pathname) ? callables : new URL(origin);
    passOn(asked, target, answer, edits[path] ?? null);
  });
  const port = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${port()}`,
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

function passOn(
  asked: IncomingMessage,
  { hostname, port }: URL,
  answer: ServerResponse,
  edit: ((body: string) => string) | null,
): void {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const upstream = request({ hostname, port, method: asked.method, path: asked.url, headers }, async (given) => {
    const { 'content-length': _length, ...kept } = given.headers;
    if (edit) answer.writeHead(given.statusCode ?? 500, kept).end(edit(await text(given)));
    else given.pipe(answer.writeHead(given.statusCode ?? 500, given.headers));
  });
  upstream.on('error', () => asked.socket.destroy());
  asked.pipe(upstream);
}
