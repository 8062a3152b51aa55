import { appendFile, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '@farwatch/core/values/limits';
import type { CheckPhases } from '@farwatch/core/values/phases';
import { MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { afterEach, describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { encodeLine } from './line.ts';
import { MAX_BYTES } from './options.ts';
import { Spool } from './spool.ts';
import { endpointsOf, sampleCheck, sampleReport } from './testing/sample.ts';

const W0 = 1_800_000_000_000;
const W1 = W0 + WINDOW_MS;
const LONG_AFTER = W0 + 10 * WINDOW_MS;
const ALL = () => true;

const opened: Spool[] = [];
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
});

async function openSpool(folder: string, maxBytes?: number): Promise<Spool> {
  const spool = await Spool.open(folder, { maxBytes });
  opened.push(spool);
  return spool;
}

async function filled(folder: string, ...ids: string[]): Promise<Spool> {
  const spool = await openSpool(folder);
  await Promise.all(ids.map((id) => spool.append(sampleCheck(id, W0 + 1_000))));
  return spool;
}

async function segmentPath(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((file) => file.startsWith('checks-'));
  if (!name) throw new Error('no segment');
  return join(folder, name);
}

async function dispatchAll(spool: Spool, windowAt = W0): Promise<string[]> {
  const taken = await spool.take(windowAt, 100, ALL);
  const report = sampleReport(spool.status, windowAt, taken.checks);
  await spool.dispatch(report, taken);
  return endpointsOf(report);
}

async function waiting(spool: Spool): Promise<string[]> {
  const all = await Promise.all(spool.windows().map((windowAt) => spool.take(windowAt, 100, ALL)));
  return all.flatMap(({ checks }) => checks.map(({ check }) => check.endpoint));
}

describe('a check', () => {
  test('comes back whole after a restart', async () => {
    const folder = await newFolder();
    const phases: CheckPhases = [12, null, 31, 4_000, null];
    const check = { endpoint: 'e1', at: W0 + 5, ms: 10_004, statusCode: null, error: 'timeout', phases } as const;
    await (await openSpool(folder)).append({ ownerId: 'o7', generation: 4, check });
    const { checks } = await (await openSpool(folder)).take(W0, 10, ALL);
    expect(checks).toEqual([{ ownerId: 'o7', generation: 4, check }]);
  });

  test('goes to its own window, whenever it ended', async () => {
    const spool = await openSpool(await newFolder());
    await Promise.all([W1 + 1, W0 + 1, W1 + 2].map((at) => spool.append(sampleCheck(`at${at - W0}`, at))));
    expect(spool.windows()).toEqual([W0, W1]);
    expect((await spool.take(W0, 10, ALL)).checks).toHaveLength(1);
    expect((await spool.take(W1, 10, ALL)).checks).toHaveLength(2);
  });

  test('thousands at once share few writes', async () => {
    const spool = await openSpool(await newFolder());
    await Promise.all(Array.from({ length: 5_000 }, (_, index) => spool.append(sampleCheck(`e${index}`, W0 + index))));
    expect((await spool.take(W0, 9_999, ALL)).checks).toHaveLength(5_000);
  });
});

describe('a report', () => {
  test('takes at most so many, in order, and only what is admitted', async () => {
    const spool = await filled(await newFolder(), 'a', 'b', 'c', 'd', 'e');
    const some = await spool.take(W0, 2, ({ check }) => check.endpoint !== 'b');
    expect(some.checks.map(({ check }) => check.endpoint)).toEqual(['a', 'c']);
    await spool.dispatch(sampleReport(spool.status, W0, some.checks), some);
    expect(await waiting(spool)).toEqual(['b', 'd', 'e']);
  });

  test('is there after a restart, the same, until acknowledged', async () => {
    const folder = await newFolder();
    const spool = await filled(folder, 'a', 'b');
    await dispatchAll(spool);
    const sent = JSON.stringify(spool.outgoing);
    await spool.append(sampleCheck('c', W0 + 2_000));

    const again = await openSpool(folder);
    expect(JSON.stringify(again.outgoing)).toBe(sent);
    expect(again.outgoing).toMatchObject({ seq: 1, spool: spool.status.spool });
    expect(await waiting(again)).toEqual(['c']);
    await again.acknowledge(W0);

    const third = await openSpool(folder);
    expect(third.outgoing).toBeNull();
    expect(third.status).toMatchObject({ seq: 2, spool: spool.status.spool });
    expect(await waiting(third)).toEqual(['c']);
  });

  test('becomes the first of a new id where the server expects another seq', async () => {
    const folder = await newFolder();
    const spool = await filled(folder, 'a');
    await dispatchAll(spool);
    const { spool: before } = spool.status;
    await spool.restartNumbering();
    const again = await openSpool(folder);
    expect(again.outgoing?.seq).toBe(1);
    expect(again.outgoing?.spool).toBe(again.status.spool);
    expect(again.status.spool).not.toBe(before);
    await spool.acknowledge(W0);
    expect((await openSpool(folder)).status).toMatchObject({ spool: spool.status.spool, seq: 2 });
  });

  test('that is rejected is dropped and kept for diagnosis, and its seq is free again', async () => {
    const folder = await newFolder();
    const spool = await filled(folder, 'a', 'b');
    await dispatchAll(spool);
    await spool.dropRejected(W0, 'malformed');
    expect(spool.outgoing).toBeNull();
    expect(spool.status).toMatchObject({ seq: 1, droppedChecks: 2, refusedReports: 1 });
    expect(await waiting(await openSpool(folder))).toEqual([]);
    const kept = JSON.parse(await readFile(join(folder, 'refused.json'), 'utf8'));
    expect(kept.reason).toBe('malformed');
    expect(endpointsOf(kept.report)).toEqual(['a', 'b']);
  });
});

describe('files', () => {
  test('go once everything in them is acknowledged and no check can come', async () => {
    const folder = await newFolder();
    const spool = await filled(folder, 'a');
    await dispatchAll(spool);
    await spool.acknowledge(W0 + 5 * MINUTE_MS);
    expect(await readdir(folder)).toHaveLength(3);
    await dispatchAll(spool);
    await spool.acknowledge(LONG_AFTER);
    expect(await readdir(folder)).toEqual(['spool-copy.json', 'spool.json']);
  });

  test('of an earlier run are not appended to', async () => {
    const folder = await newFolder();
    await filled(folder, 'a');
    const spool = await filled(folder, 'b');
    expect((await readdir(folder)).filter((name) => name.startsWith('checks-'))).toHaveLength(2);
    expect((await waiting(spool)).sort()).toEqual(['a', 'b']);
  });

  test('are private', async () => {
    const folder = join(await newFolder(), 'spool');
    await filled(folder, 'a');
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(await segmentPath(folder))).mode & 0o077).toBe(0);
  });

  test('hold seven days of all endpoints that an agent may have', async () => {
    const folder = await newFolder();
    const spool = await openSpool(folder);
    const id = 'a'.repeat(20);
    const phases: CheckPhases = [2_000, 2_000, 2_000, 2_000, 2_000];
    const check = { endpoint: id, at: W0, ms: 10_000, statusCode: null, error: 'unreachable', phases } as const;
    await spool.append({ ownerId: 'o'.repeat(28), generation: 1_000, check });
    const roundsOfSevenDays = 7 * 24 * 6;
    expect(spool.bytes * LIMITS.endpointsPerAgent * roundsOfSevenDays).toBeLessThan(MAX_BYTES);
  });

  test('over the limit go oldest first, and are counted until reported', async () => {
    const folder = await newFolder();
    const spool = await openSpool(folder, 450);
    for (let window = 0; window < 6; window += 1) {
      const at = W0 + window * WINDOW_MS;
      await Promise.all([spool.append(sampleCheck(`a${window}`, at)), spool.append(sampleCheck(`b${window}`, at))]);
    }
    expect(spool.bytes).toBeLessThanOrEqual(450);
    const left = spool.windows().length;
    expect(left).toBeLessThan(6);
    const dropped = (6 - left) * 2;
    expect(spool.status.droppedChecks).toBe(dropped);

    await dispatchAll(spool, spool.windows()[0]);
    expect((await openSpool(folder)).status.droppedChecks).toBe(dropped);
    await spool.acknowledge(W0);
    expect((await openSpool(folder)).status.droppedChecks).toBe(0);
  });
});

