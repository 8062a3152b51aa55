import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

const functionsDir = join(import.meta.dirname, '..');
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

it('names the exact versions that are installed', () => {
  const require = createRequire(join(functionsDir, 'package.json'));
  for (const [name, version] of Object.entries(dependencies)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const installed = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(manifestOf(name, require), 'utf8')));
    expect([name, version]).toEqual([name, installed.version]);
  }
});

it('needs no other package than those it names', () => {
  expect(packagesIn(bundle).length).toBeGreaterThan(0);
  expect(packagesIn(bundle).filter((name) => !(name in dependencies))).toEqual([]);
});

it('loads nothing for a function that is not called but what defines them all', () => {
  expect([...new Set(packagesIn(main))]).toEqual(['firebase-functions']);
});

it('names the bundle of the agent that is served, whoever builds it from wherever', () => {
  const own = join(out, 'bundle-of-the-agent.mjs');
  execFileSync(process.execPath, [join(functionsDir, '../agent/build.ts'), own], { cwd: out });
  const sha256 = createHash('sha256').update(readFileSync(own)).digest('hex');
  expect(bundle).toContain(`"${sha256}"`);
  expect(readdirSync(out)).not.toContain('agent.mjs');
});

/** The packages that are imported by what every function loads, or by all there is. */
function packagesIn(text: string): string[] {
  const imported = [...text.matchAll(/^import .*?from ["']([^"']+)["'];?$/gm)].map((match) => match[1] ?? '');
  return imported.filter((path) => !path.startsWith('node:') && !path.startsWith('.')).map(packageOf);
}

/** The first folder of that name on the way up, as Node looks for it: not every package lets its manifest be resolved. */
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
