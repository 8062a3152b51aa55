import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalServer, listenLocally } from './platform/local-server.ts';
import { fixedPorts } from './platform/ports.ts';

let taken: LocalServer | null = null;
beforeAll(async () => {
  taken = await listenLocally(() => {}, fixedPorts.targets).catch(() => null);
});
afterAll(() => taken?.close());

it('npm start with a port in use is one sentence on stderr and exit code 1', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], { stdio: 'pipe' });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(1);
  expect(output.stdout).toBe('');
  expect(output.stderr).toMatch(/^Port \d+ is in use, and the [^.\n]+\.\n$/);
});
