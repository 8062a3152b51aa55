import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { lockHolder, startOf, takeLock } from './lock.ts';

const CHILD = fileURLToPath(new URL('./testing/lock-child.ts', import.meta.url));
const ME = `process ${process.pid} on ${hostname()}`;

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/**
 * Another process that tries to take the lock, and what it got. With `namespace` it counts pids for itself, as a
 * container does.
 */
async function otherProcess(path: string, namespace = false) {
  const command = [process.execPath, CHILD, path];
  // The namespace ends with unshare's child.
  const all = namespace ? ['unshare', '-p', '-f', '--kill-child', '--mount-proc', ...command] : command;
  const [first = '', ...rest] = all;
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [output] = await once(child.stdout, 'data');
  return { output: String(output).trim(), child };
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('a lock', () => {
  test('is held by one, and given back', async () => {
    const folder = await newFolder();
    const path = join(folder, 'lock');
    const lock = await takeLock(path);
    expect(await takeLock(path)).toEqual({ heldBy: ME });
    expect(await lockHolder(path)).toBe(ME);
    if ('release' in lock) await lock.release();
    expect(await lockHolder(path)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    expect(await takeLock(path)).toHaveProperty('release');
  });

  test.each([
    ['a dead process', async () => `${await deadPid()}-123`],
    ['another program with its pid', async () => `${process.pid}-1`],
    ['something unreadable', async () => 'garbage'],
  ])('of %s is taken over', async (_what, holder) => {
    const folder = await newFolder();
    const path = join(folder, 'lock');
    await symlink(await holder(), path);
    expect(await lockHolder(path)).toBeNull();
    expect(await takeLock(path)).toHaveProperty('release');
    expect(await readdir(folder)).toEqual(['lock', expect.stringMatching(/^lock-\w+\.sock$/)]);
  });

  test('goes to one of many that come at once', async () => {
    const path = join(await newFolder(), 'lock');
    await symlink(`${await deadPid()}-123`, path);
    const got = await Promise.all(Array.from({ length: 20 }, () => takeLock(path)));
    expect(got.filter((lock) => 'release' in lock)).toHaveLength(1);
  });

  test('is taken over also where the last to try was killed in the middle of it', async () => {
    const folder = await newFolder();
    const path = join(folder, 'lock');
    await symlink(`${await deadPid()}-123`, path);
    await mkdir(`${path}.turn`);
    const long = new Date(Date.now() - 60_000);
    await utimes(`${path}.turn`, long, long);
    expect(await takeLock(path)).toHaveProperty('release');
    expect(await readdir(folder)).toEqual(['lock', expect.stringMatching(/^lock-\w+\.sock$/)]);
  });

  test('of a killed process is taken over, also where its pid is another program’s by now', async () => {
    const folder = await newFolder();
    const path = join(folder, 'lock');
    const { output, child } = await otherProcess(path);
    expect(output).toBe('taken');
    expect(await takeLock(path)).toEqual({ heldBy: `process ${child.pid} on ${hostname()}` });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const socket = (await readdir(folder))
      .find((name) => name.endsWith('.sock'))
      ?.split('-')
      .at(-1);
    await symlink(`${process.pid}-${startOf(process.pid)}-${socket}-${hostname()}`, `${path}2`);
    expect(await takeLock(`${path}2`)).toHaveProperty('release');
    expect(await takeLock(path)).toHaveProperty('release');
  });

  test('holds in a folder whose path is too long for a socket', async () => {
    const folder = join(await newFolder(), 'd'.repeat(120));
    await mkdir(folder);
    const path = join(folder, 'lock');
    expect((await otherProcess(path)).output).toBe('taken');
    expect(await takeLock(path)).toHaveProperty('heldBy');
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/\.sock$/));
  });

  test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'holds among containers that share the folder, each with pids of its own',
    async () => {
      const folder = await newFolder();
      const path = join(folder, 'lock');
      const first = await otherProcess(path, true);
      expect(first.output).toBe('taken');
      const second = await otherProcess(path, true);
      expect(second.output).toMatch(/^process \d+ on /);
      expect(await takeLock(path)).toEqual({ heldBy: second.output });
      first.child.kill('SIGKILL');
      await once(first.child, 'exit');
      await expect.poll(async () => 'release' in (await takeLock(path))).toBe(true);
    },
  );
});
