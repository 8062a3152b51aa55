import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** The functions of firebase-tools that give an API's address. */
const ADDRESSES = {
  artifactregistry: 'artifactRegistryDomain',
  cloudbilling: 'cloudbillingOrigin',
  cloudfunctions: 'functionsV2Origin',
  cloudresourcemanager: 'resourceManagerOrigin',
  cloudscheduler: 'cloudschedulerOrigin',
  cloudtasks: 'cloudTasksOrigin',
  firebase: 'firebaseApiOrigin',
  firebasehosting: 'hostingApiOrigin',
  firebaserules: 'rulesOrigin',
  firestore: 'firestoreOrigin',
  iam: 'iamOrigin',
  identitytoolkit: 'identityOrigin',
  monitoring: 'cloudMonitoringOrigin',
  run: 'runOrigin',
  secretmanager: 'secretManagerOrigin',
  serviceusage: 'serviceUsageOrigin',
} as const;
type Api = keyof typeof ADDRESSES | 'billingbudgets';

/** An API that firebase-tools does not use. */
const BUDGETS = 'https://billingbudgets.googleapis.com';

/** APIs that count calls for the project itself, as in firebase-tools; the others for the one of firebase-tools. */
const ON_ITS_QUOTA: readonly Api[] = [
  ...(['billingbudgets', 'cloudbilling', 'identitytoolkit', 'monitoring', 'serviceusage'] as const),
];

/** An answer of one of Google's APIs, with any status. */
export interface ApiAnswer {
  status: number;
  body: unknown;
}

export interface Google {
  /** The address of who is signed in, null for credentials that do not say. */
  account: string | null;
  get(api: Api, path: string): Promise<ApiAnswer>;
  send(method: 'POST' | 'PATCH', api: Api, path: string, body: unknown): Promise<ApiAnswer>;
}

/** An error that an operator can do something about. Its message is what to print. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
}

/** How often a call is repeated that Google refuses for a while, such as those of an API that was just enabled. */
const TRIES = 60;

/**
 * Calls Google's APIs as firebase-tools does, with its login (or the application default credentials), its proxy
 * settings and its addresses, so that checks and deployment have the same rights. Calls that Google refuses only for a
 * while are repeated after `waitMs`. Throws a DeployError that explains why if no user is signed in.
 */
export async function connectToGoogle(projectId: string, root: string, waitMs: number): Promise<Google> {
  const { api, Client, getProjectDefaultAccount, requireAuth } = loadFirebaseTools();
  const account = await requireAuth({ project: projectId, ...getProjectDefaultAccount(root) }).catch((error) => {
    throw new DeployError(
      `You are not signed in (${reasonOf(error)}). Run npx firebase login, or name the credentials of a service account in GOOGLE_APPLICATION_CREDENTIALS (docs/deployment.md, Who deploys).`,
    );
  });
  const request = async (method: string, name: Api, path: string, body?: unknown): Promise<ApiAnswer> => {
    const urlPrefix = name === 'billingbudgets' ? BUDGETS : (api[ADDRESSES[name]]?.() ?? '');
    const client = new Client({ urlPrefix });
    for (let attempt = 1; ; attempt += 1) {
      const headers = ON_ITS_QUOTA.includes(name) ? { 'x-goog-user-project': projectId } : {};
      const options = { method, path, headers, resolveOnHTTPError: true, ...(body !== undefined && { body }) };
      const answer = await client.request(options).catch((error: unknown) => {
        throw new DeployError(reasonOf(error));
      });
      if (answer.status === 401) {
        throw new DeployError(
          `Google does not accept your login any more (${messageOf(answer)}). Run npx firebase login --reauth.`,
        );
      }
      if (attempt === TRIES || !isRefusedForAWhile(name, answer)) return { status: answer.status, body: answer.body };
      await sleep(waitMs);
    }
  };
  return {
    account: typeof account === 'string' ? account : null,
    get: (name, path) => request('GET', name, path),
    send: (method, name, path, body) => request(method, name, path, body),
  };
}

/** APIs that are called before it is known which are enabled. */
const ASKED_FIRST: readonly Api[] = ['cloudbilling', 'cloudresourcemanager', 'firebase', 'serviceusage'];

/** Whether it may succeed later: limits, unavailable services, and an API that is enabled but not everywhere yet. */
function isRefusedForAWhile(name: Api, answer: ApiAnswer): boolean {
  if ([429, 500, 502, 503, 504].includes(answer.status)) return true;
  const isNew = answer.status === 403 && messageOf(answer).includes('If you enabled this API recently');
  return isNew && !ASKED_FIRST.includes(name);
}

const causeSchema = z.object({ original: z.object({ message: z.string() }) });

/** The message, with that of the error behind it: no network, or credentials that cannot be read. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = causeSchema.safeParse(error).data?.original.message;
  return cause ? `${message} ${cause}` : message;
}

interface FirebaseTools {
  api: Record<string, () => string>;
  Client: new (options: { urlPrefix: string }) => { request(options: object): Promise<ApiAnswer> };
  getProjectDefaultAccount(dir: string): object | undefined;
  requireAuth(options: object): Promise<unknown>;
}

/** Modules of firebase-tools, which has no types; the lockfile pins its version, and the deployment test uses them. */
function loadFirebaseTools(): FirebaseTools {
  const require = createRequire(import.meta.url);
  const modules = ['api', 'apiv2', 'auth', 'requireAuth'].map(
    (name) => require(`firebase-tools/lib/${name}`) as object,
  );
  const [api] = modules;
  return { api, ...Object.assign({}, ...modules.slice(1)) } as FirebaseTools;
}

const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/** The answer's body in that shape, null for 404; throws a DeployError with Google's message for other failures. */
export function readAnswer<T>({ status, body }: ApiAnswer, schema: z.ZodType<T>, what: string): T | null {
  if (status === 404) return null;
  if (status >= 400) throw new DeployError(`${what}: ${messageOf({ status, body })}`);
  return schema.parse(body);
}

export function messageOf({ status, body }: ApiAnswer): string {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? `${parsed.data.error.message} (${status})` : `status ${status}`;
}
