import { z } from 'zod';
import { compareFunctions, type DeployedFunction, existingFunctionsSchema } from './deployed-functions.ts';
import { type Google, readAnswer } from './google.ts';
import { withoutCondition } from './policies.ts';
import type { ProjectSetup, ProjectState } from './project-state.ts';
import { DATABASE, IMAGE_REPOSITORY, SERVICES } from './requirements.ts';
import type { Settings } from './settings.ts';

export interface Target {
  google: Google;
  projectId: string;
  region: string;
  functions: readonly DeployedFunction[];
  /** Settings of the app and of the functions. */
  settings: Settings;
}

const projectSchema = z.object({ projectNumber: z.string() });
const billingSchema = z.object({ billingEnabled: z.boolean().default(false) });
const servicesSchema = z.object({ services: z.array(z.object({ name: z.string(), state: z.string().optional() })) });

/** Reads what a deployment needs to know of a project. Throws a DeployError if Google refuses. */
export async function readState(target: Target): Promise<ProjectState> {
  const { google, projectId, region } = target;
  const found = await google.get('cloudresourcemanager', `/v1/projects/${projectId}`);
  if (found.status === 403 || found.status === 404) return { projectId, region, basics: null, setup: null };
  const project = readAnswer(found, projectSchema, 'The project cannot be read');
  if (!project) return { projectId, region, basics: null, setup: null };
  const basics = await readBasics(target);
  const isReady = basics.hasFirebase && basics.hasBilling && basics.disabledServices.length === 0;
  const setup = isReady ? await readSetup(target, project.projectNumber) : null;
  return { projectId, region, basics, setup };
}

async function readBasics({ google, projectId }: Target) {
  const services = SERVICES.map((name) => `names=projects/${projectId}/services/${name}`).join('&');
  const [firebase, billing, enabled] = await Promise.all([
    google.get('firebase', `/v1beta1/projects/${projectId}`),
    google.get('cloudbilling', `/v1/projects/${projectId}/billingInfo`),
    google.get('serviceusage', `/v1/projects/${projectId}/services:batchGet?${services}`),
  ]);
  const list = readAnswer(enabled, servicesSchema, 'The enabled APIs cannot be read')?.services ?? [];
  const isEnabled = (name: string) => list.some((each) => each.name.endsWith(`/${name}`) && each.state === 'ENABLED');
  const disabledServices = SERVICES.filter((name) => !isEnabled(name));
  return {
    hasFirebase: firebase.status !== 404,
    // The API may not be enabled yet; if there is none, enabling the APIs fails.
    hasBilling: billing.status === 403 || billingSchema.safeParse(billing.body).data?.billingEnabled === true,
    disabledServices,
  };
}

async function readSetup(target: Target, projectNumber: string): Promise<ProjectSetup> {
  const [account, database, signIn, app, secrets, images, existingFunctions, ownHost] = await Promise.all([
    readAccount(target, projectNumber),
    readDatabase(target),
    readSignIn(target),
    readApp(target),
    readSecrets(target),
    readImages(target),
    readFunctions(target),
    readOwnHost(target),
  ]);
  return { account, database, signIn, ...app, secrets, images, existingFunctions, ownHost };
}

const policySchema = z.object({
  bindings: z
    .array(z.object({ role: z.string(), members: z.array(z.string()).default([]), condition: z.unknown().optional() }))
    .default([]),
});

async function readAccount({ google, projectId }: Target, projectNumber: string): Promise<ProjectSetup['account']> {
  const email = `${projectNumber}-compute@developer.gserviceaccount.com`;
  const path = `/v1/projects/${projectId}/serviceAccounts/${email}`;
  if ((await google.get('iam', path)).status === 404) return { email, exists: false, onProject: [], onItself: [] };
  const options = { options: { requestedPolicyVersion: 3 } };
  const [onProject, onItself] = await Promise.all([
    google.send('POST', 'cloudresourcemanager', `/v1/projects/${projectId}:getIamPolicy`, options),
    google.send('POST', 'iam', `${path}:getIamPolicy?options.requestedPolicyVersion=3`, {}),
  ]);
  const roles = (answer: typeof onProject) =>
    withoutCondition(readAnswer(answer, policySchema, 'The roles cannot be read')?.bindings ?? [])
      .filter(({ members }) => members.includes(`serviceAccount:${email}`))
      .map(({ role }) => role);
  return { email, exists: true, onProject: roles(onProject), onItself: roles(onItself) };
}

