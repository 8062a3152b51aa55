import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { lockHolder, takeLock } from './lock.ts';

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
    expect(await takeLock(path)).toEqual({ heldBy: process.pid });
    expect(await lockHolder(path)).toBe(process.pid);
    if ('release' in lock) await lock.release();
    expect(await lockHolder(path)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    expect(await takeLock(path)).toHaveProperty('release');
  });

  test.each([
    ['a dead process', async () => `${await deadPid()}-123`],
    ['another program with its pid', async () => `${process.pid}-1`],
    ['something unreadable', async () => 'nobody'],
  ])('of %s is taken over', async (_what, holder) => {
    const folder = await newFolder();
    const path = join(folder, 'lock');
    await symlink(await holder(), path);
    expect(await lockHolder(path)).toBeNull();
    expect(await takeLock(path)).toHaveProperty('release');
    expect(await readdir(folder)).toEqual(['lock']);
  });

  test('goes to one of many that come at once', async () => {
    const path = join(await newFolder(), 'lock');
    await symlink(`${await deadPid()}-123`, path);
    const got = await Promise.all(Array.from({ length: 20 }, () => takeLock(path)));
    expect(got.filter((lock) => 'release' in lock)).toHaveLength(1);
  });
});