describe('after a crash', () => {
  test.each([1, 5, 20])('a last line that lacks %i bytes is passed over', async (bytes) => {
    const folder = await newFolder();
    await filled(folder, 'a', 'b', 'c');
    const path = await segmentPath(folder);
    await truncate(path, (await readFile(path)).length - bytes);
    const again = await openSpool(folder);
    expect(await waiting(again)).toEqual(['a', 'b']);
    expect(again.status.droppedChecks).toBe(0);
  });

  test('a file of nothing but a torn line does no harm', async () => {
    const folder = await newFolder();
    await writeFile(join(folder, `checks-${W0}-x.log`), '["o1",1,"e');
    const spool = await filled(folder, 'a');
    expect(spool.windows()).toEqual([W0]);
    expect(await waiting(spool)).toEqual(['a']);
  });

  test('a damaged line within is left out, and counted as dropped', async () => {
    const folder = await newFolder();
    await filled(folder, 'a', 'b');
    await appendFile(
      await segmentPath(folder),
      `\0\0\0\n["o1",1,"e9",-5,1,null,null,null]\n${encodeLine(sampleCheck('c', W0 + 1_000))}`,
    );
    const spool = await openSpool(folder);
    expect(await dispatchAll(spool)).toEqual(['a', 'b', 'c']);
    expect(spool.status.droppedChecks).toBe(2);
    expect(spool.windows()).toEqual([]);
  });

  test('a line that was altered but is well formed is left out, and counted as dropped', async () => {
    const folder = await newFolder();
    await filled(folder, 'a', 'b');
    const path = await segmentPath(folder);
    await writeFile(path, (await readFile(path, 'utf8')).replace(',12,', ',72,'));
    const spool = await openSpool(folder);
    expect(await dispatchAll(spool)).toEqual(['b']);
    expect(spool.status.droppedChecks).toBe(1);
  });

  test('an unreadable state starts a new spool over the same checks', async () => {
    const folder = await newFolder();
    const spool = await filled(folder, 'a');
    await writeFile(join(folder, 'spool.json'), '{"id":"x"');
    await writeFile(join(folder, 'spool-copy.json'), '');
    const again = await openSpool(folder);
    expect(again.status).toMatchObject({ seq: 1 });
    expect(again.status.spool).not.toBe(spool.status.spool);
    expect(await waiting(again)).toEqual(['a']);
    expect(await readdir(folder)).toContain('spool.json.unreadable');
  });

  test.each([
    ['lost', (path: string) => rm(path)],
    ['unreadable', (path: string) => writeFile(path, '{"id":"x"')],
  ])('a state that is %s sends nothing again that was acknowledged', async (_what, spoil) => {
    const folder = await newFolder();
    const spool = await filled(folder, 'a');
    await dispatchAll(spool);
    await spool.acknowledge(W0);
    await spool.append(sampleCheck('b', W0 + 2_000));
    await spoil(join(folder, 'spool.json'));
    const again = await openSpool(folder);
    expect(again.status).toMatchObject({ spool: spool.status.spool, seq: 2 });
    expect(await waiting(again)).toEqual(['b']);
  });

  test('a half-written replacement of the state is ignored', async () => {
    const folder = await newFolder();
    const spool = await filled(folder, 'a');
    await dispatchAll(spool);
    await writeFile(join(folder, 'spool.json.tmp'), '{"id":');
    expect((await openSpool(folder)).outgoing?.seq).toBe(1);
  });
});

test('the oldest waiting check is reported, without those of the outgoing report', async () => {
  const spool = await openSpool(await newFolder());
  for (const at of [W0 + 1, W0 + 2, W1 + 3]) await spool.append(sampleCheck(`e${at}`, at));
  expect(await spool.oldestAt({})).toBe(W0 + 1);
  const taken = await spool.take(W0, 10, ALL);
  expect(await spool.oldestAt(taken.takes)).toBe(W1 + 3);
  await spool.dispatch(sampleReport(spool.status, W0, taken.checks), taken);
  expect(await spool.oldestAt({})).toBe(W1 + 3);
  const last = await spool.take(W1, 10, ALL);
  expect(await spool.oldestAt(last.takes)).toBeNull();
});
