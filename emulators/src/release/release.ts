import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Problem } from '../platform/problem.ts';
import { currentDocuments, DOCUMENTS_FOLDER, writeSet } from './documents.ts';
import { nextVersion, releaseChangelog, withVersion } from './plan-release.ts';

/** The agent has a version of its own: CONTRIBUTING.md, House rules. */
const OWN_VERSION = ['agent'];

const packageSchema = z.object({ version: z.string(), workspaces: z.array(z.string()) });

/** Text files by their path in the checkout. */
type Files = Record<string, string>;

/**
 * Writes, commits and tags the requested version (`major`, `minor`, `patch` or a version) of the checkout at `root`, or
 * only tells what it would change. Throws a Problem, with nothing written, for a checkout that cannot be released.
 */
export function release(root: string, requested: string, { isDryRun }: { isDryRun: boolean }): void {
  const { version, entries, files } = planRelease(root, requested);
  const documents = join(DOCUMENTS_FOLDER, `${version}.jsonl`);
  const paths = [...Object.keys(files), documents];
  console.log(`Farwatch ${version}\n\n${entries}\n`);
  if (isDryRun) {
    console.log(`Nothing is written. The release would change:\n${paths.map((path) => `  ${path}`).join('\n')}`);
    return;
  }
  requireTypes(root);
  const made = { ...files, [documents]: writeSet(currentDocuments()) };
  for (const [path, text] of Object.entries(made)) writeFileSync(join(root, path), text);
  git(root, 'add', '--', ...paths);
  git(root, 'commit', '--quiet', '--message', `chore: release ${version}`);
  git(root, 'tag', '--annotate', `v${version}`, '--message', `Farwatch ${version}\n\n${entries}`);
  console.log(`Committed and tagged v${version}. Publish it with: git push --follow-tags`);
}

/** Decides the version, and what its commit changes in addition to the documents. */
function planRelease(root: string, requested: string): { version: string; entries: string; files: Files } {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { version: current, workspaces } = packageSchema.parse(JSON.parse(read('package.json')));
  const version = nextVersion(current, requested);
  const changed = git(root, 'status', '--porcelain');
  if (changed !== '') throw new Problem(`Commit or remove what is not committed first:\n${changed}`);
  if (git(root, 'tag', '--list', `v${version}`) !== '') throw new Problem(`The tag v${version} exists already.`);
  const kept = join(DOCUMENTS_FOLDER, `${current}.jsonl`);
  if (!existsSync(join(root, kept))) {
    throw new Problem(`The documents of ${current} are missing: git checkout v${current} -- ${kept}`);
  }
  const changelog = releaseChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
  const folders = workspaces.filter((folder) => !OWN_VERSION.includes(folder));
  const packages = folders.map((folder) => {
    const path = join(folder, 'package.json');
    return [path, withVersion(read(path), version, [''])] as const;
  });
  const files = {
    ...Object.fromEntries(packages),
    'package.json': withVersion(read('package.json'), version, ['']),
    'package-lock.json': withVersion(read('package-lock.json'), version, ['', ...folders]),
    'CHANGELOG.md': changelog.text,
  };
  return { version, entries: changelog.entries, files };
}

function requireTypes(root: string): void {
  console.log('Checking types (npm run types) …');
  const { status } = spawnSync('npm', ['run', '--silent', 'types'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Problem('The types are not right, so nothing was released.');
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
