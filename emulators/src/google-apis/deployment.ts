import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Build, buildIfStale } from '../build.ts';
import { cleanEnv } from '../platform/clean-env.ts';
import { binDir, cacheDir, compileCacheDir, freshDir, rootDir } from '../platform/paths.ts';
import { type GoogleApis, startGoogleApis } from './google-apis.ts';
import type { GoogleProject } from './google-project.ts';
import type { ApiRequest } from './routes.ts';

/** A deployment runs the programs of Firebase several times, each of which takes seconds of processor time. */
export const LONG_MS = 400_000;

/** The login as `firebase login` stores it. */
const login = { user: { email: 'operator@farwatch.test' }, tokens: { refresh_token: 'refresh' } };

export interface Deployment {
  apis: GoogleApis;
  checkout: Checkout;
  /** Runs a deployment by its command in the README, with these variables too. */
  run(command: string, env?: Record<string, string>): Promise<{ code: unknown; output: string }>;
  /** The requests so far. */
  sent(method: string, api: string, path: RegExp): ApiRequest[];
  close(): Promise<void>;
}

/** Makes a checkout that deploys to that project of the stand-in. */
export async function startDeployment(name: string, project: GoogleProject): Promise<Deployment> {
  const apis = await startGoogleApis(project);
  const checkout = await makeCheckout(name);
  checkout.write('config/configstore/firebase-tools.json', JSON.stringify(login));
  return {
    apis,
    checkout,
    run: (command, env = {}) => run({ apis, checkout }, command, env),
    sent: (method, api, path) =>
      apis.requests.filter((each) => each.method === method && each.api === api && path.test(each.path)),
    close: () => apis.close(),
  };
}

/** The program is started without npm, which would install stale packages through the stand-in, too. */
async function run(
  { apis, checkout }: Pick<Deployment, 'apis' | 'checkout'>,
  command: string,
  env: Record<string, string>,
): Promise<{ code: unknown; output: string }> {
  const [, args = ''] = command.split(' -- ');
  const program = join(rootDir, 'functions/commands/deploy.ts');
  const child = spawn(process.execPath, [program, ...args.split(' '), '--dir', checkout.dir], {
    cwd: rootDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...cleanEnv(),
      ...apis.env,
      PATH: `${binDir}:${process.env.PATH}`,
      XDG_CONFIG_HOME: join(checkout.dir, 'config'),
      NODE_COMPILE_CACHE: compileCacheDir,
      NO_UPDATE_NOTIFIER: '1',
      FARWATCH_DEPLOY_WAIT_MS: '60',
      CI: '1',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output };
}

/** The commands of the README's section on deployment, in its order. */
export function readmeCommands(): string[] {
  const [, section = ''] = readFileSync(join(rootDir, 'README.md'), 'utf8').split('## Run your own\n');
  const blocks = [...(section.split('\n## ')[0] ?? '').matchAll(/```sh\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, block = '']) => block.trim().split('\n'));
}

export function isDeployment(command: string): boolean {
  return command.startsWith('npm run deploy ');
}

interface Checkout {
  dir: string;
  write(file: string, text: string): void;
  read(file: string): string;
}

/**
 * A folder that deploys like this one, without building: the functions as they are built, and a site of two files.
 * Builds that run at the same time use the real folders.
 */
async function makeCheckout(name: string): Promise<Checkout> {
  const functions: Build = { workspace: 'functions', outDir: join(rootDir, 'functions/dist'), env: {}, args: [] };
  await buildIfStale(functions);
  const dir = join(cacheDir, 'deploy', name);
  freshDir(dir);
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  };
  const config = JSON.parse(readFileSync(join(rootDir, 'firebase.json'), 'utf8'), (key, value: unknown) =>
    key === 'predeploy' ? undefined : value,
  ) as unknown;
  write('firebase.json', JSON.stringify(config));
  for (const file of ['firestore.rules', 'firestore.indexes.json']) cpSync(join(rootDir, file), join(dir, file));
  // The settings of the user who runs this are left out.
  const filter = (file: string) => !basename(file).startsWith('.env');
  cpSync(functions.outDir, join(dir, 'functions/dist'), { recursive: true, filter });
  write('web/dist/app.html', '<!doctype html><title>Farwatch</title>');
  write('web/dist/assets/app.js', 'export {};');
  return { dir, write, read: (file) => readFileSync(join(dir, file), 'utf8') };
}
