import { execFileSync } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { afterEach, describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { Spool } from './spool.ts';
import { endpointsOf, sampleCheck, sampleReport } from './testing/sample.ts';

const W0 = 1_800_000_000_000;
const ALL = () => true;

const mounted: string[] = [];
const opened: Spool[] = [];
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
  for (const folder of mounted.splice(0)) execFileSync('umount', [folder]);
});

/** A real file system of 64 KiB; `fill` takes what is left of it, `free` gives that back. */
async function smallDisk() {
  const folder = await newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  mounted.push(folder);
  const filler = join(folder, 'filler');
  const fill = () => writeFile(filler, Buffer.alloc(1024 * 1024)).catch((error) => expect(error.code).toBe('ENOSPC'));
  return { folder, fill, free: () => rm(filler) };
}

async function openSpool(folder: string, events: string[] = []): Promise<Spool> {
  const onMemory = (error: Error | null) => events.push(error ? 'full' : 'free');
  const spool = await Spool.open(folder, { onMemory, retryMs: 0 });
  opened.push(spool);
  return spool;
}

async function report(spool: Spool, windowAt = W0): Promise<string[]> {
  const taken = await spool.take(windowAt, 100, ALL);
  const next = sampleReport(spool.status, windowAt, taken.checks);
  await spool.dispatch(next, taken);
  return endpointsOf(next);
}

/** Appends until the disk's last block is used up; what then does not fit is in memory. Returns how many there are. */
async function appendUntilFull(spool: Spool): Promise<number> {
  for (let count = 0; ; count += 1) {
    if (spool.status.inMemory) return count;
    await spool.append(sampleCheck(`e${count}`, W0 + count));
  }
}

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a full disk', () => {
  test('checks and reports go on from memory under a new id, and go to the disk once there is space', async () => {
    const events: string[] = [];
    const { folder, fill, free } = await smallDisk();
    const spool = await openSpool(folder, events);
    await spool.append(sampleCheck('before', W0));
    const idBefore = spool.status.spool;
    await fill();
    const count = await appendUntilFull(spool);
    expect(events).toEqual(['full']);
    expect(spool.status).toMatchObject({ seq: 1, inMemory: true, droppedChecks: 0 });
    expect(spool.status.spool).not.toBe(idBefore);

    await spool.append(sampleCheck('down', W0 + WINDOW_MS));
    expect(await report(spool, W0 + WINDOW_MS)).toEqual(['down']);
    await spool.acknowledge(W0);
    expect(spool.status.seq).toBe(2);
    const idInMemory = spool.status.spool;

    await free();
    await spool.append(sampleCheck('after', W0 + 1));
    expect(events).toEqual(['full', 'free']);
    await spool.close();
    const next = await openSpool(folder);
    expect(next.status).toMatchObject({ spool: idInMemory, seq: 2, inMemory: false, droppedChecks: 0 });
    const taken = await next.take(W0, 10_000, ALL);
    expect(taken.checks).toHaveLength(count + 2);
    expect(next.windows()).toEqual([W0]);
  });

  test('a report that was on its way goes first, and a new id starts after it', async () => {
    const { folder, fill } = await smallDisk();
    const spool = await openSpool(folder);
    await spool.append(sampleCheck('a', W0));
    await report(spool);
    const sent = spool.outgoing;
    await fill();
    await appendUntilFull(spool);
    expect(spool.outgoing).toEqual(sent);
    await spool.acknowledge(W0);
    expect(spool.outgoing).toBeNull();
    expect(spool.status).toMatchObject({ seq: 1 });
    expect(spool.status.spool).not.toBe(sent?.spool);
  });

  test('killed while it is full: the next life sends the same report again, then uses a new id', async () => {
    const { folder, fill, free } = await smallDisk();
    const spool = await openSpool(folder);
    await spool.append(sampleCheck('a', W0));
    await report(spool);
    const sent = spool.outgoing;
    await fill();
    await appendUntilFull(spool);
    await spool.acknowledge(W0);
    await free();
    const next = await openSpool(folder);
    expect(next.outgoing).toEqual(sent);
    await next.acknowledge(W0);
    expect(next.status.spool).not.toBe(sent?.spool);
    expect(next.status.seq).toBe(1);
  });

  test('a report that could not be written down is not sent; the next from memory is', async () => {
    const { folder, fill } = await smallDisk();
    const spool = await openSpool(folder);
    await spool.append(sampleCheck('a', W0));
    await fill();
    await expect(report(spool)).rejects.toThrow();
    expect(spool.outgoing).toBeNull();
    await spool.append(sampleCheck('b', W0 + MINUTE_MS));
    expect(await report(spool)).toEqual(['b']);
  });

  test('that others fill: beyond half of the available space the oldest results go', async () => {
    const { folder } = await smallDisk();
    const spool = await openSpool(folder);
    const some = Array.from({ length: 60 }, (_, index) => sampleCheck(`e${index}`, W0));
    for (let window = 0; window < 12; window += 1) {
      const at = W0 + window * WINDOW_MS;
      await Promise.all(some.map(({ check }) => spool.append(sampleCheck(check.endpoint, at))));
    }
    expect(spool.bytes).toBeLessThan(32 * 1024);
    expect(spool.status).toMatchObject({ inMemory: false, droppedChecks: (12 - spool.windows().length) * some.length });
    expect(spool.windows().length).toBeGreaterThan(2);
  });

  test('from the start on: it opens', async () => {
    const { folder, fill, free } = await smallDisk();
    await fill();
    const spool = await openSpool(folder);
    await spool.append(sampleCheck('a', W0));
    expect(await report(spool)).toEqual(['a']);
    await free();
    await spool.append(sampleCheck('b', W0));
    expect(spool.status.inMemory).toBe(false);
    expect(await readdir(folder)).not.toContain('spool-superseded.json');
  });
});
