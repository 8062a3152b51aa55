import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressesOf } from './addresses.ts';
import { buildsFor } from './build.ts';
import { contentHash, sourceFiles } from './platform/content-hash.ts';
import { claimFreePorts } from './platform/ports.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farwatch-build-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function file(path: string, text = ''): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

it('a build reads sources, no tests, and no built, installed or hidden files', () => {
  for (const path of [
    'src/a.ts',
    'src/b/c.tsx',
    'src/a.test.ts',
    'dist/a.js',
    'node_modules/x/a.js',
    '.env',
    'package.json',
  ])
    file(path);
  expect(sourceFiles([dir]).map((path) => relative(dir, path))).toEqual(['package.json', 'src/a.ts', 'src/b/c.tsx']);
});

it('the key changes with any source, its name or the settings, and with nothing else', () => {
  file('src/a.ts', 'one');
  const first = contentHash([dir], 'settings');
  file('src/a.test.ts', 'a test');
  expect(contentHash([dir], 'settings')).toBe(first);
  expect(contentHash([dir], 'other settings')).not.toBe(first);
  file('src/a.ts', 'two');
  const second = contentHash([dir], 'settings');
  expect(second).not.toBe(first);
  file('src/b.ts', '');
  expect(contentHash([dir, join(dir, 'none')], 'settings')).not.toBe(second);
});

it('the app gets the addresses, and its own folder for other ports', async () => {
  const ports = await claimFreePorts();
  const [functions, agent, web] = buildsFor(addressesOf(ports), '/elsewhere');
  expect([functions.outDir, agent.outDir].every((path) => path.endsWith('/dist'))).toBe(true);
  expect(web).toMatchObject({ outDir: '/elsewhere', args: ['--outDir', '/elsewhere', '--emptyOutDir'] });
  expect(web.env).toMatchObject({
    VITE_FIREBASE_PROJECT_ID: 'demo-farwatch',
    VITE_EMULATOR_AUTH: `127.0.0.1:${ports.auth}`,
    VITE_EMULATOR_FUNCTIONS: `127.0.0.1:${ports.functions}`,
  });
});
