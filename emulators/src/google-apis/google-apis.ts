import type { IncomingMessage } from 'node:http';
import { readText, sendJson } from '../platform/http-body.ts';
import { listenLocally } from '../platform/local-server.ts';
import { firestoreRoutes } from './apis/firestore.ts';
import { functionsRoutes, storeFunction } from './apis/functions.ts';
import { hostingRoutes } from './apis/hosting.ts';
import { identityRoutes } from './apis/identity.ts';
import { projectRoutes } from './apis/projects.ts';
import { rulesRoutes } from './apis/rules.ts';
import { secretRoutes } from './apis/secrets.ts';
import type { GoogleProject } from './google-project.ts';
import type { Json } from './json.ts';
import { type Answer, type ApiRequest, failure, isAnswer, notFound, type Route } from './routes.ts';

/** The variables from which firebase-tools takes each API's address, and the API's name here. */
const ADDRESSES: Record<string, string> = {
  ARTIFACT_REGISTRY_DOMAIN: 'artifactregistry',
  CLOUD_RUN_API_URL: 'run',
  CLOUD_RUN_URL: 'run',
  CLOUD_SECRET_MANAGER_URL: 'secretmanager',
  COMPUTE_URL: 'compute',
  EVENTARC_URL: 'eventarc',
  FIREBASE_API_URL: 'firebase',
  FIREBASE_AUTH_MANAGEMENT_URL: 'identitytoolkit',
  FIREBASE_CLOUDBILLING_URL: 'cloudbilling',
  FIREBASE_CLOUDBUILD_URL: 'cloudbuild',
  FIREBASE_CLOUDSCHEDULER_URL: 'cloudscheduler',
  FIREBASE_CLOUD_TAKS_URL: 'cloudtasks',
  FIREBASE_EXT_URL: 'firebaseextensions',
  FIREBASE_FUNCTIONS_URL: 'cloudfunctions',
  FIREBASE_FUNCTIONS_V2_URL: 'cloudfunctions',
  FIREBASE_HOSTING_API_URL: 'firebasehosting',
  FIREBASE_IAM_URL: 'iam',
  FIREBASE_IDENTITY_URL: 'identitytoolkit',
  FIREBASE_PUBSUB_URL: 'pubsub',
  FIREBASE_RESOURCEMANAGER_URL: 'cloudresourcemanager',
  FIREBASE_RULES_URL: 'firebaserules',
  FIREBASE_RUNTIMECONFIG_URL: 'runtimeconfig',
  FIREBASE_SERVICE_USAGE_URL: 'serviceusage',
  FIREBASE_STORAGE_URL: 'storage',
  FIREBASE_TOKEN_URL: 'accounts',
  FIRESTORE_URL: 'firestore',
};

const ROUTES: Record<string, readonly Route[]> = {
  ...projectRoutes,
  ...firestoreRoutes,
  ...rulesRoutes,
  ...functionsRoutes,
  ...secretRoutes,
  ...hostingRoutes,
  ...identityRoutes,
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
  /** Whether the API has done the work nevertheless, up to this state of the function. */
  leaves?: 'FAILED';
}

export interface GoogleApis {
  /** The variables that give firebase-tools each API's address. */
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
 * Starts a stand-in of Google's APIs as far as a deployment of Farwatch uses them, each under its own path of one
 * server. It stores what it receives, and does not run or build anything.
 */
export async function startGoogleApis(project: GoogleProject): Promise<GoogleApis> {
  const state = { requests: [] as ApiRequest[], unknown: [] as string[], faults: [] as Fault[], project };
  const server = await listenLocally(async (incoming, response) => {
    const request = await parse(incoming);
    state.requests.push(request);
    const { status, body } = takeFault(state, request) ?? answer(state, request, server.origin);
    if (status === 404 && isUnknown(request)) state.unknown.push(`${request.method} ${request.api}${request.path}`);
    sendJson(response, status, body);
  }, 0);
  const env = Object.fromEntries(Object.entries(ADDRESSES).map(([name, api]) => [name, `${server.origin}/${api}`]));
  return Object.assign(state, { env, close: () => server.close() });
}

async function parse(incoming: IncomingMessage): Promise<ApiRequest> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const [, api = '', path = '/'] = /^\/([^/]+)(\/.*)?$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const text = await readText(incoming);
  const isJson = incoming.headers['content-type']?.includes('json') && text !== '';
  const body = isJson ? (JSON.parse(text) as Json) : null;
  return { api, method: incoming.method ?? 'GET', path, query: url.searchParams, body };
}

function routeOf({ api, method, path }: ApiRequest): Route | undefined {
  return ROUTES[api]?.find((each) => each.method === method && each.pattern.test(path));
}

function isUnknown(request: ApiRequest): boolean {
  return routeOf(request) === undefined;
}

function answer({ project }: { project: GoogleProject }, request: ApiRequest, origin: string): Answer {
  const found = routeOf(request);
  if (!found) return notFound(`${request.method} ${request.api}${request.path}`);
  const named = /\/projects\/([^/:?]+)/.exec(request.path)?.[1];
  if (named && ![project.id, project.number, '-'].includes(named)) {
    return failure(403, 'PERMISSION_DENIED', `The caller does not have permission on project ${named}.`);
  }
  const groups = found.pattern.exec(request.path)?.slice(1) ?? [];
  const result = found.handle(project, request, ...groups);
  return replaceOrigin(isAnswer(result) ? result : { status: 200, body: result }, origin);
}

/** Answers name upload addresses of this server, whose port they do not know. */
function replaceOrigin({ status, body }: Answer, origin: string): Answer {
  return { status, body: JSON.parse(JSON.stringify(body).replaceAll('ORIGIN', origin)) as Json };
}

function takeFault(
  { faults, project }: { faults: Fault[]; project: GoogleProject },
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
  found.times -= 1;
  if (found.leaves) storeFunction(project, request, found.leaves);
  return found.answer;
}
