import { findIncomplete, openPublicFunctions, waitForIndexes } from './complete.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { connectToGoogle } from './google.ts';
import { prepareProject, readWebApp } from './prepare.ts';
import type { Target } from './read-state.ts';
import { runStage, type Stage } from './run-stage.ts';
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
 * not there yet. Everything can be done again. Throws a DeployError whose message says what to do.
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
