import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { STEPS } from '../src/domain/upgrades/steps.ts';
import { setUpAlerts } from './alerts.ts';
import { checkDataVersion, readDataVersion, waitForUpgrade } from './data-version.ts';
import { deployedFunctions, type FunctionAddress } from './deployed-functions.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { type ApiAnswer, connectToGoogle, DeployError, messageOf, readAnswer } from './google.ts';
import { grantRoles, policySchema } from './policies.ts';
import { type Choices, prepareProject, readWebApp } from './prepare.ts';
import type { Target } from './read-state.ts';
import { DATABASE } from './requirements.ts';
import { readSettings, writeWebApp } from './settings.ts';

export interface DeployOptions {
  projectId: string;
  /** The folder of firebase.json. */
  root: string;
  region: string;
  /** What `functions/src/index.ts` exports. */
  functions: object;
  choices: Choices;
  /** Whether a version may be deployed that is older than the data. */
  canGoBack: boolean;
  /** Where Google's alerts go, if they are to be set up. */
  alertsTo: string | null;
  /** Between two attempts. */
  waitMs: number;
  log(line: string): void;
}

const VISITORS = 'Hosting was not released, so visitors keep the version before.';

/**
 * Checks the project, then deploys Firestore, functions and Hosting, in this order, so that the app never needs what is
 * not there yet. Everything can be done again. Throws a DeployError whose message explains what to do.
 */
export async function deploy({ functions, ...options }: DeployOptions): Promise<void> {
  const { projectId, root, region, waitMs, log } = options;
  const settings = readSettings(root, projectId);
  // What was added is ready sooner than what failed.
  const soon = { waitMs: waitMs / 6, log };
  const google = await connectToGoogle(projectId, root, soon.waitMs);
  const target = { google, projectId, region, functions: deployedFunctions(functions), settings };

  log(`── Checking ${projectId}`);
  const { forbidsAllUsers, existingFunctions } = await prepareProject(target, { ...soon, ...options.choices });
  const data = await readDataVersion(target);
  checkDataVersion(data, { steps: STEPS.length, canGoBack: options.canGoBack, projectId, log });
  if (writeWebApp(root, await readWebApp(target, root), region)) {
    log('  Wrote the configuration of the web app into web/.env.production.');
  }
  log('\n── Firestore: rules, indexes, expiry (1 of 3)');
  const firestore: Stage = {
    only: 'firestore',
    consequence: `Functions were not deployed. ${VISITORS}`,
    countDone: () => countFirestore(target),
  };
  await runStage(firestore, target, options);
  await waitForIndexes(target, soon);

  log('\n── Functions (2 of 3)');
  await deployFunctions(target, existingFunctions.outdated, options);
  await openPublicFunctions(target, { ...soon, forbidsAllUsers });

  log('\n── Hosting (3 of 3)');
  await runStage({ only: 'hosting', consequence: VISITORS }, target, options);
  await deleteOutdated(existingFunctions.outdated, options);
  // The first version of a project has nothing to upgrade; its sweep notes that.
  if (data) {
    log('\n── Upgrading the data');
    await waitForUpgrade(target, { ...soon, steps: STEPS });
  }
  if (options.alertsTo) {
    log('\n── Alerts');
    await setUpAlerts(target, options.alertsTo, log);
  }
  log(doneText(projectId, target.settings.ownHost));
}

interface Stage {
  /** What firebase-tools calls it. */
  only: 'firestore' | 'functions' | 'hosting';
  /** Whether firebase-tools may do what it would ask for. */
  force?: boolean;
  /** If not all functions, which. */
  functions?: readonly string[];
  /** What is left undone if it fails, for people. */
  consequence: string;
  /** Counts what is done, if a failed attempt may have done a part. */
  countDone?(): Promise<number>;
}

