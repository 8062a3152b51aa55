import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Proc, stillRunning, treeOf } from './processes.ts';

/** Long enough for a busy machine. */
const WAIT_MS = 60_000;

let dir: string;
let child: ChildProcess;
let family: Proc[];
let output: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farwatch-signals-'));
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** Runs a program that watches a service and stops on a signal by doing that. */
async function start(stop: string, stdio: ('pipe' | 'ipc')[] = ['pipe', 'pipe', 'pipe']): Promise<void> {
  const from = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const log = JSON.stringify(join(dir, 'service.log'));
  const script = join(dir, 'script.ts');
  writeFileSync(
    script,
    `import { startService } from ${from('service.ts')};
     import { stopOnSignal } from ${from('signals.ts')};
     const args = ['-e', 'setInterval(() => {}, 1000)'];
     const options = { name: 'x', command: process.execPath, args, cwd: ${JSON.stringify(dir)}, env: {}, logFile: ${log} };
     const service = await startService(options);
     stopOnSignal(async () => { console.log('stopping'); ${stop} }, 3);
     console.log('up');
     setInterval(() => {}, 1000);`,
  );
  output = '';
  child = spawn(process.execPath, [script], { stdio });
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await vi.waitFor(() => expect(output).toContain('up'), WAIT_MS);
  family = treeOf(child.pid ?? 0);
  expect(family.length).toBeGreaterThanOrEqual(3);
}

const ended = () => new Promise((resolve) => child.once('exit', (code) => resolve(code)));
const allGone = () => vi.waitFor(() => expect(stillRunning(family)).toEqual([]), WAIT_MS);

const stopsOnce = async (signal: NodeJS.Signals) => {
  await start('await service.stop();');
  const code = ended();
  child.kill(signal);
  child.kill(signal);
  expect(await code).toBe(3);
  expect(output.match(/stopping/g)).toHaveLength(1);
  await allGone();
};
it('SIGINT, received twice, stops once and cleanly', () => stopsOnce('SIGINT'));
it.each(['SIGTERM', 'SIGHUP'] as const)('%s, received twice, stops once and cleanly', { tags: 'minutes' }, stopsOnce);

it('a second Ctrl-C kills a program that does not stop', async () => {
  await start('await new Promise(() => {});');
  const code = ended();
  child.kill('SIGINT');
  await vi.waitFor(() => expect(output).toContain('stopping'), WAIT_MS);
  await sleep(1_200);
  child.kill('SIGINT');
  expect(await code).toBe(130);
  expect(output).toContain('Stopped by force.');
  await allGone();
});

it('it stops when its parent ends', async () => {
  await start('await service.stop();', ['pipe', 'pipe', 'pipe', 'ipc']);
  const code = ended();
  child.disconnect();
  expect(await code).toBe(3);
  await allGone();
});
