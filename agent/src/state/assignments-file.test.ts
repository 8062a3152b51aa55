import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { assignmentOf } from '../watch/testing/assignment.ts';

import { AssignmentsFile } from './assignments-file.ts';

const ONE = [assignmentOf({ e1: 'https://a.farwatch.test/' })];
const TWO = [...ONE, assignmentOf({ e2: 'https://b.farwatch.test/' }, { ownerId: 'o2' })];

async function startFile(gapMs = 0) {
  const path = join(await newFolder(), 'assignments.json');
  const errors: string[] = [];
  const open = (id = 'a1') => new AssignmentsFile(path, id, ({ message }) => errors.push(message), gapMs);
  return { path, errors, open, file: open() };
}

describe('assignments on disk', () => {
  test('outlast a run, private to the user', async () => {
    const { path, open, file } = await startFile();
    expect(await file.read()).toEqual([]);
    file.keep(TWO);
    await file.close();
    expect(await open().read()).toEqual(TWO);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('are written when they changed only, the last of many at once', async () => {
    const { path, open, file } = await startFile(60_000);
    file.keep(ONE);
    await expect
      .poll(() =>
        stat(path).then(
          ({ size }) => size,
          () => 0,
        ),
      )
      .toBeGreaterThan(0);
    const first = await stat(path);
    file.keep(TWO);
    file.keep([]);
    file.keep(TWO);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await stat(path)).ino).toBe(first.ino);
    await file.close();
    expect(await open().read()).toEqual(TWO);

    const written = await stat(path);
    const again = open();
    await again.read();
    again.keep(TWO);
    await again.close();
    expect((await stat(path)).ino).toBe(written.ino);
  });

  test('are removed with the agent, whatever arrives after', async () => {
    const { path, file } = await startFile();
    file.keep(ONE);
    await file.remove();
    file.keep(TWO);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await file.remove();
  });

  test.each<[string, (text: string) => string]>([
    ['damaged', (text) => text.slice(0, -9)],
    ['empty', () => ''],
    ['of another form', (text) => text.replaceAll('"intervalSec":3600', '"interval":"1h"')],
    ['no object', () => '[]'],
  ])('are ignored where they are %s, and rewritten', async (_what, spoil) => {
    const { path, open, file } = await startFile();
    file.keep(ONE);
    await file.close();
    await writeFile(path, spoil(await readFile(path, 'utf8')));
    const next = open();
    expect(await next.read()).toEqual([]);
    next.keep(ONE);
    await next.close();
    expect(await open().read()).toEqual(ONE);
  });

  test('of another agent are ignored', async () => {
    const { open, file } = await startFile();
    file.keep(ONE);
    await file.close();
    expect(await open('a2').read()).toEqual([]);
  });

  test('that cannot be written are reported', async () => {
    const folder = await newFolder();
    const errors: string[] = [];
    const file = new AssignmentsFile(join(folder, 'none', 'x.json'), 'a1', ({ message }) => errors.push(message), 0);
    file.keep(ONE);
    await file.close();
    expect(errors).toEqual([expect.stringContaining('ENOENT')]);
  });
});
