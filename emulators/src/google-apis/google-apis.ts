import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { readText, sendJson } from '../platform/http-body.ts';
import { cacheDir } from '../platform/paths.ts';
import { selfSigned } from '../targets/certificate.ts';
import { firestoreRoutes } from './apis/firestore.ts';
import { functionsRoutes, storeFunction } from './apis/functions.ts';
import { hostingRoutes } from './apis/hosting.ts';
import { identityRoutes } from './apis/identity.ts';
import { monitoringRoutes } from './apis/monitoring.ts';
import { projectRoutes } from './apis/projects.ts';
import { rulesRoutes } from './apis/rules.ts';
import { secretRoutes } from './apis/secrets.ts';
import type { GoogleProject } from './google-project.ts';
import type { Json } from './json.ts';
import { type Answer, type ApiRequest, failure, isAnswer, notFound, type Route } from './routes.ts';

const DAY_MS = 24 * 3_600_000;
const DOMAIN = '.googleapis.com';

const ROUTES: Record<string, readonly Route[]> = {
  ...projectRoutes,
  ...firestoreRoutes,
  ...rulesRoutes,
  ...functionsRoutes,
  ...secretRoutes,
  ...hostingRoutes,
  ...identityRoutes,
  ...monitoringRoutes,
};

/** A failure that an API answers instead of doing the work, `times` times. */
export interface Fault {
  api: string;
  method: string;
  path: RegExp;
  /** Restricts the rule to requests whose body has this text. */
  body?: string;
  answer: Answer;
  times: number;
  /** Restricts it to each n-th of these requests. */
  every?: number;
  /** Whether the API has done the work nevertheless, up to this state of the function. */
  leaves?: 'FAILED';
}

export interface GoogleApis {
  /** The variables that make a program reach the stand-in at Google's own addresses. */
  env: Record<string, string>;
  /** All requests so far, `METHOD api/path`, and those that no route answered. */
  requests: ApiRequest[];
  unknown: string[];
  faults: Fault[];
  /** The project that all requests are about; a test may replace it. */
  project: GoogleProject;
  close(): Promise<void>;
}

/**
 * Starts a stand-in of Google's APIs as far as a deployment of Farwatch uses them. It is an HTTPS proxy with a certificate
 * authority of its own, so that programs call, print and compare Google's real addresses. It stores what it receives,
 * and does not run or build anything. Hosts outside googleapis.com cannot be reached.
 */
export async function startGoogleApis(project: GoogleProject): Promise<GoogleApis> {
  const state = { requests: [] as ApiRequest[], unknown: [] as string[], faults: [] as Fault[], project };
  const identity = selfSigned(Date.now() - DAY_MS, Date.now() + DAY_MS, `*${DOMAIN}`);
  const apis = createSecureServer(identity, async (incoming, response) => {
    const request = await parse(incoming);
    state.requests.push(request);
    const { status, body } = takeFault(state, request) ?? answer(state, request);
    if (status === 404 && isUnknown(request)) state.unknown.push(`${request.method} ${request.api}${request.path}`);
    sendJson(response, status, body);
  });
  const sockets = new Set<Socket>();
  const proxy = createServer().on('connect', ({ url = '' }: IncomingMessage, socket: Socket) => {
    const isGoogle = url.endsWith(`${DOMAIN}:443`);
    socket.write(`HTTP/1.1 ${isGoogle ? '200 Connection established' : '502 Bad Gateway'}\r\n\r\n`);
    if (!isGoogle) return socket.end();
    sockets.add(socket.on('close', () => sockets.delete(socket)));
    return apis.emit('connection', socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  };
  const { port } = proxy.address() as AddressInfo;
  const authority = join(cacheDir, 'deploy', `authority-${port}.pem`);
  mkdirSync(join(cacheDir, 'deploy'), { recursive: true });
  writeFileSync(authority, identity.cert);
  const env = { HTTPS_PROXY: `http://127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: authority };
  return Object.assign(state, { env, close });
}

/** The API is the host without Google's domain. */
async function parse(incoming: IncomingMessage): Promise<ApiRequest> {
  const { host = '', 'content-type': type, 'x-goog-user-project': quotaProject = '' } = incoming.headers;
  const url = new URL(incoming.url ?? '/', `https://${host}`);
  const text = await readText(incoming);
  const body = type?.includes('json') && text !== '' ? (JSON.parse(text) as Json) : null;
  return {
    api: url.hostname.slice(0, -DOMAIN.length),
    method: incoming.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    body,
    quotaProject: String(quotaProject),
  };
}

function routeOf({ api, method, path }: ApiRequest): Route | undefined {
  return ROUTES[api]?.find((each) => each.method === method && each.pattern.test(path));
}

function isUnknown(request: ApiRequest): boolean {
  return routeOf(request) === undefined;
}

function answer({ project }: { project: GoogleProject }, request: ApiRequest): Answer {
  const found = routeOf(request);
  if (!found) return notFound(`${request.method} ${request.api}${request.path}`);
  const named = /\/projects\/([^/:?]+)/.exec(request.path)?.[1];
  if (named && ![project.id, project.number, '-'].includes(named)) {
    return failure(403, 'PERMISSION_DENIED', `The caller does not have permission on project ${named}.`);
  }
  const groups = found.pattern.exec(request.path)?.slice(1) ?? [];
  const result = found.handle(project, request, ...groups);
  return isAnswer(result) ? result : { status: 200, body: result };
}

function takeFault(
  { faults, project, requests }: Pick<GoogleApis, 'faults' | 'project' | 'requests'>,
  request: ApiRequest,
): Answer | null {
  const found = faults.find(
    ({ api, method, path, body, times }) =>
      times > 0 &&
      api === request.api &&
      method === request.method &&
      path.test(request.path) &&
      (body === undefined || JSON.stringify(request.body).includes(body)),
  );
  if (!found) return null;
  const { every = 1 } = found;
  const isLike = (each: ApiRequest) => each.method === request.method && each.api === request.api;
  if (requests.filter((each) => isLike(each) && found.path.test(each.path)).length % every !== 0) return null;
  found.times -= 1;
  if (found.leaves) storeFunction(project, request, found.leaves);
  return found.answer;
}
