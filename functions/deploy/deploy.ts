import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { deployedFunctions } from './deployed-functions.ts';
import { diagnose } from './diagnose.ts';
import { connectToGoogle, DeployError, messageOf, readAnswer } from './google.ts';
import { grantRoles, policySchema } from './policies.ts';
import { prepareProject, readWebApp } from './prepare.ts';
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
  shouldFix: boolean;
  /** Whether functions of another app may be replaced. */
  canTakeOver: boolean;
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
  const google = await connectToGoogle(projectId, root);
  const target = { google, projectId, region, functions: deployedFunctions(functions), settings };
  // What was added is ready sooner than what failed.
  const soon = { waitMs: waitMs / 6, log };

  log(`── Checking ${projectId}`);
  await prepareProject(target, { ...soon, shouldFix: options.shouldFix, canTakeOver: options.canTakeOver });
  if (writeWebApp(root, await readWebApp(target, root), region)) {
    log('  Wrote the configuration of the web app into web/.env.production.');
  }
  log('\n── Firestore: rules, indexes, expiry (1 of 3)');
  await runStage({ only: 'firestore', consequence: `Functions were not deployed. ${VISITORS}` }, options);
  await waitForIndexes(target, soon);

  log('\n── Functions (2 of 3)');
  await deployFunctions(target, options);

  log('\n── Hosting (3 of 3)');
  await runStage({ only: 'hosting', consequence: VISITORS }, options);
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
}

async function deployFunctions(target: Target, options: Omit<DeployOptions, 'functions'>): Promise<void> {
  // What it would ask for is decided: no function is left to delete, old images go, and settings raise the price.
  const stage: Stage = { only: 'functions', force: true, consequence: VISITORS };
  await runStage(stage, options);
  const incomplete = await findIncomplete(target);
  if (incomplete.length > 0) await runStage({ ...stage, functions: incomplete }, options);
  await openPublicFunctions(target);
}

function doneText(projectId: string, ownHost: string | null): string {
  return `
Farwatch is deployed: https://${ownHost ?? `${projectId}.web.app`}

After the first deployment, sign up there, then make yourself admin:
    gcloud auth application-default login
    gcloud auth application-default set-quota-project ${projectId}
    npm run admin -w functions -- grant you@example.com --project ${projectId}`;
}

/** How often a stage is tried for each kind of failure; a first deployment can need several minutes. */
const ATTEMPTS = { temporary: 12, unknown: 2, permanent: 1 };

interface StageOptions {
  root: string;
  projectId: string;
  /** Between two attempts. */
  waitMs: number;
  log(line: string): void;
}

/**
 * Runs one part of `firebase deploy` until it succeeds, as long as its failures are temporary. Of functions
 * only those that failed are repeated. Throws a DeployError that explains what to do.
 */
async function runStage(stage: Stage, { root, projectId, waitMs, log }: StageOptions): Promise<void> {
  let functions = stage.functions ?? [];
  for (let attempt = 1; ; attempt += 1) {
    const only = functions.length > 0 ? functions.map((name) => `functions:${name}`).join(',') : stage.only;
    const force = stage.force ? ['--force'] : [];
    const { isOk, output } = await runFirebase(root, ['deploy', '--only', only, ...force, '--project', projectId]);
    if (isOk) return;
    const found = diagnose(output);
    if (found.functions.length > 0) functions = found.functions;
    if (attempt >= ATTEMPTS[found.kind]) throw new DeployError(explain(stage, functions, found.reasons, projectId));
    const what = functions.length > 0 ? functions.join(', ') : stage.only;
    const why = found.reasons.join(' ') || 'The reason is not known.';
    log(`\n${what} failed. ${why} Trying again in ${Math.ceil(waitMs / 1000)} s (attempt ${attempt + 1}) …`);
    await sleep(waitMs);
  }
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
  const child = spawn(process.execPath, [program, ...args, '--non-interactive'], {
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

const functionsSchema = z.object({
  functions: z
    .array(z.object({ name: z.string(), serviceConfig: z.object({ service: z.string().optional() }).optional() }))
    .default([]),
});
const jobsSchema = z.object({ jobs: z.array(z.object({ name: z.string() })).default([]) });
const queuesSchema = z.object({ queues: z.array(z.object({ name: z.string() })).default([]) });

/**
 * Makes sure that everybody can call the public functions: firebase-tools sets this only when it creates a function, so
 * not if that failed in between.
 */
async function openPublicFunctions({ google, projectId, region, functions }: Target): Promise<void> {
  const path = `/v2/projects/${projectId}/locations/${region}/functions?pageSize=500`;
  const answer = await google.get('cloudfunctions', path);
  const deployed = readAnswer(answer, functionsSchema, 'The functions cannot be read')?.functions ?? [];
  for (const { name } of functions.filter(({ isPublic }) => isPublic)) {
    const found = deployed.find((each) => each.name.endsWith(`/${name}`));
    const service = found?.serviceConfig?.service;
    if (!service) throw new DeployError(`The function ${name} has no service. Run this command again.`);
    const policy = readAnswer(await google.get('run', `/v1/${service}:getIamPolicy`), policySchema, name);
    const desired = grantRoles(policy ?? { bindings: [] }, 'allUsers', ['roles/run.invoker']);
    if (policy && desired.bindings.length === policy.bindings.length) continue;
    const stored = await google.send('POST', 'run', `/v1/${service}:setIamPolicy`, { policy: desired });
    if (stored.status >= 400) {
      throw new DeployError(
        `The function ${name} cannot be made public: ${messageOf(stored)}. If a policy of your organization forbids it, an organization admin has to allow allUsers in this project.`,
      );
    }
  }
}

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
