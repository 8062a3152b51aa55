import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Fix, findMissing, type Missing } from './find-missing.ts';
import { type ApiAnswer, DeployError, messageOf, readAnswer } from './google.ts';
import { grantRoles, policySchema } from './policies.ts';
import type { ProjectState } from './project-state.ts';
import { readState, type Target } from './read-state.ts';
import { DATABASE } from './requirements.ts';
import { appIdIn, type WebApp } from './settings.ts';

/** How often additions are looked for, since Google takes minutes for some. */
const ROUNDS = 40;

export interface PrepareOptions {
  /** Whether to add what is missing where that is simple and safe. */
  shouldFix: boolean;
  /** Whether functions of another app may be replaced. */
  canTakeOver: boolean;
  /** Between two looks at what was added. */
  waitMs: number;
  log(line: string): void;
}

/** Checks the project, and adds what is missing if that is requested. Throws a DeployError that lists what is left. */
export async function prepareProject(target: Target, options: PrepareOptions): Promise<void> {
  const { shouldFix, canTakeOver, waitMs, log } = options;
  const fixed = new Map<string, Fix>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const state = await readState(target);
    const missing = findMissing(state, { added: [...fixed.values()], canTakeOver });
    const needed = missing.filter(({ isAdvice }) => !isAdvice);
    const byHand = needed.filter(({ fix }) => !fix);
    const isBlocked = !shouldFix || (state.setup === null && byHand.length > 0);
    const toFix = isBlocked ? [] : needed.flatMap(({ fix }) => (fix && !fixed.has(keyOf(fix)) ? [fix] : []));
    if (toFix.length === 0 && (isBlocked || needed.length === byHand.length)) {
      if (needed.length > 0) throw new DeployError(listOf(state, missing));
      for (const { what, how } of missing) log(`  Note: ${what}:\n${indented(how)}`);
      return;
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
  return fix.kind === 'grant' ? `${fix.kind} ${fix.on}` : fix.kind;
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
    case 'grant':
      return `Granting ${fix.account} on ${fix.on === 'project' ? 'the project' : 'itself'}: ${fix.roles.join(', ')}`;
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

async function grant({ google, projectId }: Target, fix: Extract<Fix, { kind: 'grant' }>): Promise<void> {
  const onProject = fix.on === 'project';
  const api = onProject ? 'cloudresourcemanager' : 'iam';
  const path = onProject ? `/v1/projects/${projectId}` : `/v1/projects/${projectId}/serviceAccounts/${fix.account}`;
  const read = onProject
    ? await google.send('POST', api, `${path}:getIamPolicy`, { options: { requestedPolicyVersion: 3 } })
    : await google.send('POST', api, `${path}:getIamPolicy?options.requestedPolicyVersion=3`, {});
  const before = readAnswer(read, policySchema, 'The roles cannot be read');
  if (!before) throw new DeployError('The roles cannot be read');
  const policy = grantRoles(before, `serviceAccount:${fix.account}`, fix.roles);
  // With its etag, so that another person's change in between is refused and not lost.
  accept(await google.send('POST', api, `${path}:setIamPolicy`, { policy }), fix);
}

function accept(answer: ApiAnswer, fix: Fix): void {
  if (answer.status >= 400) throw new DeployError(`Google refused to ${fix.kind}: ${messageOf(answer)}`);
}
