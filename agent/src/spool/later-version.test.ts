import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { decodeLine, encodeLine } from './line.ts';
import { Spool } from './spool.ts';
import { sampleCheck, sampleReport } from './testing/sample.ts';

const W0 = 1_800_000_000_000;

/** A line of a later version that stores more about a check. */
function laterLine(): string {
  const [json = ''] = encodeLine(sampleCheck('a', W0)).split(/(?<=\])/);
  const later = `${json.slice(0, -1)},{"later":[1,2]}]`;
  return `${later}${createHash('sha256').update(later).digest('hex').slice(0, 8)}`;
}

test('a line with more fields, of a later version, is read', () => {
  expect(decodeLine(laterLine())).toEqual(sampleCheck('a', W0));
});

test('a check with a code that earlier versions do not know is one of the network to them', () => {
  const { check, ...rest } = sampleCheck('a', W0);
  const failed = { ...rest, check: { ...check, statusCode: 200, error: 'assertion' as const } };
  const line = encodeLine(failed).trimEnd();
  expect(decodeLine(line)).toEqual(failed);
  const fields: unknown = JSON.parse(line.slice(0, line.lastIndexOf(']') + 1));
  expect(fields).toEqual(['o1', 1, 'a', W0, 12, 200, 'network', null, 'assertion']);
});

test('a spool of a later version is used: its checks, its number and the outgoing report', async () => {
  const folder = await newFolder();
  const before = await Spool.open(folder);
  await before.append(sampleCheck('sent', W0));
  const { spool, seq } = before.status;
  await before.dispatch(sampleReport(before.status, W0, []), { checks: [], takes: {}, damaged: 0 });
  await before.close();
  for (const name of ['spool.json', 'spool-copy.json']) {
    const state = JSON.parse(await readFile(join(folder, name), 'utf8')) as { outgoing: { report: object } };
    const report = { ...state.outgoing.report, later: true };
    await writeFile(
      join(folder, name),
      JSON.stringify({ ...state, later: { more: 1 }, outgoing: { ...state.outgoing, report } }),
    );
  }
  const reported: string[] = [];
  const after = await Spool.open(folder, { onUnreadable: (path) => reported.push(path) });
  expect(after.outgoing).toMatchObject({ spool, seq });
  expect((await after.take(W0, 10, () => true)).checks).toEqual([sampleCheck('sent', W0)]);
  expect(reported).toEqual([]);
  await after.close();
});

test('an unreadable state is reported, and kept next to the new one', async () => {
  const folder = await newFolder();
  for (const name of ['spool.json', 'spool-copy.json']) await writeFile(join(folder, name), '{"form": 2}');
  const reported: string[] = [];
  const spool = await Spool.open(folder, { onUnreadable: (path) => reported.push(path) });
  const kept = ['spool.json.unreadable', 'spool-copy.json.unreadable'];
  expect(reported).toEqual(kept.map((name) => join(folder, name)));
  expect(await readdir(folder)).toEqual(expect.arrayContaining(kept));
  await spool.close();
});
