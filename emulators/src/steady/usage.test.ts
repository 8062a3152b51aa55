import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readUsage } from './usage.ts';

/** Uses 0.2 s of processor time, then waits for input. */
const BUSY = 'while (process.cpuUsage().user < 200_000); console.log(1); process.stdin.resume();';

test.runIf(process.platform === 'linux')('what a process uses grows with what it does', async () => {
  const child = spawn(process.execPath, ['-e', BUSY]);
  await once(child.stdout, 'data');
  const before = await readUsage(child.pid ?? 0);
  const wakeUp = () => {
    child.stdin.write('go\n');
    return readUsage(child.pid ?? 0);
  };
  // On a busy machine the input may arrive before it sleeps.
  await expect.poll(async () => (await wakeUp()).mainWakeups).toBeGreaterThan(before.mainWakeups);
  const after = await readUsage(child.pid ?? 0);
  child.kill();
  expect(before.cpuSec).toBeGreaterThanOrEqual(0.19);
  expect(before.peakMiB).toBeGreaterThanOrEqual(before.rssMiB);
  expect(before.rssMiB).toBeGreaterThan(10);
  expect(after.wakeups).toBeGreaterThanOrEqual(after.mainWakeups);
});
