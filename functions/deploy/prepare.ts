import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { applyFix } from './apply-fix.ts';
import { type Fix, findMissing, type Missing } from './find-missing.ts';
import { DeployError, readAnswer } from './google.ts';
import type { ProjectState } from './project-state.ts';
import { readState, type Target } from './read-state.ts';
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

/** Checks the project, and adds what is missing if that is wanted. Throws a DeployError that lists what is left. */
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