const databaseSchema = z.object({
  locationId: z.string(),
  type: z.string(),
  databaseEdition: z.string().default(DATABASE.edition),
});

async function readDatabase({ google, projectId }: Target): Promise<ProjectSetup['database']> {
  const answer = await google.get('firestore', `/v1/projects/${projectId}/databases/${DATABASE.id}`);
  const found = readAnswer(answer, databaseSchema, 'The database cannot be read');
  return found && { location: found.locationId, type: found.type, edition: found.databaseEdition };
}

const signInSchema = z.object({
  signIn: z.object({ email: z.object({ enabled: z.boolean().default(false) }).optional() }).optional(),
  authorizedDomains: z.array(z.string()).default([]),
});
const providerSchema = z.object({ enabled: z.boolean().default(false) });

async function readSignIn({ google, projectId }: Target): Promise<ProjectSetup['signIn']> {
  const path = `/admin/v2/projects/${projectId}`;
  const config = readAnswer(
    await google.get('identitytoolkit', `${path}/config`),
    signInSchema,
    'Sign-in cannot be read',
  );
  if (!config) return null;
  const provider = await google.get('identitytoolkit', `${path}/defaultSupportedIdpConfigs/google.com`);
  return {
    byEmail: config.signIn?.email?.enabled ?? false,
    byGoogle: readAnswer(provider, providerSchema, 'Google sign-in cannot be read')?.enabled ?? false,
    domains: config.authorizedDomains,
  };
}

const sitesSchema = z.object({ sites: z.array(z.unknown()).default([]) });
const appsSchema = z.object({ apps: z.array(z.unknown()).default([]) });

async function readApp({ google, projectId }: Target): Promise<{ webApps: number; hasSite: boolean }> {
  const [apps, sites] = await Promise.all([
    google.get('firebase', `/v1beta1/projects/${projectId}/webApps`),
    google.get('firebasehosting', `/v1beta1/projects/${projectId}/sites`),
  ]);
  return {
    webApps: readAnswer(apps, appsSchema, 'The web apps cannot be read')?.apps.length ?? 0,
    hasSite: (readAnswer(sites, sitesSchema, 'The Hosting sites cannot be read')?.sites.length ?? 0) > 0,
  };
}

const anySchema = z.unknown();

async function readSecrets({ google, projectId, functions }: Target): Promise<ProjectSetup['secrets']> {
  const names = [...new Set(functions.flatMap(({ secrets }) => secrets))];
  const versions = await Promise.all(
    names.map((name) => google.get('secretmanager', `/v1/projects/${projectId}/secrets/${name}/versions/latest`)),
  );
  const missing = names.filter((_, index) => {
    const version = versions[index];
    return version && readAnswer(version, anySchema, 'The secrets cannot be read') === null;
  });
  return { stored: names.filter((name) => !missing.includes(name)), missing };
}

const repositorySchema = z.object({
  cleanupPolicies: z.record(z.string(), z.unknown()).default({}),
  labels: z.record(z.string(), z.string()).default({}),
});

async function readImages({ google, projectId, region }: Target): Promise<ProjectSetup['images']> {
  const path = `/v1/projects/${projectId}/locations/${region}/repositories/${IMAGE_REPOSITORY}`;
  const answer = await google.get('artifactregistry', path);
  const repository = readAnswer(answer, repositorySchema, 'The repository of images cannot be read');
  if (!repository) return 'none';
  const isDecided = 'firebase-functions-cleanup-opted-out' in repository.labels;
  return isDecided || Object.keys(repository.cleanupPolicies).length > 0 ? 'deleted' : 'kept';
}

async function readFunctions(target: Target): Promise<ProjectSetup['existingFunctions']> {
  const { google, projectId, region, functions } = target;
  const answer = await google.get('cloudfunctions', `/v2/projects/${projectId}/locations/-/functions?pageSize=500`);
  const existing = readAnswer(answer, existingFunctionsSchema, 'The functions cannot be read')?.functions ?? [];
  return compareFunctions(existing, functions, region);
}

async function readOwnHost({ google, projectId, settings }: Target): Promise<ProjectSetup['ownHost']> {
  const { ownHost: host, allowedOrigins } = settings;
  if (!host) return null;
  const path = `/v1beta1/projects/${projectId}/sites/${projectId}/customDomains/${host}`;
  const { status } = await google.get('firebasehosting', path);
  return { host, isConnected: status < 400, isAllowed: allowedOrigins.includes(`https://${host}`) };
}
