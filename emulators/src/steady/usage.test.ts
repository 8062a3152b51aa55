import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { cpuSecIn, numberAfter, readUsage } from './usage.ts';

const AFTER_NAME = 'S 1 2 3 0 -1 4194304 101 0 0 0';

test.each([
  ['a plain name', `7 (node) ${AFTER_NAME} 250 50 0 0`, 3],
  ['a name with spaces and brackets', `7 (a ) b) ${AFTER_NAME} 100 0 0 0`, 1],
])('processor time of a process with %s', (_what, stat, sec) => {
  expect(cpuSecIn(stat)).toBe(sec);
});

test.each([
  ['VmRSS:', 'VmPeak:\t 9 kB\nVmRSS:\t  2048 kB\n', 2_048],
  ['\nvoluntary_ctxt_switches:', 'Name:\tx\nvoluntary_ctxt_switches:\t12\nnonvoluntary_ctxt_switches:\t99\n', 12],
  ['VmHWM:', 'VmRSS:\t1 kB\n', Number.NaN],
])('the number behind %j', (name, text, expected) => {
  expect(numberAfter(name, text)).toBe(expected);
});

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
