import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findChromium } from './chromium.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farwatch-chromium-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function program(name: string, mode = 0o755): string {
  const file = join(dir, name);
  writeFileSync(file, '');
  chmodSync(file, mode);
  return file;
}

it('takes CHROME_PATH, then one on PATH, then what Playwright has', () => {
  const [named, installed, downloaded] = [program('named'), program('google-chrome'), program('downloaded')];
  expect(findChromium({ CHROME_PATH: named, PATH: dir }, [downloaded])).toBe(named);
  expect(findChromium({ PATH: dir }, [downloaded])).toBe(installed);
  expect(findChromium({ CHROME_PATH: join(dir, 'gone'), PATH: dir }, [downloaded])).toBe(installed);
  expect(findChromium({ PATH: '/missing' }, [downloaded])).toBe(downloaded);
});

it('skips files that cannot be run', () => {
  const installed = program('google-chrome');
  program('chromium', 0o644);
  expect(findChromium({ PATH: dir }, [])).toBe(installed);
});
