import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { findMissing } from './find-missing.ts';
import { type ApiAnswer, DeployError, messageOf, readAnswer } from './google.ts';
import type { Fix, Missing } from './missing.ts';
import { grantRoles, policySchema } from './policies.ts';
import type { ProjectSetup, ProjectState } from './project-state.ts';
import { readState, type Target } from './read-state.ts';
import { BACKUPS, DATABASE } from './requirements.ts';
import { appIdIn, type WebApp } from './settings.ts';

/** How often additions are looked for, since Google takes minutes for some. */
const ROUNDS = 40;

/** What the operator requests of a deployment. */
export interface Choices {
  /** Whether to add what is missing where that is simple and safe. */
  shouldFix: boolean;
  /** Whether another app may be replaced. */
  canTakeOver: boolean;
  /** Whether the database gets backups, which are billed. */
  wantsBackups: boolean;
}

export interface PrepareOptions extends Choices {
  /** Between two looks at what was added. */
  waitMs: number;
  log(line: string): void;
}

/**
 * Checks the project, and adds what is missing if that is requested. Returns what it found at last. Throws a DeployError
 * that lists what is left.
 */
export async function prepareProject(target: Target, options: PrepareOptions): Promise<ProjectSetup> {
  const { shouldFix, waitMs, log } = options;
  const fixed = new Map<string, Fix>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const state = await readState(target);
    const missing = findMissing(state, { ...options, added: [...fixed.values()] });
    const needed = missing.filter(({ isAdvice }) => !isAdvice);
    const byHand = needed.filter(({ fix }) => !fix);
    const isBlocked = !shouldFix || (state.setup === null && byHand.length > 0);
    // Sign-in is set up for an app, which a later round sees.
    const isEarly = (fix: Fix) => fix.kind === 'set up sign-in' && state.setup?.webApps === 0;
    const open = needed.flatMap(({ fix }) => (fix && !fixed.has(keyOf(fix)) && !isEarly(fix) ? [fix] : []));
    const toFix = isBlocked ? [] : open;
    if (toFix.length === 0 && (isBlocked || needed.length === byHand.length)) {
      if (needed.length > 0 || !state.setup) throw new DeployError(listOf(state, missing));
      for (const { what, how } of missing) log(`  Note: ${what}:\n${indented(how)}`);
      return state.setup;
    }
    for (const fix of toFix) {
      log(`  ${describe(fix)} …`);
      await applyFix(target, fix);
      fixed.set(keyOf(fix), fix);
    }
    await sleep(waitMs);
  }
  throw new DeployError(`Google has not finished what was added to ${target.projectId}. Run this command again later.`);
}

/** Everything that is missing, each with its commands. */
function listOf({ projectId, basics, setup }: ProjectState, missing: readonly Missing[]): string {
  const entries = missing.map(({ what, how, fix, isAdvice }) => {
    const mark = fix ? '+' : isAdvice ? ' ' : '-';
    return `${mark} ${what}:\n${indented(how)}`;
  });
  const canFix = missing.some(({ fix }) => fix);
  const offer = `Or let the command add what is marked +:\n    npm run deploy -- --project ${projectId} --fix`;
  const more = basics && !setup ? 'What else it needs is checked after that. ' : '';
  return [
    `${projectId} is not ready for a deployment:`,
    ...entries,
    `Run these commands, then this one again. ${more}${canFix ? offer : ''}`.trim(),
  ].join('\n\n');
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `    ${line}`).join('\n');
}

function keyOf(fix: Fix): string {
  if (fix.kind === 'store secret') return `${fix.kind} ${fix.name}`;
  return fix.kind === 'grant' ? `${fix.kind} ${fix.on} ${fix.account}` : fix.kind;
}

function describe(fix: Fix): string {
  switch (fix.kind) {
    case 'enable services':
      return `Enabling ${fix.services.length} APIs`;
    case 'create database':
      return `Creating the Firestore database in ${fix.location}`;
    case 'create web app':
      return 'Adding a web app';
    case 'create site':
      return 'Adding a Hosting site';
    case 'store secret':
      return `Storing ${fix.value} as the secret ${fix.name}`;
    case 'set up sign-in':
      return 'Setting up sign-in with email and Google';
    case 'protect database':
      return 'Setting up backups, point-in-time recovery and the protection against deletion';
    case 'grant':
      return `Granting ${fix.account} on ${fix.on === 'itself' ? fix.on : `the ${fix.on}`}: ${fix.roles.join(', ')}`;
    case 'authorize domain':
      return `Authorizing sign-in on ${fix.domains.at(-1)}`;
  }
}