async function deployFunctions(
  target: Target,
  outdated: readonly FunctionAddress[],
  options: StageOptions,
): Promise<void> {
  // What it would ask for is decided: no function is left to delete, old images go, and settings raise the price.
  const stage: Stage = { only: 'functions', force: true, consequence: VISITORS };
  // It would delete outdated ones at once, which the site still needs, unless all others are named.
  const named = outdated.length > 0 ? { functions: target.functions.map(({ name }) => name) } : {};
  await runStage({ ...stage, ...named }, target, options);
  const incomplete = await findIncomplete(target);
  if (incomplete.length === 0) return;
  await runStage({ ...stage, functions: incomplete }, target, options);
  const left = await findIncomplete(target);
  if (left.length > 0) throw new DeployError(explain(stage, left, [], target.projectId));
}

/** Deletes Farwatch's functions that this version lacks, once the new ones and the site work. */
async function deleteOutdated(
  outdated: readonly FunctionAddress[],
  { projectId, root, log }: Pick<DeployOptions, 'projectId' | 'root' | 'log'>,
): Promise<void> {
  for (const [region, each] of Map.groupBy(outdated, (one) => one.region)) {
    const names = each.map(({ name }) => name);
    log(`\n── Deleting what this version no longer has: ${names.join(', ')}`);
    const args = ['functions:delete', ...names, '--region', region, '--force', '--project', projectId];
    const { isOk } = await runFirebase(root, args);
    if (!isOk)
      throw new DeployError(`The new version is deployed. Delete the rest yourself: npx firebase ${args.join(' ')}`);
  }
}

function doneText(projectId: string, ownHost: string | null): string {
  return `
Farwatch is deployed: https://${ownHost ?? `${projectId}.web.app`}

After the first deployment, sign up there, then make yourself admin:
    gcloud auth application-default login
    gcloud auth application-default set-quota-project ${projectId}
    npm run admin -w functions -- grant you@example.com --project ${projectId}`;
}

/** How often a stage is tried without progress for each kind of failure; a first deployment needs several minutes. */
const ATTEMPTS = { temporary: 12, unknown: 2, permanent: 1 };

interface StageOptions {
  root: string;
  /** Between two attempts. */
  waitMs: number;
  log(line: string): void;
}

/**
 * Runs one part of `firebase deploy` until it succeeds, as long as its failures are temporary. Of functions
 * only those that failed are repeated. Throws a DeployError that explains what to do.
 */
async function runStage(stage: Stage, { projectId, functions: all }: Target, options: StageOptions): Promise<void> {
  const { root, waitMs, log } = options;
  let functions = stage.functions ?? [];
  let fewest = Number.POSITIVE_INFINITY;
  let done = await stage.countDone?.();
  for (let attempt = 1; ; attempt += 1) {
    const only = functions.length > 0 ? functions.map((name) => `functions:${name}`).join(',') : stage.only;
    const force = stage.force ? ['--force'] : [];
    const { isOk, output } = await runFirebase(root, ['deploy', '--only', only, ...force, '--project', projectId]);
    if (isOk) return;
    const found = diagnose(output);
    const failed = found.functions.filter((name) => !isOnlyClosed(name, all, found));
    // They are deployed, and openPublicFunctions lets everybody call them.
    if (found.functions.length > 0 && failed.length === 0) return;
    if (failed.length > 0) functions = failed;
    const doneNow = await stage.countDone?.();
    const isFewer = failed.length > 0 && failed.length < fewest;
    // The first failure of functions is compared with nothing.
    const isProgress = (isFewer && fewest !== Number.POSITIVE_INFINITY) || (doneNow ?? 0) > (done ?? 0);
    if (isFewer) fewest = failed.length;
    done = doneNow;
    if (isProgress) attempt = 1;
    if (attempt >= ATTEMPTS[found.kind]) throw new DeployError(explain(stage, functions, found.reasons, projectId));
    const what = functions.length > 0 ? functions.join(', ') : stage.only;
    const why = found.reasons.join(' ') || 'The reason is not known.';
    log(`\n${what} failed. ${why} Trying again in ${Math.ceil(waitMs / 1000)} s (attempt ${attempt + 1}) …`);
    await sleep(waitMs);
  }
}

/** Whether everything about the function succeeded except that firebase-tools could not make it public. */
function isOnlyClosed(name: string, all: Target['functions'], { withoutInvoker }: Diagnosis): boolean {
  return withoutInvoker.includes(name) && all.some((each) => each.name === name && each.isPublic);
}

