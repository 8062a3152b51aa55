import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanEnv } from '../platform/clean-env.ts';
import { npm } from '../platform/npm.ts';
import { logsDir, rootDir, shown } from '../platform/paths.ts';
import { freePorts } from '../platform/ports.ts';
import { Problem } from '../platform/problem.ts';
import { type Service, startService } from '../platform/service.ts';

const RUN = 'deployed-package';

/** The functions as they are deployed, installed in a folder of their own. */
export interface InstalledPackage {
  dir: string;
  /** Starts a function as Cloud Run does, with these variables too. */
  start(target: string, env: Record<string, string>): Promise<RunningFunction>;
  /** Writes to that file what firebase-tools would deploy, with these variables as `functions/.env`. */
  discover(file: string, env: Record<string, string>): Promise<void>;
  remove(): void;
}

export type RunningFunction = {
  /** http://localhost:port, on which it will listen. */
  origin: string;
  stop: Service['stop'];
};

/** Builds the package outside the repository and installs it by its own lockfile, as Cloud Build does. */
export async function installPackage(): Promise<InstalledPackage> {
  const dir = mkdtempSync(join(tmpdir(), 'farwatch-deployed-'));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  await install(dir).catch((error: unknown) => {
    remove();
    throw error;
  });
  const bin = (name: string) => join(dir, 'node_modules/.bin', name);
  return {
    dir,
    start: (target, env) => startFunction(dir, bin('functions-framework'), target, env),
    discover: (file, env) => {
      const how = { FUNCTIONS_CONTROL_API: 'true', FUNCTIONS_MANIFEST_OUTPUT_PATH: file, GCLOUD_PROJECT: 'any' };
      return run('discover', dir, [bin('firebase-functions'), dir], { ...how, ...env });
    },
    remove,
  };
}

async function install(dir: string): Promise<void> {
  await run('build', rootDir, [join(rootDir, 'functions/build.ts'), dir]);
  const log = join(logsDir(RUN), 'npm-ci.log');
  const code = await npm(['ci', '--omit=dev', '--prefer-offline', '--prefix', dir], cleanEnv(), log);
  if (code !== 0) throw new Problem(`The deployed package cannot be installed: see ${shown(log)}.`);
}

async function startFunction(
  cwd: string,
  framework: string,
  target: string,
  env: Record<string, string>,
): Promise<RunningFunction> {
  const { port } = await freePorts(['port']);
  const logFile = join(logsDir(RUN), `${target}.log`);
  const args = ['--import', pathToFileURL(join(import.meta.dirname, 'iam-over-http.mjs')).href, framework];
  const variables = { NODE_ENV: 'production', FUNCTION_TARGET: target, K_SERVICE: target, PORT: String(port), ...env };
  const service = await startService({
    name: target,
    command: process.execPath,
    args,
    cwd,
    env: { ...emptyEnv(), ...variables },
    logFile,
  });
  return { origin: `http://localhost:${port}`, stop: service.stop };
}

/** Runs a program of Node in a folder; throws a Problem that names its log if it fails. */
async function run(name: string, cwd: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const logFile = join(logsDir(RUN), `${name}.log`);
  const service = await startService({
    name,
    command: process.execPath,
    args,
    cwd,
    env: { ...emptyEnv(), ...env },
    logFile,
  });
  const { code } = await service.exited;
  await service.stop();
  if (code !== 0) throw new Problem(`${name} failed: see ${shown(logFile)}.`);
}

/** Returns only where programs are: nothing else of this process, and no emulators. */
function emptyEnv(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
}
