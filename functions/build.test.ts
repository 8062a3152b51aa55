import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { lockfileSchema } from './prune-lockfile.ts';

const functionsDir = import.meta.dirname;
const out = mkdtempSync(join(tmpdir(), 'farwatch-functions-'));
const manifestSchema = z.object({ main: z.string(), dependencies: z.record(z.string(), z.string()) });
let dependencies: Record<string, string>;
let main: string;
let bundle: string;

beforeAll(() => {
  execFileSync(process.execPath, ['build.ts', out], { cwd: functionsDir });
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(out, 'package.json'), 'utf8')));
  dependencies = manifest.dependencies;
  main = readFileSync(join(out, manifest.main), 'utf8');
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  bundle = files.map((name) => readFileSync(join(out, name), 'utf8')).join('\n');
});
afterAll(() => rmSync(out, { recursive: true }));

it('pins the installed versions', () => {
  const require = createRequire(join(functionsDir, 'package.json'));
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const installed = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(manifestOf(name, require), 'utf8')));
    expect([name, version]).toEqual([name, installed.version]);
  }
});

it('locks the packages that it installs, as the root lockfile does', () => {
  const read = (path: string) => lockfileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).packages;
  const { '': top, ...locked } = read(join(out, 'package-lock.json'));
  expect(top?.dependencies).toEqual(dependencies);
  const idOf = ({ version, integrity }: { version?: string | undefined; integrity?: unknown }) =>
    `${version} ${integrity}`;
  const known = new Set(Object.values(read(join(functionsDir, '../package-lock.json'))).map(idOf));
  expect(Object.values(locked).filter((each) => !known.has(idOf(each)))).toEqual([]);
  expect(Object.keys(locked).length).toBeGreaterThan(Object.keys(dependencies).length);
});

it('locks packages to no registry of this machine', () => {
  const urls = readFileSync(join(out, 'package-lock.json'), 'utf8').match(/"resolved": "[^"]+"/g) ?? [];
  expect(urls.filter((url) => !url.startsWith('"resolved": "https://registry.npmjs.org/'))).toEqual([]);
});

it('needs only the packages that it names', () => {
  expect(packagesIn(bundle).length).toBeGreaterThan(0);
  expect(packagesIn(bundle).filter((name) => !(name in dependencies))).toEqual([]);
});

it('loads only firebase-functions before a function is called', () => {
  expect([...new Set(packagesIn(main))]).toEqual(['firebase-functions']);
});

it('contains the hash of the agent’s bundle, which any build reproduces', () => {
  const own = join(out, 'bundle-of-the-agent.mjs');
  execFileSync(process.execPath, [join(functionsDir, '../agent/build.ts'), own], { cwd: out });
  const sha256 = createHash('sha256').update(readFileSync(own)).digest('hex');
  expect(bundle).toContain(`"${sha256}"`);
  expect(readdirSync(out)).not.toContain('agent.mjs');
});

/** The packages that bundled code imports. */
function packagesIn(text: string): string[] {
  const imported = [...text.matchAll(/^import .*?from ["']([^"']+)["'];?$/gm)].map((match) => match[1] ?? '');
  return imported.filter((path) => !path.startsWith('node:') && !path.startsWith('.')).map(packageOf);
}

/** Searches as Node does: not every package exports its manifest. */
function manifestOf(name: string, require: NodeJS.Require): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    const path = join(folder, name, 'package.json');
    try {
      readFileSync(path);
      return path;
    } catch {
      // Not installed there.
    }
  }
  throw new Error(`${name} is not installed`);
}

function packageOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}
