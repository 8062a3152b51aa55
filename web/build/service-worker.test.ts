import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { palette } from '../src/ui/theme/tokens.ts';
import { serviceWorkerFiles } from './service-worker.ts';

const publicDir = join(import.meta.dirname, '../public');
const on = serviceWorkerFiles(true);
const page = on['offline.html'] ?? '';
const worker = on['service-worker.js'] ?? '';

/** The names of files at the app's root in a text. */
const filesIn = (text: string) => [...text.matchAll(/['"]\/([\w-]+\.\w+)['"]/g)].flatMap(([, name]) => name ?? []);

describe('the offline page', () => {
  it('and its worker refer only to existing files', () => {
    const names = [...filesIn(page), ...filesIn(worker)];
    expect(names).toContain('offline.js');
    expect(names.filter((name) => !(name in on) && !existsSync(join(publicDir, name)))).toEqual([]);
  });

  it('runs only cached scripts', () => {
    const scripts = [...page.matchAll(/<script src="\/([^"]+)"/g)].map(([, name]) => name);
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((name) => !filesIn(worker).includes(name ?? ''))).toEqual([]);
    expect(page).not.toMatch(/<script>/);
  });

  it.each([
    ['cn', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['zh_SG', 'zh-CN'],
    ['th-TH', 'th'],
    ['bn-BD', 'bn'],
    ['de', 'en'],
    ['no language', 'en'],
  ])('is shown for the language %s with the tag %s', (chosen, tag) => {
    const documentElement = { lang: '' };
    const document = { documentElement, addEventListener: () => undefined };
    const ignored = () => undefined;
    runInNewContext(on['offline.js'] ?? '', {
      document,
      localStorage: { getItem: () => chosen },
      addEventListener: ignored,
      setInterval: ignored,
    });
    expect(documentElement.lang).toBe(tag);
  });

  it('has its texts in every language', () => {
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
  it('has a version of its files', () => {
    expect(worker).toMatch(/VERSION = '[0-9a-f]{12}'/);
  });

  it('is replaced by one that removes itself when it is turned off', () => {
    const off = serviceWorkerFiles(false);
    expect(Object.keys(off)).toEqual(['service-worker.js']);
    expect(off['service-worker.js']).toContain('unregister()');
    expect(off['service-worker.js']).not.toContain("'fetch'");
  });
});
