import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const exec = promisify(execFile);
let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farwatch-bundle-'));
  bundle = join(folder, 'farwatch.mjs');
  await exec(process.execPath, [fileURLToPath(new URL('../build.ts', import.meta.url)), bundle]);
});
afterAll(() => rm(folder, { recursive: true }));

test('the command line is one file below 1.4 MB that runs by itself', async () => {
  expect((await stat(bundle)).size).toBeLessThan(1_400_000);
  const { stdout } = await exec(bundle, ['help'], { cwd: folder });
  expect(stdout).toContain('Usage: farwatch <command>');
});

test('without a login it explains what to do, and fails', async () => {
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder };
  const failed = await exec(bundle, ['status'], { cwd: folder, env }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('farwatch login') });
});