function explain(stage: Stage, functions: readonly string[], reasons: readonly string[], projectId: string): string {
  const what = functions.length > 0 ? `These functions could not be deployed: ${functions.join(', ')}` : 'It failed';
  return [
    `${what}. See the messages of firebase-tools above.`,
    ...reasons,
    stage.consequence,
    `Then run the same command again; what is done is not repeated:\n    npm run deploy -- --project ${projectId}`,
  ].join('\n');
}

interface FirebaseResult {
  isOk: boolean;
  /** All that it printed. */
  output: string;
}

/** Runs firebase-tools in that folder, and prints what it prints. It never prompts. */
async function runFirebase(root: string, args: readonly string[]): Promise<FirebaseResult> {
  const program = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js');
  const limit = new URL('./limit-concurrency.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', limit, program, ...args, '--non-interactive'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Loading the functions takes longer than its limit of 10 s on a slow machine.
    env: { FUNCTIONS_DISCOVERY_TIMEOUT: '60', ...process.env, NO_COLOR: '1' },
  });
  const stop = () => {
    child.kill();
    process.exit(143);
  };
  process.once('SIGTERM', stop);
  let output = '';
  const keep = (chunk: string) => {
    output += chunk;
    process.stdout.write(chunk);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('SIGTERM', stop);
  return { isOk: code === 0, output };
}

const indexesSchema = z.object({ indexes: z.array(z.object({ state: z.string() })).default([]) });
const fieldsSchema = z.object({ fields: z.array(z.unknown()).default([]) });

/** How many indexes and fields with settings of their own the database has. */
async function countFirestore({ google, projectId }: Target): Promise<number> {
  const groups = `/v1/projects/${projectId}/databases/${DATABASE.id}/collectionGroups/-`;
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig=false OR ttlConfig:*');
  const [indexes, fields] = await Promise.all([
    google.get('firestore', `${groups}/indexes?pageSize=500`),
    google.get('firestore', `${groups}/fields?pageSize=500&filter=${filter}`),
  ]);
  const { indexes: listed = [] } = readAnswer(indexes, indexesSchema, 'The indexes cannot be read') ?? {};
  return listed.length + (readAnswer(fields, fieldsSchema, 'The fields cannot be read')?.fields.length ?? 0);
}

/** Waits until all indexes can be used: without them, queries of the new functions would fail. */
async function waitForIndexes(
  { google, projectId }: Target,
  { waitMs, log }: { waitMs: number; log(line: string): void },
): Promise<void> {
  const path = `/v1/projects/${projectId}/databases/${DATABASE.id}/collectionGroups/-/indexes?pageSize=500`;
  for (let before = -1; ; ) {
    const answer = await google.get('firestore', path);
    const indexes = readAnswer(answer, indexesSchema, 'The indexes cannot be read')?.indexes ?? [];
    const building = indexes.filter(({ state }) => state === 'CREATING').length;
    if (building === 0) return;
    if (building !== before)
      log(`Firestore is building ${building} of ${indexes.length} indexes, which can take minutes …`);
    before = building;
    await sleep(waitMs);
  }
}

const jobsSchema = z.object({ jobs: z.array(z.object({ name: z.string() })).default([]) });
const queuesSchema = z.object({ queues: z.array(z.object({ name: z.string() })).default([]) });

/** Scheduled functions without a schedule, and task functions without a queue: firebase-tools would skip them. */
async function findIncomplete({ google, projectId, region, functions }: Target): Promise<string[]> {
  const location = `projects/${projectId}/locations/${region}`;
  const [jobs, queues] = await Promise.all([
    google.get('cloudscheduler', `/v1/${location}/jobs?pageSize=500`),
    google.get('cloudtasks', `/v2/${location}/queues?pageSize=500`),
  ]);
  const existing = new Set([
    ...(readAnswer(jobs, jobsSchema, 'The schedules cannot be read')?.jobs ?? []).map(({ name }) => name),
    ...(readAnswer(queues, queuesSchema, 'The task queues cannot be read')?.queues ?? []).map(({ name }) => name),
  ]);
  return functions
    .filter(({ name, trigger }) => {
      if (trigger === 'schedule') return !existing.has(`${location}/jobs/firebase-schedule-${name}-${region}`);
      return trigger === 'task' && !existing.has(`${location}/queues/${name}`);
    })
    .map(({ name }) => name);
}

