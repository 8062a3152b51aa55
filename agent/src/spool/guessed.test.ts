import { readdir } from 'node:fs/promises';
import { HOUR_MS, MINUTE_MS, WINDOW_MS } from '@farwatch/core/values/time';
import { afterEach, describe, expect, test } from 'vitest';
import type { Correction } from '../clock/clock.ts';
import { newFolder } from '../testing/folders.ts';
import type { SpoolOptions } from './options.ts';
import { Spool } from './spool.ts';
import { sampleCheck, sampleReport } from './testing/sample.ts';

const W0 = 1_800_000_000_000;
const GUESS = { boot: 'boot1', offsetMs: W0 - HOUR_MS };
const ALL = () => true;

const opened: Spool[] = [];
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
});

/** A spool whose stamps by a guess are corrected by `known.correction`. */
async function openSpool(folder: string, correction: Correction = null, options: SpoolOptions = {}) {
  const known = { correction };
  const spool = await Spool.open(folder, { ...options, correctionOf: () => known.correction });
  opened.push(spool);
  return { spool, known };
}

const guessed = (endpoint: string, at: number, guess = GUESS) => ({ ...sampleCheck(endpoint, at), guess });

/** The checks that can be reported, with how long after W0 they were. */
async function waiting(spool: Spool): Promise<[string, number][]> {
  const all = await Promise.all(spool.windows().map((windowAt) => spool.take(windowAt, 100, ALL)));
  return all.flatMap(({ checks }) => checks.map(({ check }): [string, number] => [check.endpoint, check.at - W0]));
}

describe('checks stamped by a guess', () => {
  test('wait until the time is known, while others do not, and arrive with correct timestamps', async () => {
    const { spool, known } = await openSpool(await newFolder());
    await Promise.all([spool.append(guessed('early', W0)), spool.append(sampleCheck('known', W0 + 1))]);
    expect(await waiting(spool)).toEqual([['known', 1]]);
    expect(await spool.oldestAt({})).toBe(W0 + 1);
    known.correction = -3 * HOUR_MS;
    await spool.retime();
    expect(await waiting(spool)).toEqual([
      ['early', -3 * HOUR_MS],
      ['known', 1],
    ]);
    expect(await spool.oldestAt({})).toBe(W0 - 3 * HOUR_MS);
  });

  test('of one window by the guess belong to two by the right time, and each is sent once', async () => {
    const folder = await newFolder();
    const { spool, known } = await openSpool(folder);
    await Promise.all([spool.append(guessed('first', W0)), spool.append(guessed('second', W0 + WINDOW_MS - 1))]);
    known.correction = 4 * MINUTE_MS;
    await spool.retime();
    expect(spool.windows()).toEqual([W0, W0 + WINDOW_MS]);
    for (const [windowAt, endpoint] of [[W0, 'first'] as const, [W0 + WINDOW_MS, 'second'] as const]) {
      const taken = await spool.take(windowAt, 100, ALL);
      expect(taken.checks.map(({ check }) => check.endpoint)).toEqual([endpoint]);
      await spool.dispatch(sampleReport(spool.status, windowAt, taken.checks), taken);
      await spool.acknowledge(W0 + HOUR_MS);
    }
    expect(await waiting((await openSpool(folder)).spool)).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith('.log'))).toEqual([]);
  });

  test('that come once the time is known are put right on their way', async () => {
    const { spool } = await openSpool(await newFolder(), 500);
    await spool.append(guessed('late', W0));
    expect(await waiting(spool)).toEqual([['late', 500]]);
  });

  test('survive a kill before the time was known, and after', async () => {
    const folder = await newFolder();
    await (await openSpool(folder)).spool.append(guessed('early', W0));
    const { spool, known } = await openSpool(folder);
    expect(await waiting(spool)).toEqual([]);
    known.correction = -500;
    await spool.retime();
    expect(await waiting((await openSpool(folder)).spool)).toEqual([['early', -500]]);
  });

  test('that can never be corrected are dropped and counted', async () => {
    const folder = await newFolder();
    const { spool, known } = await openSpool(folder);
    await Promise.all([spool.append(guessed('a', W0)), spool.append(guessed('b', W0 + WINDOW_MS))]);
    known.correction = 'never';
    await spool.retime();
    expect(await waiting(spool)).toEqual([]);
    expect(spool.status.droppedChecks).toBe(2);
    expect((await readdir(folder)).filter((name) => name.endsWith('.log'))).toEqual([]);
  });

  test('by different guesses are put right each by its own', async () => {
    const folder = await newFolder();
    const spool = await Spool.open(folder, {
      correctionOf: ({ offsetMs }) => (isKnown ? -offsetMs : null),
    });
    let isKnown = false;
    opened.push(spool);
    await spool.append(guessed('one', W0, { boot: 'b', offsetMs: 1_000 }));
    await spool.append(guessed('two', W0, { boot: 'b', offsetMs: -2_000 }));
    isKnown = true;
    await spool.retime();
    expect(await waiting(spool)).toEqual([
      ['one', -1_000],
      ['two', 2_000],
    ]);
  });

  test('that are written while the time becomes known get their stamps all the same', async () => {
    const { spool, known } = await openSpool(await newFolder());
    const appended = Array.from({ length: 50 }, (_, index) => spool.append(guessed(`e${index}`, W0 + index)));
    await appended[0];
    const more = Array.from({ length: 50 }, (_, index) => spool.append(guessed(`f${index}`, W0 + index)));
    known.correction = 7;
    await spool.retime();
    await Promise.all([...appended, ...more]);
    const all = await waiting(spool);
    expect(all).toHaveLength(100);
    expect(all.every(([, atMs]) => atMs >= 7)).toBe(true);
  });
});
