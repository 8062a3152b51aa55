import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endGuard } from './guard.ts';
import { listProcs, type Proc, parsePs, parseStat, stillRunning, treeOf } from './processes.ts';
import { type Service, startService } from './service.ts';

/** Long enough for a busy machine. */
const WAIT_MS = 60_000;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farwatch-service-'));
});
afterEach(async () => {
  await endGuard();
  rmSync(dir, { recursive: true, force: true });
});

/** Starts a grandchild in its own session, as firebase-tools does with Java, and prints its id. */
const parentScript = (onSignal: string) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  process.on('SIGTERM', () => { ${onSignal} });
  child.once('spawn', () => console.log('started ' + child.pid));
  setInterval(() => {}, 1000);`;

async function startFamily(onSignal: string): Promise<{ service: Service; family: Proc[] }> {
  const logFile = join(dir, 'family.log');
  const args = ['-e', parentScript(onSignal)];
  const service = await startService({ name: 'family', command: process.execPath, args, cwd: dir, env: {}, logFile });
  await vi.waitFor(() => expect(readFileSync(logFile, 'utf8')).toContain('started'), WAIT_MS);
  const family = treeOf(service.pid);
  expect(family).toHaveLength(2);
  return { service, family };
}

describe('startService', () => {
  it('ends by the signal, with the children that the program stops', async () => {
    const { service, family } = await startFamily('child.kill(); process.exit(7);');
    await service.stop('SIGTERM', WAIT_MS);
    expect(await service.exited).toEqual({ code: 7, signal: null });
    expect(stillRunning(family)).toEqual([]);
  });

  it('kills a program that ignores the signal, and children that are left', async () => {
    for (const onSignal of ['', 'process.exit(0);']) {
      const { service, family } = await startFamily(onSignal);
      await service.stop('SIGTERM', 300);
      expect(stillRunning(family)).toEqual([]);
      expect(service.running()).toBe(false);
    }
  });

  it('ends the children of a program that has died, once it has seen them', async () => {
    const { service, family } = await startFamily('');
    await sleep(1_100);
    process.kill(service.pid, 'SIGKILL');
    await service.exited;
    expect(stillRunning(family)).toHaveLength(1);
    await service.stop();
    expect(stillRunning(family)).toEqual([]);
  });

  it('rejects if the program does not exist', async () => {
    const options = { name: 'none', command: join(dir, 'none'), args: [], cwd: dir, env: {} };
    await expect(startService({ ...options, logFile: join(dir, 'none.log') })).rejects.toThrow('ENOENT');
  });
});

describe('the reaper', () => {
  it('ends everything when its parent is killed', async () => {
    const script = join(dir, 'killed.ts');
    const service = join(import.meta.dirname, 'service.ts');
    writeFileSync(
      script,
      `import { startService } from ${JSON.stringify(service)};
       const args = ['-e', ${JSON.stringify(parentScript(''))}];
       await startService({ name: 'x', command: process.execPath, args, cwd: ${JSON.stringify(dir)}, env: {}, logFile: ${JSON.stringify(join(dir, 'x.log'))} });
       setInterval(() => {}, 1000);`,
    );
    const victim = spawn(process.execPath, [script], { stdio: 'ignore' });
    await vi.waitFor(() => expect(readFileSync(join(dir, 'x.log'), 'utf8')).toContain('started'), WAIT_MS);
    const family = treeOf(victim.pid ?? 0);
    expect(family).toHaveLength(4);
    victim.kill('SIGKILL');
    await vi.waitFor(() => expect(stillRunning(family)).toEqual([]), WAIT_MS);
  });
});

describe('listing processes', () => {
  it('knows this process and its parent', () => {
    expect(listProcs()).toContainEqual(expect.objectContaining({ pid: process.pid, parent: process.ppid }));
  });

  it('reads a name with spaces and brackets, and leaves out what has ended', () => {
    const rest = (state: string) => `${state} 7 ${Array.from({ length: 17 }, () => '0').join(' ')} 4711 9`;
    expect(parseStat(`12 (a b) c) ${rest('S')}`)).toEqual([{ pid: 12, parent: 7, born: '4711' }]);
    expect(parseStat(`12 (a) ${rest('Z')}`)).toEqual([]);
  });

  it('reads what ps prints', () => {
    const output = '    1     0 Ss   Fri Nov 20 19:21:00 2026\n  345     1 Z+   Fri Nov 20 19:22:00 2026\n';
    expect(parsePs(output)).toEqual([{ pid: 1, parent: 0, born: 'Fri Nov 20 19:21:00 2026' }]);
  });
});