const appsSchema = z.object({
  apps: z.array(z.object({ appId: z.string(), displayName: z.string().default('') })).default([]),
});
const configSchema = z.object({ projectId: z.string(), apiKey: z.string(), authDomain: z.string(), appId: z.string() });

/**
 * The configuration of the project's web app: the one in the settings, otherwise the one named Farwatch, otherwise the
 * only one. Throws a DeployError if several remain.
 */
export async function readWebApp({ google, projectId }: Target, root: string): Promise<WebApp> {
  const path = `/v1beta1/projects/${projectId}/webApps`;
  const apps = readAnswer(await google.get('firebase', path), appsSchema, 'The web apps cannot be read')?.apps ?? [];
  const inSettings = apps.find(({ appId }) => appId === appIdIn(root, projectId));
  const named = apps.find(({ displayName }) => displayName === 'Farwatch');
  const app = inSettings ?? named ?? (apps.length === 1 ? apps[0] : undefined);
  if (!app) {
    const ids = apps.map(({ appId, displayName }) => `    ${appId} ${displayName}`).join('\n');
    throw new DeployError(
      `The project has several web apps. Put the one to use into web/.env.production, as VITE_FIREBASE_PROJECT_ID=${projectId} and VITE_FIREBASE_APP_ID:\n${ids}`,
    );
  }
  const config = readAnswer(await google.get('firebase', `${path}/${app.appId}/config`), configSchema, 'The web app');
  if (!config) throw new DeployError(`The web app ${app.appId} has no configuration`);
  return config;
}

/** How many services Google enables with one request. */
const AT_ONCE = 20;

/** Adds what is missing. Google may finish later. Throws a DeployError with Google's message if it refuses. */
async function applyFix(target: Target, fix: Fix): Promise<void> {
  const { google, projectId } = target;
  const project = `projects/${projectId}`;
  switch (fix.kind) {
    case 'enable services':
      for (let first = 0; first < fix.services.length; first += AT_ONCE) {
        const serviceIds = fix.services.slice(first, first + AT_ONCE);
        accept(await google.send('POST', 'serviceusage', `/v1/${project}/services:batchEnable`, { serviceIds }), fix);
      }
      return;
    case 'create database': {
      const body = { locationId: fix.location, type: DATABASE.type, databaseEdition: DATABASE.edition };
      accept(await google.send('POST', 'firestore', `/v1/${project}/databases?databaseId=${DATABASE.id}`, body), fix);
      return;
    }
    case 'create web app':
      accept(await google.send('POST', 'firebase', `/v1beta1/${project}/webApps`, { displayName: 'Farwatch' }), fix);
      return;
    case 'create site':
      accept(await google.send('POST', 'firebasehosting', `/v1beta1/${project}/sites?siteId=${projectId}`, {}), fix);
      return;
    case 'store secret':
      return storeSecret(target, fix);
    case 'grant':
      return grant(target, fix);
    case 'set up sign-in':
      return setUpSignIn(target, fix);
    case 'protect database':
      return protectDatabase(target, fix);
    case 'authorize domain': {
      const path = `/admin/v2/${project}/config?updateMask=authorizedDomains`;
      accept(await google.send('PATCH', 'identitytoolkit', path, { authorizedDomains: fix.domains }), fix);
    }
  }
}

async function storeSecret({ google, projectId }: Target, fix: Extract<Fix, { kind: 'store secret' }>): Promise<void> {
  const path = `/v1/projects/${projectId}/secrets`;
  // The label lets firebase-tools manage it as one that it has created.
  const secret = { replication: { automatic: {} }, labels: { 'firebase-managed': 'functions' } };
  const created = await google.send('POST', 'secretmanager', `${path}?secretId=${fix.name}`, secret);
  if (created.status !== 409) accept(created, fix);
  const payload = { data: Buffer.from(fix.value).toString('base64') };
  accept(await google.send('POST', 'secretmanager', `${path}/${fix.name}:addVersion`, { payload }), fix);
}

