import { z } from 'zod';
import { compareFunctions, type DeployedFunction, existingFunctionsSchema } from './deployed-functions.ts';
import { type ApiAnswer, type Google, readAnswer } from './google.ts';
import { PUBLIC_REWRITES, whoseRules } from './own-site.ts';
import { withoutCondition } from './policies.ts';
import type { Basics, Deployed, ProjectSetup, ProjectState } from './project-state.ts';
import {
  ACT_AS_RIGHT,
  DATABASE,
  DEPLOYER_RIGHTS,
  FIX_RIGHTS,
  IMAGE_REPOSITORY,
  PUBSUB_ROLE,
  SECRET_ROLE,
  SERVICES,
} from './requirements.ts';
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
const permissionsSchema = z.object({ permissions: z.array(z.string()).default([]) });
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

async function readBasics({ google, projectId }: Target): Promise<Basics> {
  const services = SERVICES.map((name) => `names=projects/${projectId}/services/${name}`).join('&');
  const permissions = [...Object.values(DEPLOYER_RIGHTS), ...Object.values(FIX_RIGHTS)].flat();
  const [firebase, billing, enabled, granted] = await Promise.all([
    google.get('firebase', `/v1beta1/projects/${projectId}`),
    google.get('cloudbilling', `/v1/projects/${projectId}/billingInfo`),
    google.get('serviceusage', `/v1/projects/${projectId}/services:batchGet?${services}`),
    google.send('POST', 'cloudresourcemanager', `/v1/projects/${projectId}:testIamPermissions`, {
      permissions: [...new Set(permissions)],
    }),
  ]);
  // Google refuses the whole question if it does not know one of them: what is missing is then not known.
  const rights = granted.status < 400 ? permissionsSchema.parse(granted.body).permissions : permissions;
  const list = readAnswer(enabled, servicesSchema, 'The enabled APIs cannot be read')?.services ?? [];
  const isEnabled = (name: string) => list.some((each) => each.name.endsWith(`/${name}`) && each.state === 'ENABLED');
  const disabledServices = SERVICES.filter((name) => !isEnabled(name));
  return {
    hasFirebase: firebase.status !== 404,
    // The API may not be enabled yet; if there is none, enabling the APIs fails.
    hasBilling: billing.status === 403 || billingSchema.safeParse(billing.body).data?.billingEnabled === true,
    disabledServices,
    missingRights: [...new Set(permissions)].filter((each) => !rights.includes(each)),
  };
}

async function readSetup(target: Target, projectNumber: string): Promise<ProjectSetup> {
  const account = await readAccount(target, projectNumber);
  const [database, rules, signIn, app, site, secrets, images, existingFunctions, ownHost, forbidsAllUsers] =
    await Promise.all([
      readDatabase(target),
      readRules(target),
      readSignIn(target),
      readApp(target),
      readSite(target),
      readSecrets(target, account.email),
      readImages(target),
      readFunctions(target),
      readOwnHost(target),
      readMembersPolicy(target),
    ]);
  const { pubsub, ...own } = account;
  return {
    account: own,
    pubsub,
    ...database,
    rules,
    signIn,
    ...app,
    site,
    secrets,
    images,
    existingFunctions,
    ownHost,
    forbidsAllUsers,
  };
}

const policySchema = z.object({
  bindings: z
    .array(z.object({ role: z.string(), members: z.array(z.string()).default([]), condition: z.unknown().optional() }))
    .default([]),
});

type Account = ProjectSetup['account'] & Pick<ProjectSetup, 'pubsub'>;

async function readAccount({ google, projectId }: Target, projectNumber: string): Promise<Account> {
  const email = `${projectNumber}-compute@developer.gserviceaccount.com`;
  const pubsub = `service-${projectNumber}@gcp-sa-pubsub.iam.gserviceaccount.com`;
  const path = `/v1/projects/${projectId}/serviceAccounts/${email}`;
  const options = { options: { requestedPolicyVersion: 3 } };
  const onProject = await google.send(
    'POST',
    'cloudresourcemanager',
    `/v1/projects/${projectId}:getIamPolicy`,
    options,
  );
  const maySign = rolesOf(pubsub, onProject).includes(PUBSUB_ROLE);
  const common = { email, pubsub: { email: pubsub, maySign } };
  if ((await google.get('iam', path)).status === 404) {
    return { ...common, exists: false, mayBeUsed: true, onProject: [], onItself: [] };
  }
  const onItself = await google.send('POST', 'iam', `${path}:getIamPolicy?options.requestedPolicyVersion=3`, {});
  const answer = await google.send('POST', 'iam', `${path}:testIamPermissions`, { permissions: [ACT_AS_RIGHT] });
  const mayBeUsed = answer.status >= 400 || permissionsSchema.parse(answer.body).permissions.includes(ACT_AS_RIGHT);
  return {
    ...common,
    exists: true,
    mayBeUsed,
    onProject: rolesOf(email, onProject),
    onItself: rolesOf(email, onItself),
  };
}

/** The roles that a service account has by a policy, without conditions. */
function rolesOf(email: string, answer: ApiAnswer): string[] {
  return withoutCondition(readAnswer(answer, policySchema, 'The roles cannot be read')?.bindings ?? [])
    .filter(({ members }) => members.includes(`serviceAccount:${email}`))
    .map(({ role }) => role);
}

