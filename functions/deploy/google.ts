import { createRequire } from 'node:module';
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
  firestore: 'firestoreOrigin',
  iam: 'iamOrigin',
  identitytoolkit: 'identityOrigin',
  run: 'runOrigin',
  secretmanager: 'secretManagerOrigin',
  serviceusage: 'serviceUsageOrigin',
} as const;
type Api = keyof typeof ADDRESSES;

/** APIs that count calls for the project itself, as in firebase-tools; the others for the one of firebase-tools. */
const ON_ITS_QUOTA: readonly Api[] = ['cloudbilling', 'identitytoolkit', 'serviceusage'];

/** An answer of one of Google's APIs, with any status. */
export interface ApiAnswer {
  status: number;
  body: unknown;
}

export interface Google {
  get(api: Api, path: string): Promise<ApiAnswer>;
  send(method: 'POST' | 'PATCH', api: Api, path: string, body: unknown): Promise<ApiAnswer>;
}

/** An error that an operator can do something about. Its message is what to print. */
export class DeployError extends Error {
  override readonly name = 'DeployError';
}

/**
 * Calls Google's APIs as firebase-tools does, with its login (or the application default credentials), its proxy
 * settings and its addresses, so that checks and deployment have the same rights. Throws a DeployError if no user is
 * signed in.
 */
export async function connectToGoogle(projectId: string, root: string): Promise<Google> {
  const { api, Client, getProjectDefaultAccount, requireAuth } = loadFirebaseTools();
  try {
    await requireAuth({ project: projectId, ...getProjectDefaultAccount(root) });
  } catch {
    throw new DeployError('You are not signed in. Run:\n  npx firebase login');
  }
  const request = async (method: string, name: Api, path: string, body?: unknown) => {
    const client = new Client({ urlPrefix: api[ADDRESSES[name]]?.() ?? '' });
    const headers = ON_ITS_QUOTA.includes(name) ? { 'x-goog-user-project': projectId } : {};
    const options = { method, path, headers, resolveOnHTTPError: true, ...(body !== undefined && { body }) };
    try {
      const { status, body: answer } = await client.request(options);
      return { status, body: answer };
    } catch (error) {
      // No network, or a login that has expired: firebase-tools reports which.
      throw new DeployError(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    get: (name, path) => request('GET', name, path),
    send: (method, name, path, body) => request(method, name, path, body),
  };
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