/** How firebase-tools sets up sign-in (`firebase deploy --only auth`), with the operator as who helps its users. */
async function setUpSignIn(
  { google, projectId }: Target,
  fix: Extract<Fix, { kind: 'set up sign-in' }>,
): Promise<void> {
  const apps = readAnswer(
    await google.get('firebase', `/v1beta1/projects/${projectId}/webApps`),
    appsSchema,
    'The web apps cannot be read',
  );
  const appId = apps?.apps[0]?.appId;
  const page = `https://console.firebase.google.com/project/${projectId}/authentication/providers`;
  if (!appId || (fix.byGoogle && !google.account)) {
    throw new DeployError(`Sign-in with Google needs a person who is named to its users: set it up at ${page}.`);
  }
  const on = 'PROVIDER_ENABLED';
  const byGoogle = {
    googleSigninProviderMode: on,
    googleSigninProviderConfig: { publicDisplayName: 'Farwatch', customerSupportEmail: google.account },
  };
  const firebaseAuthInput = {
    ...(fix.byEmail && { emailAuthProviderMode: on }),
    ...(fix.byGoogle && byGoogle),
  };
  const body = { appNamespace: appId, parent: `projects/${projectId}`, webInput: {}, firebaseAuthInput };
  const answer = await google.send('POST', 'firebase', '/v1alpha/firebase:provisionFirebaseApp', body);
  if (answer.status >= 400) {
    throw new DeployError(`Sign-in could not be set up: ${messageOf(answer)}. Set it up at ${page}.`);
  }
}

async function protectDatabase({ google, projectId }: Target, fix: Fix): Promise<void> {
  const path = `/v1/projects/${projectId}/databases/${DATABASE.id}`;
  const protection = {
    pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
    deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
  };
  const mask = Object.keys(protection).join(',');
  accept(await google.send('PATCH', 'firestore', `${path}?updateMask=${mask}`, protection), fix);
  for (const schedule of BACKUPS) {
    const created = await google.send('POST', 'firestore', `${path}/backupSchedules`, schedule);
    // A database has at most one schedule of each kind.
    if (created.status !== 409) accept(created, fix);
  }
}

/** How often a policy is read again that another account, or Google itself, has changed in between. */
const GRANTS = 5;

async function grant(target: Target, fix: Extract<Fix, { kind: 'grant' }>): Promise<void> {
  const { google, projectId } = target;
  if (fix.account.endsWith('@gcp-sa-pubsub.iam.gserviceaccount.com')) {
    const identity = `/v1beta1/projects/${projectId}/services/pubsub.googleapis.com:generateServiceIdentity`;
    accept(await google.send('POST', 'serviceusage', identity, {}), fix);
  }
  const { api, path, read } = policyAt(target, fix);
  for (let attempt = 1; ; attempt += 1) {
    const before = readAnswer(await read(), policySchema, 'The roles cannot be read');
    if (!before) throw new DeployError('The roles cannot be read');
    const policy = grantRoles(before, `serviceAccount:${fix.account}`, fix.roles);
    // With its etag, so that another person's change in between is refused and not lost.
    const stored = await google.send('POST', api, `${path}:setIamPolicy`, { policy });
    if (stored.status !== 409 || attempt === GRANTS) return accept(stored, fix);
  }
}

/** Where the policy is, and how its API reads it. */
function policyAt({ google, projectId }: Target, { on, account }: Extract<Fix, { kind: 'grant' }>) {
  const project = `/v1/projects/${projectId}`;
  const version = 'options.requestedPolicyVersion=3';
  if (on === 'project') {
    const options = { options: { requestedPolicyVersion: 3 } };
    const api = 'cloudresourcemanager' as const;
    return { api, path: project, read: () => google.send('POST', api, `${project}:getIamPolicy`, options) };
  }
  if (on === 'itself') {
    const path = `${project}/serviceAccounts/${account}`;
    return { api: 'iam' as const, path, read: () => google.send('POST', 'iam', `${path}:getIamPolicy?${version}`, {}) };
  }
  const path = `${project}/secrets/${on.slice('secret '.length)}`;
  const api = 'secretmanager' as const;
  return { api, path, read: () => google.get(api, `${path}:getIamPolicy?${version}`) };
}

function accept(answer: ApiAnswer, fix: Fix): void {
  if (answer.status >= 400) throw new DeployError(`Google refused to ${fix.kind}: ${messageOf(answer)}`);
}
