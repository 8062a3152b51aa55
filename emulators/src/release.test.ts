import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnv } from './platform/clean-env.ts';
import { rootDir } from './platform/paths.ts';
import { DOCUMENTS_FOLDER, readSet } from './release/documents.ts';
import { release } from './release/release.ts';

/** A checkout as small as a release needs, of version 1.0.3. */

const VERSION = '1.0.3';
const CHANGELOG = `# Changelog

## Unreleased

- Faster.
- New: heartbeats.

## 1.0.3

- Older.
`;
const ENV = {
  ...cleanEnv(),
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  ...{ GIT_AUTHOR_NAME: 'Ann', GIT_AUTHOR_EMAIL: 'ann@farwatch.test' },
  ...{ GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@farwatch.test' },
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farwatch-release-'));
  const workspaces = ['core', 'agent'];
  write('package.json', { version: VERSION, workspaces, scripts: { types: 'node types.mjs' } });
  write('core/package.json', { version: VERSION });
  write('agent/package.json', { version: '0.4.0' });
  const packages = { '': { version: VERSION }, core: { version: VERSION }, agent: { version: '0.4.0' } };
  write('package-lock.json', { version: VERSION, packages });
  write('CHANGELOG.md', CHANGELOG);
  write('types.mjs', '');
  write(`${DOCUMENTS_FOLDER}/${VERSION}.jsonl`, '');
  git('init', '--quiet', '--initial-branch=main');
  commit();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(path: string, content: string | object): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}

const read = (path: string) => readFileSync(join(dir, path), 'utf8');
const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, encoding: 'utf8', env: ENV }).trim();
const versionOf = (path: string) => (JSON.parse(read(path)) as { version: string }).version;

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'all');
}

/** Runs the command, as an operator does. */
function runCommand(...args: string[]): { status: number | null; output: string } {
  const script = join(rootDir, 'emulators/src/release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args, '--dir', dir], {
    encoding: 'utf8',
    env: ENV,
  });
  return { status, output: stdout + stderr };
}

it('a release has its version, changelog and documents in one tagged commit', { tags: 'minutes' }, () => {
  const { status, output } = runCommand('minor');
  expect({ status, output }).toMatchObject({ status: 0, output: expect.stringContaining('tagged v1.1.0') });
  expect(['package.json', 'core/package.json', 'package-lock.json'].map(versionOf)).toEqual(Array(3).fill('1.1.0'));
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    packages: { '': { version: '1.1.0' }, core: { version: '1.1.0' }, agent: { version: '0.4.0' } },
  });
  expect(versionOf('agent/package.json')).toBe('0.4.0');
  const today = git('log', '-1', '--format=%cd', '--date=format-local:%Y-%m-%d');
  expect(read('CHANGELOG.md')).toBe(CHANGELOG.replace('## Unreleased\n', `## Unreleased\n\n## 1.1.0, ${today}\n`));
  expect(readSet(read(`${DOCUMENTS_FOLDER}/1.1.0.jsonl`)).monitors).not.toEqual([]);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('chore: release 1.1.0');
  expect(git('rev-parse', 'v1.1.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
  expect(git('tag', '--list', '--format=%(contents)', 'v1.1.0')).toContain('- New: heartbeats.');
});

it('a dry run prints what it would do, and changes nothing', () => {
  const { status, output } = runCommand('2.0.0', '--dry-run');
  expect(status).toBe(0);
  for (const part of ['Farwatch 2.0.0', '- Faster.', 'package-lock.json', `${DOCUMENTS_FOLDER}/2.0.0.jsonl`])
    expect(output).toContain(part);
  expect([git('status', '--porcelain'), git('tag', '--list')]).toEqual(['', '']);
});

it('the command explains why it refuses, and ends with code 1', () => {
  for (const [args, reason] of [
    [[], 'Usage: npm run release'],
    [['1.0.2'], 'neither major, minor, patch nor a version later'],
  ] as const)
    expect(runCommand(...args)).toMatchObject({ status: 1, output: expect.stringContaining(reason) });
});

describe('nothing is written', () => {
  it.each<[when: string, prepare: () => void, requested: string, reason: string]>([
    ['for a version that is no later', () => undefined, '1.0.2', 'neither major, minor, patch nor a version later'],
    ['for the current version', () => undefined, '1.0.3', 'neither major, minor, patch nor a version later'],
    ['for a word', () => undefined, 'big', 'neither major, minor, patch nor a version later'],
    ['with a changed file', () => write('types.mjs', 'changed'), 'patch', 'what is not committed first'],
    ['with a new file', () => write('new.ts', ''), 'patch', 'what is not committed first'],
    ['if the tag exists', () => git('tag', 'v1.0.4'), 'patch', 'The tag v1.0.4 exists'],
    [
      'without entries',
      () => committed('CHANGELOG.md', CHANGELOG.replace(/- (Faster|New).*\n/g, '')),
      'patch',
      'no entries',
    ],
    ['without the heading', () => committed('CHANGELOG.md', '# Changelog\n'), 'patch', 'exactly one heading'],
    ['with wrong types', () => committed('types.mjs', 'process.exit(2)'), 'patch', 'The types are not right'],
    [
      'without the documents of this version',
      () => removed(`${DOCUMENTS_FOLDER}/${VERSION}.jsonl`),
      'patch',
      'are missing',
    ],
  ])('%s', (_when, prepare, requested, reason) => {
    prepare();
    const before = [git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag', '--list')];
    expect(() => release(dir, requested, { isDryRun: false })).toThrow(reason);
    expect([git('status', '--porcelain'), git('rev-parse', 'HEAD'), git('tag', '--list')]).toEqual(before);
  });

  function committed(path: string, content: string): void {
    write(path, content);
    commit();
  }

  function removed(path: string): void {
    rmSync(join(dir, path));
    commit();
  }
});
