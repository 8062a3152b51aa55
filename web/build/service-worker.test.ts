import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { palette } from '../src/app/theme/tokens.ts';
import { serviceWorkerFiles } from './service-worker.ts';

const publicDir = join(import.meta.dirname, '../public');
const on = serviceWorkerFiles(true);
const page = on['offline.html'] ?? '';
const worker = on['service-worker.js'] ?? '';

/** The paths in a text that begin at the app's root and name a file. */
const filesIn = (text: string) => [...text.matchAll(/['"]\/([\w-]+\.\w+)['"]/g)].flatMap(([, name]) => name ?? []);

describe('the offline page', () => {
  it('and its worker name no file that is not there', () => {
    const names = [...filesIn(page), ...filesIn(worker)];
    expect(names).toContain('offline.js');
    expect(names.filter((name) => !(name in on) && !existsSync(join(publicDir, name)))).toEqual([]);
  });

  it('runs only scripts that are kept with it', () => {
    const scripts = [...page.matchAll(/<script src="\/([^"]+)"/g)].map(([, name]) => name);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((name) => !filesIn(worker).includes(name ?? ''))).toEqual([]);
    expect(page).not.toMatch(/<script>/);
  });

  it('says all in each language', () => {
    expect(page).toContain('<main lang="en" data-title="Cannot reach Farwatch – Farwatch">');
    expect(page).toContain('<main lang="zh-CN" data-title="无法连接到 Farwatch – Farwatch">');
    expect(page).not.toMatch(/undefined|<!--/);
  });
});

it.each([
  ['offline.html', page],
  ['theme.js', readFileSync(join(publicDir, 'theme.js'), 'utf8')],
  ['manifest.webmanifest', readFileSync(join(publicDir, 'manifest.webmanifest'), 'utf8')],
])('%s has the app’s own colours', (_name, text) => {
  const own = Object.values(palette).flatMap(({ light, dark }) => [light, dark]);
  const used = text.match(/#[0-9a-f]{6}\b/g) ?? [];
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((colour) => !own.some((each) => each === colour))).toEqual([]);
});

describe('the service worker', () => {
  it('carries a version of what it keeps', () => {
    expect(worker).toMatch(/VERSION = '[0-9a-f]{12}'/);
  });

  it('is replaced by one that removes itself where the app is built without it', () => {
    const off = serviceWorkerFiles(false);
    expect(Object.keys(off)).toEqual(['service-worker.js']);
    expect(off['service-worker.js']).toContain('unregister()');
    expect(off['service-worker.js']).not.toContain("'fetch'");
  });
});