const databaseSchema = z.object({
  locationId: z.string(),
  type: z.string(),
  databaseEdition: z.string().default(DATABASE.edition),
  pointInTimeRecoveryEnablement: z.string().default(''),
  deleteProtectionState: z.string().default(''),
});
const schedulesSchema = z.object({ backupSchedules: z.array(z.unknown()).default([]) });

async function readDatabase({ google, projectId }: Target): Promise<Pick<ProjectSetup, 'database' | 'protection'>> {
  const path = `/v1/projects/${projectId}/databases/${DATABASE.id}`;
  const found = readAnswer(await google.get('firestore', path), databaseSchema, 'The database cannot be read');
  if (!found) return { database: null, protection: { backups: 0, hasHistory: false, isProtected: false } };
  // Without the right to see them, nobody can tell: then they are not missed.
  const schedules = schedulesSchema.safeParse((await google.get('firestore', `${path}/backupSchedules`)).body);
  return {
    database: { location: found.locationId, type: found.type, edition: found.databaseEdition },
    protection: {
      backups: schedules.data?.backupSchedules.length ?? 0,
      hasHistory: found.pointInTimeRecoveryEnablement === 'POINT_IN_TIME_RECOVERY_ENABLED',
      isProtected: found.deleteProtectionState === 'DELETE_PROTECTION_ENABLED',
    },
  };
}

const releaseSchema = z.object({ rulesetName: z.string() });
const rulesetSchema = z.object({ source: z.object({ files: z.array(z.object({ content: z.string() })) }) });

/** Whose rules are deployed: Farwatch's name a collection that no other app has. */
async function readRules({ google, projectId }: Target): Promise<Deployed> {
  const path = `/v1/projects/${projectId}/releases/cloud.firestore`;
  const release = readAnswer(await google.get('firebaserules', path), releaseSchema, 'The rules cannot be read');
  if (!release) return 'none';
  const answer = await google.get('firebaserules', `/v1/${release.rulesetName}`);
  const files = readAnswer(answer, rulesetSchema, 'The rules cannot be read')?.source.files ?? [];
  return whoseRules(files.map(({ content }) => content).join('\n'));
}

const channelSchema = z.object({ release: z.object({ version: z.object({ name: z.string() }) }).optional() });
const versionSchema = z.object({
  config: z
    .object({
      rewrites: z
        .array(
          z.object({ function: z.string().optional(), run: z.object({ serviceId: z.string().optional() }).optional() }),
        )
        .default([]),
    })
    .default({ rewrites: [] }),
});

/** Whose version visitors of the site get: Farwatch's leads to its functions. */
async function readSite({ google, projectId }: Target): Promise<Deployed> {
  const path = `/v1beta1/sites/${projectId}/channels/live`;
  const channel = readAnswer(await google.get('firebasehosting', path), channelSchema, 'The site cannot be read');
  if (!channel?.release) return 'none';
  const answer = await google.get('firebasehosting', `/v1beta1/${channel.release.version.name}`);
  const version = readAnswer(answer, versionSchema, 'The version of the site cannot be read');
  const targets = version?.config.rewrites.map((each) => each.function ?? each.run?.serviceId ?? '') ?? [];
  return PUBLIC_REWRITES.every((name) => targets.includes(name)) ? 'own' : 'foreign';
}

const constraintSchema = z.object({
  listPolicy: z.object({ allValues: z.string().optional(), allowedValues: z.array(z.string()).default([]) }).optional(),
});

/** Whether the organization permits only members of its own. Without the right to see this, a refusal will show it. */
async function readMembersPolicy({ google, projectId }: Target): Promise<boolean> {
  const path = `/v1/projects/${projectId}:getEffectiveOrgPolicy`;
  const constraint = 'constraints/iam.allowedPolicyMemberDomains';
  const answer = await google.send('POST', 'cloudresourcemanager', path, { constraint });
  const policy = answer.status < 400 ? constraintSchema.safeParse(answer.body).data?.listPolicy : undefined;
  return policy !== undefined && (policy.allValues === 'DENY' || policy.allowedValues.length > 0);
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

const versionStateSchema = z.object({ state: z.string().default('ENABLED') });

async function readSecrets(
  { google, projectId, functions }: Target,
  account: string,
): Promise<ProjectSetup['secrets']> {
  const names = [...new Set(functions.flatMap(({ secrets }) => secrets))];
  const found = await Promise.all(
    names.map(async (name) => {
      const path = `/v1/projects/${projectId}/secrets/${name}`;
      const version = await google.get('secretmanager', `${path}/versions/latest`);
      const state = readAnswer(version, versionStateSchema, 'The secrets cannot be read')?.state ?? null;
      const policy = state && (await google.get('secretmanager', `${path}:getIamPolicy`));
      return {
        name,
        state,
        isReadable: !policy || policy.status >= 400 || rolesOf(account, policy).includes(SECRET_ROLE),
      };
    }),
  );
  const having = (test: (each: (typeof found)[number]) => boolean) => found.filter(test).map(({ name }) => name);
  return {
    stored: having(({ state }) => state !== null),
    missing: having(({ state }) => state === null),
    disabled: having(({ state }) => state !== null && state !== 'ENABLED'),
    unreadable: having(({ isReadable }) => !isReadable),
  };
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