interface OpenOptions {
  /** Whether a policy of the organization refuses `allUsers`. */
  forbidsAllUsers: boolean;
  /** Between two looks at what Cloud Run changes. */
  waitMs: number;
  log(line: string): void;
}

/** How often the change of a service is looked at. */
const LOOKS = 60;

const functionsSchema = z.object({
  functions: z
    .array(z.object({ name: z.string(), serviceConfig: z.object({ service: z.string().optional() }).optional() }))
    .default([]),
});
const serviceSchema = z.object({ invokerIamDisabled: z.boolean().default(false) });

/**
 * Makes sure that everybody can call the public functions: firebase-tools sets this only when it creates a function, so
 * not if that failed in between. Where the organization refuses `allUsers`, their services no longer check who calls
 * (https://cloud.google.com/run/docs/authenticating/public); they check tokens themselves, as they always do.
 */
async function openPublicFunctions(target: Target, options: OpenOptions): Promise<void> {
  const { google, projectId, region, functions } = target;
  const path = `/v2/projects/${projectId}/locations/${region}/functions?pageSize=500`;
  const answer = await google.get('cloudfunctions', path);
  const deployed = readAnswer(answer, functionsSchema, 'The functions cannot be read')?.functions ?? [];
  let { forbidsAllUsers } = options;
  for (const { name } of functions.filter(({ isPublic }) => isPublic)) {
    const service = deployed.find((each) => each.name.endsWith(`/${name}`))?.serviceConfig?.service;
    if (!service) throw new DeployError(`The function ${name} has no service. Run this command again.`);
    if (await isCheckOff(target, service)) continue;
    if (!forbidsAllUsers) {
      const refusal = await letEverybodyIn(target, service, name);
      if (!refusal) continue;
      if (!isOfPolicy(refusal))
        throw new DeployError(`The function ${name} cannot be made public: ${messageOf(refusal)}`);
      forbidsAllUsers = true;
    }
    await switchCheckOff(target, { service, name }, options);
  }
}

async function isCheckOff({ google }: Target, service: string): Promise<boolean> {
  const found = readAnswer(await google.get('run', `/v2/${service}`), serviceSchema, 'The service cannot be read');
  return found?.invokerIamDisabled ?? false;
}

/** Gives `allUsers` the role to call the service. Returns Google's refusal, or null. */
async function letEverybodyIn({ google }: Target, service: string, name: string): Promise<ApiAnswer | null> {
  const policy = readAnswer(await google.get('run', `/v1/${service}:getIamPolicy`), policySchema, name);
  const desired = grantRoles(policy ?? { bindings: [] }, 'allUsers', ['roles/run.invoker']);
  if (policy && desired.bindings.length === policy.bindings.length) return null;
  const stored = await google.send('POST', 'run', `/v1/${service}:setIamPolicy`, { policy: desired });
  return stored.status >= 400 ? stored : null;
}

/** Whether a policy of the organization refuses members from outside: the older constraint, or the managed one. */
function isOfPolicy(refusal: ApiAnswer): boolean {
  return /permitted customer|allowedPolicyMember/.test(messageOf(refusal));
}

async function switchCheckOff(
  target: Target,
  { service, name }: { service: string; name: string },
  { waitMs, log }: OpenOptions,
): Promise<void> {
  log(`  Your organization forbids allUsers, so the service of ${name} stops checking who calls …`);
  const path = `/v2/${service}?updateMask=invokerIamDisabled`;
  const changed = await target.google.send('PATCH', 'run', path, { invokerIamDisabled: true });
  if (changed.status >= 400) {
    throw new DeployError(
      `The function ${name} cannot be made public: ${messageOf(changed)}. If a policy of your organization (run.managed.requireInvokerIam) forbids it, an organization admin has to except this project from it.`,
    );
  }
  for (let look = 0; look < LOOKS; look += 1) {
    if (await isCheckOff(target, service)) return;
    await sleep(waitMs);
  }
  throw new DeployError(`Cloud Run has not finished opening ${name}. Run this command again later.`);
}
