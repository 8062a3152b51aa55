import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@farwatch/core/values/time';
import { z } from 'zod';
import { readText, sendJson } from './platform/http-body.ts';
import { type LocalServer, listenLocally } from './platform/local-server.ts';
import { answerCase, CASES, MISSING_ZONE } from './rdap/cases.ts';
import { type Registration, rdapDomain, registrationSchema } from './rdap/registration.ts';
import { selfSigned } from './targets/certificate.ts';

/** The zones of the stand-in, as IANA's list of RDAP services has them. */
const ZONES = ['test', 'xn--kpry57d'];
/** Those of a registry that answers HTTP/1.1 with 426, as Taiwan's does. */
const HTTP2_ZONES = ['tw'];

const caseSchema = z.object({ name: z.string(), case: z.string() });

interface State {
  /** The registrations of tests, by name. */
  registrations: Map<string, Registration>;
  /** The cases that names were switched to. */
  cases: Map<string, string>;
  requested: string[];
  /** The registry that speaks HTTP/2. */
  http2Origin: string;
}

/** `http2Host`: where the registry that speaks HTTP/2 listens, whose certificate clients have to trust. */
export type RdapServer = LocalServer & { http2Host: string; certificate: string };

/**
 * Stand-ins for IANA's list of RDAP services, at `/dns.json`, and for a registry, at `/domain/{name}`. The first label
 * of a name determines how the registry answers (`rdap/cases.ts`). `POST /registration` (name and what differs from a common
 * registration) registers a name, `POST /case` (name, case) has it
 * answered as in that case, `GET /requested` lists the requested names, and `/` explains the cases.
 */
export async function startRdap(port: number): Promise<RdapServer> {
  const state: State = { registrations: new Map(), cases: new Map(), requested: [], http2Origin: '' };
  const server = await listenLocally((request, response) => handle(state, request, response), port);
  const http2 = await startHttp2Registry(state);
  state.http2Origin = `https://${http2.host}`;
  return {
    ...server,
    http2Host: http2.host,
    certificate: http2.certificate,
    close: async () => {
      await Promise.all([server.close(), http2.close()]);
    },
  };
}

async function startHttp2Registry(state: State) {
  const nowMs = Date.now();
  const { key, cert } = selfSigned(nowMs - DAY_MS, nowMs + 365 * DAY_MS);
  const server = createSecureServer({ key, cert, allowHTTP1: true }, (request, response) =>
    answerOverHttp2(state, request, response),
  );
  const sockets = new Set<{ destroy(): void }>();
  server.on('secureConnection', (socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { host: `127.0.0.1:${port}`, certificate: cert, close };
}

function answerOverHttp2(state: State, { httpVersion, url }: Http2ServerRequest, response: Http2ServerResponse): void {
  const name = /^\/domain\/([^/]+)$/.exec(url)?.[1]?.toLowerCase() ?? '';
  const registered = state.registrations.get(name);
  if (httpVersion !== '2.0') return void response.writeHead(426, { upgrade: 'h2' }).end();
  state.requested.push(name);
  if (!registered) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/rdap+json' });
  response.end(JSON.stringify(rdapDomain(registered)));
}

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request);
  const { pathname, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const call = `${request.method} ${pathname}`;
  const name = /^GET (?:\/moved)?\/domain\/([^/]+)$/.exec(call)?.[1]?.toLowerCase();
  if (name !== undefined) return answerName(state, name, pathname.startsWith('/moved'), response);
  if (call === 'GET /dns.json') return sendJson(response, 200, bootstrap(origin, state.http2Origin));
  if (call === 'GET /requested') return sendJson(response, 200, state.requested);
  if (call === 'POST /registration') {
    const registration = registrationSchema.parse(JSON.parse(body));
    state.registrations.set(registration.name, registration);
    state.cases.delete(registration.name);
    return sendJson(response, 200, registration);
  }
  if (call === 'POST /case') {
    const switched = caseSchema.parse(JSON.parse(body));
    state.cases.set(switched.name, switched.case);
    return sendJson(response, 200, switched);
  }
  if (call !== 'GET /') return sendJson(response, 404, { error: 'no such page' });
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(explanation());
}

function answerName(state: State, name: string, isMoved: boolean, response: ServerResponse): void {
  state.requested.push(name);
  const label = state.cases.get(name);
  const registered = state.registrations.get(name);
  if (registered && label === undefined) sendRdap(response, rdapDomain(registered));
  else
    answerCase({ name, label: label ?? name.split('.')[0] ?? '' }, isMoved, response, (registration) =>
      sendRdap(response, rdapDomain(registration)),
    );
}

function sendRdap(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/rdap+json' }).end(JSON.stringify(body));
}

function bootstrap(origin: string, http2Origin: string) {
  return {
    version: '1.0',
    publication: new Date().toISOString(),
    description: 'RDAP bootstrap file for Domain Name System registrations',
    services: [
      [['example'], ['https://rdap.farwatch.test/']],
      [ZONES, [`${origin}/`]],
      [HTTP2_ZONES, [`${http2Origin}/`]],
    ],
  };
}

function explanation(): string {
  const cases = Object.entries(CASES).map(([label, { about }]) => `domain://${label}.test   ${about}`);
  return [...cases, `domain://any.${MISSING_ZONE}   the top-level domain has no RDAP service`, ''].join('\n');
}
