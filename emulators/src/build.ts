import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Addresses } from './addresses.ts';
import { cleanEnv } from './platform/clean-env.ts';
import { contentHash } from './platform/content-hash.ts';
import { npm } from './platform/npm.ts';
import { cacheDir, logsDir, rootDir, shown } from './platform/paths.ts';
import { Problem } from './platform/problem.ts';
import { projectId, region } from './project.ts';

/** A build that the product needs. */
export interface Build {
  workspace: 'functions' | 'agent' | 'web';
  outDir: string;
  env: Record<string, string>;
  /** The arguments for its build script. */
  args: readonly string[];
}

const shared = ['core/src', 'package-lock.json', 'tsconfig.base.json'];
const stampName = '.built-from';

/**
 * Returns the builds of a product at those addresses. `webDir` is the app's folder if its ports are not the fixed ones.
 */
export function buildsFor(addresses: Addresses, webDir?: string): [Build, Build, Build] {
  const plain = (workspace: 'functions' | 'agent'): Build => {
    return { workspace, outDir: join(rootDir, workspace, 'dist'), env: {}, args: [] };
  };
  const args = webDir ? ['--outDir', webDir, '--emptyOutDir'] : [];
  const outDir = webDir ?? join(rootDir, 'web/dist');
  return [plain('functions'), plain('agent'), { workspace: 'web', outDir, env: webEnv(addresses), args }];
}

/** The app's settings: the local project and the emulators' addresses. */
export function webEnv(addresses: Addresses): Record<string, string> {
  return {
    VITE_FIREBASE_PROJECT_ID: projectId,
    VITE_FIREBASE_API_KEY: 'demo-api-key',
    VITE_FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
    VITE_FIREBASE_APP_ID: '1:000000000000:web:farwatch',
    VITE_FUNCTIONS_REGION: region,
    VITE_EMULATOR_AUTH: addresses.authHost,
    VITE_EMULATOR_FIRESTORE: addresses.firestoreHost,
    VITE_EMULATOR_FUNCTIONS: addresses.functionsHost,
  };
}

/** The build folder of the app for a run next to `npm start`. */
export function webDirOf(run: string): string {
  return join(cacheDir, 'web', run);
}

const running = new Map<string, Promise<boolean>>();

/**
 * Builds unless the output is from the same sources and settings; returns whether it did. Concurrent requests share one
 * build. Throws a Problem that names the log if the build fails.
 */
export async function buildIfStale(build: Build): Promise<boolean> {
  const before = running.get(build.outDir) ?? Promise.resolve(false);
  const next = before.catch(() => false).then(() => buildUnlessFresh(build));
  running.set(build.outDir, next);
  return next;
}

async function buildUnlessFresh(build: Build): Promise<boolean> {
  const key = keyOf(build);
  const stamp = join(build.outDir, stampName);
  if (readStamp(stamp) === key) return false;
  const logFile = join(logsDir('build'), `${build.workspace}.log`);
  const extra = build.args.length > 0 ? ['--', ...build.args] : [];
  const args = ['run', 'build', '--workspace', build.workspace, ...extra];
  const code = await npm(args, { ...cleanEnv(), ...build.env }, logFile);
  if (code !== 0) throw new Problem(`Building ${build.workspace} failed: see ${shown(logFile)}.`);
  writeFileSync(stamp, key);
  return true;
}

function keyOf({ workspace, env, args }: Build): string {
  // The app's build includes the agent's bundle, and the functions name it.
  const own = workspace === 'agent' ? ['agent'] : [workspace, 'agent'];
  const paths = [...own, ...shared].map((path) => join(rootDir, path));
  return contentHash(paths, JSON.stringify({ env, args }));
}

function readStamp(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
