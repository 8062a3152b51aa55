import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { lockfileSchema, type Manifest, pruneLockfile } from './prune-lockfile.ts';

/**
 * Bundles the functions into dist, or the given folder, with a package.json and a package-lock.json that pin the root
 * lockfile's versions.
 */
const here = import.meta.dirname;
const dist = process.argv[2] ?? join(here, 'dist');
const EXTERNAL = [
  '@google-cloud/firestore',
  // Runs the functions on Google's servers, in its newest version if the package names none.
  '@google-cloud/functions-framework',
  'express',
  'firebase-admin',
  'firebase-functions',
  'node-telegram-bot-api',
  'web-push',
];

const lock = lockfileSchema.parse(JSON.parse(await readFile(join(here, '..', 'package-lock.json'), 'utf8')));
const versionOf = (name: string): string => {
  const found = lock.packages[`functions/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`];
  if (!found?.version) throw new Error(`${name} is not in package-lock.json`);
  return found.version;
};

/** The SHA-256 of the agent's bundle, identical to the one that the web build adds to Hosting. */
async function agentSha256(): Promise<string> {
  const bundle = join(dist, 'agent.mjs');
  await promisify(execFile)(process.execPath, [join(here, '../agent/build.ts'), bundle]);
  const sha256 = createHash('sha256').update(await readFile(bundle));
  await rm(bundle);
  return sha256.digest('hex');
}

async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(join(dist, file), `${JSON.stringify(content, null, 2)}\n`);
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await build({
  entryPoints: [join(here, 'src', 'index.ts')],
  outdir: dist,
  chunkNames: 'chunks/[name]-[hash]',
  // Code that only one function needs is loaded by that function alone.
  splitting: true,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  define: { AGENT_SHA256: JSON.stringify(await agentSha256()) },
  external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
});
const manifest: Manifest = {
  name: 'farwatch-functions',
  engines: { node: '24' },
  dependencies: Object.fromEntries(EXTERNAL.map((name) => [name, versionOf(name)])),
};
await writeJson('package.json', { private: true, type: 'module', main: 'index.js', ...manifest });
await writeJson('package-lock.json', pruneLockfile(lock, 'functions', manifest));
const settings = join(here, '.env');
if (existsSync(settings)) await cp(settings, join(dist, '.env'));
