import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { rootDir } from '../src/platform/paths.ts';
import { claimFreePorts, isFree } from '../src/platform/ports.ts';
import { type Proc, stillRunning, treeOf } from '../src/platform/processes.ts';
import { type Suite, startSuite } from '../src/suite.ts';

let suite: Suite | null = null;
afterEach(() => suite?.stop());

/** Starts two emulators; their processes are firebase-tools and Java. */
async function startEmulators(): Promise<{ suite: Suite; family: Proc[] }> {
  const ports = await claimFreePorts();
  suite = await startSuite({ ports, run: 'faults-suite', only: ['auth', 'firestore'] });
  const family = treeOf(suite.pid);
  expect(family.length).toBeGreaterThanOrEqual(2);
  return { suite, family };
}

async function configFiles(): Promise<string[]> {
  return (await readdir(rootDir)).filter((name) => name.startsWith(`firebase.local.${process.pid}-`));
}

it('the emulators respond, and stopping them leaves no process, port or file', { tags: 'minutes' }, async () => {
  const { suite: running, family } = await startEmulators();
  const { firestore, auth, hub } = running.ports;
  for (const port of [firestore, auth]) expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(await configFiles()).toHaveLength(1);
  await running.stop();
  expect(stillRunning(family)).toEqual([]);
  expect(await Promise.all([firestore, auth, hub].map(isFree))).not.toContain(false);
  expect(await configFiles()).toEqual([]);
});

it('emulators that die are reported and leave nothing either', { tags: 'minutes' }, async () => {
  const { suite: running, family } = await startEmulators();
  await sleep(1_100);
  process.kill(running.pid, 'SIGKILL');
  expect(await running.exited).toMatchObject({ signal: 'SIGKILL' });
  await running.stop();
  expect(stillRunning(family)).toEqual([]);
});
