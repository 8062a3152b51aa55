import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Packages of this repository, which a checkout has itself. */
const OWN_SCOPE = '@farwatch';

/** The last released version of the agent, and its commit (CONTRIBUTING.md, Agent releases). */
const referenceSchema = z.object({ version: z.string(), commit: z.string().regex(/^[0-9a-f]{40}$/) });
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string().optional() })) });

/** A folder with the last released version of the agent: its commit in `.cache/`, with the packages of its lockfile. */
export async function checkOutReference(): Promise<string> {
  const text = await readFile(new URL('reference.json', import.meta.url), 'utf8');
  const { version, commit } = referenceSchema.parse(JSON.parse(text));
  const folder = join(ROOT, '.cache', `agent-${commit.slice(0, 12)}`);
  if (!existsSync(folder)) {
    const git = (...args: string[]) => execFileSync('git', ['-C', ROOT, 'worktree', ...args], { stdio: 'pipe' });
    git('prune'); // one that was deleted by hand
    git('add', '--detach', folder, commit);
  }
  if (!existsSync(join(folder, 'node_modules'))) await addPackages(folder);
  console.log(`compare: version ${version}, commit ${commit.slice(0, 8)}`);
  return folder;
}

/** Links this checkout's packages if all that the other one needs are among them, else installs its own. */
async function addPackages(folder: string): Promise<void> {
  const [here, there] = [await registryPackages(ROOT), await registryPackages(folder)];
  if (![...there].every(([path, integrity]) => here.get(path) === integrity)) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
    return;
  }
  for (const workspace of ['', 'core', 'agent', 'emulators']) {
    await linkPackages(join(ROOT, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
  }
}

/** The SHA-512 of each package from the registry, by its path, as a lockfile has it. */
async function registryPackages(folder: string): Promise<ReadonlyMap<string, string>> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')));
  return new Map(Object.entries(packages).flatMap(([path, { integrity }]) => (integrity ? [[path, integrity]] : [])));
}

/** One by one, so that the repository's own packages are those of the other checkout. */
async function linkPackages(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to);
  for (const name of await readdir(from)) if (name !== OWN_SCOPE) await symlink(join(from, name), join(to, name));
  if (!existsSync(join(from, OWN_SCOPE))) return;
  await mkdir(join(to, OWN_SCOPE));
  for (const name of await readdir(join(from, OWN_SCOPE))) {
    await symlink(join('..', '..', name), join(to, OWN_SCOPE, name));
  }
}
