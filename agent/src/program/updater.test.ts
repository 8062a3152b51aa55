import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DEVICE, reportSample } from '@farwatch/core/testing/samples';
import type { AgentRelease } from '@farwatch/core/values/release';
import { HOUR_MS } from '@farwatch/core/values/time';
import { afterEach, describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { isIntact } from './bundle.ts';
import {
  NO_PROGRAMS,
  type Program,
  type ProgramState,
  programFile,
  readPrograms,
  trialExpired,
  trialStarted,
  withTrial,
  writePrograms,
} from './program-state.ts';
import { releaseOf, type Served, startOrigin } from './testing/origin.ts';
import { Updater } from './updater.ts';

const BUNDLE = 'console.log("new");';
const NEWEST = releaseOf('2.0.0', BUNDLE);
const PROGRAM: Program = { version: '2.0.0', sha256: NEWEST.sha256 };
const NOW = Date.UTC(2026, 10, 22);

const mounted: string[] = [];
afterEach(() => {
  for (const folder of mounted.splice(0)) execFileSync('umount', [folder]);
});

/** An agent's updater and a server; `report` hands it an answer, and ends when it has handled it. */
async function startUpdater({
  served = { body: BUNDLE } as Served,
  version = '1.0.0',
  folder = '',
  probationMs = HOUR_MS,
} = {}) {
  const server = await startOrigin(served);
  const path = folder || join(await newFolder(), 'program');
  const logged: string[] = [];
  const note = (text: string) => void logged.push(text);
  const updater = new Updater({
    folder: path,
    agentId: 'a1',
    origin: server.origin,
    version,
    now: () => NOW,
    log: { info: note, warn: note, debug: note },
    signal: new AbortController().signal,
    probationMs,
  });
  const report = async (newest: AgentRelease | undefined, appVersion = version, lane: 'live' | 'backfill' = 'live') => {
    updater.arrived({ ...reportSample(), lane, device: { ...DEVICE, appVersion } }, newest);
    await updater.idle();
  };
  return { server, folder: path, logged, updater, report };
}

describe('a new version that is due', () => {
  test('is fetched, verified and put down for its trial, once', async () => {
    const { server, folder, updater, report } = await startUpdater();
    await report(NEWEST);
    expect(updater.isReady).toBe(true);
    expect(await updater.ready).toBe('2.0.0');
    expect(await readPrograms(folder)).toEqual(withTrial(NO_PROGRAMS, PROGRAM, null));
    expect(await isIntact(folder, PROGRAM)).toBe(true);
    await report(NEWEST);
    await report(releaseOf('3.0.0', 'other'));
    expect(server.fetches).toBe(1);
  });

  test('keeps the running version, and nothing else', async () => {
    const { folder, report } = await startUpdater({ version: '1.5.0' });
    const [running, old] = [releaseOf('1.5.0', 'running'), releaseOf('1.4.0', 'old')];
    await mkdir(folder);
    for (const [release, text] of [
      [running, 'running'],
      [old, 'old'],
    ] as const)
      await writeFile(programFile(folder, release), text);
    await writeFile(`${programFile(folder, NEWEST)}.tmp`, 'half');
    const { releasedAt: _, ...current } = running;
    await writePrograms(folder, { ...NO_PROGRAMS, current, previous: { version: old.version, sha256: old.sha256 } });
    await report(NEWEST);
    expect(await readPrograms(folder)).toEqual(withTrial(NO_PROGRAMS, PROGRAM, current));
    const files = [current, PROGRAM].map((program) => basename(programFile(folder, program)));
    expect((await readdir(folder)).sort()).toEqual([...files, 'program.json'].sort());
  });
});

test.each<[string, AgentRelease, Partial<ProgramState>?]>([
  ['an older version', { ...NEWEST, version: '0.9.0' }],
  ['its own version', { ...NEWEST, version: '1.0.0' }],
  ['a version that comes out tomorrow', { ...NEWEST, releasedAt: NOW + 1 }],
  ['a version that has failed here', NEWEST, { failed: [NEWEST.sha256] }],
  ['a version that waits for its trial', NEWEST, { trial: { ...PROGRAM, starts: 0 } }],
  ['a version whose failure could not be noted', NEWEST, trialExpired(withTrial(NO_PROGRAMS, PROGRAM, null))],
])('%s is not fetched', async (_name, newest, stored = {}) => {
  const { server, folder, updater, report } = await startUpdater();
  await mkdir(folder);
  await writePrograms(folder, { ...NO_PROGRAMS, ...stored });
  await report(newest);
  expect([server.fetches, updater.isReady]).toEqual([0, false]);
});

describe('a failed download changes nothing, is logged once, and is retried after an hour', () => {
  test.each<[string, Served, RegExp]>([
    ['a page instead of a program', { type: 'text/html', body: '<!doctype html>' }, /is another file \(its SHA-256/],
    ['another bundle than the server named', { body: `${BUNDLE}//` }, /is another file \(its SHA-256 differs\)/],
    ['half of it', { body: BUNDLE.slice(0, 9) }, /is another file/],
    ['nothing there', { status: 404, body: 'no' }, /farwatch-agent\.mjs answers 404/],
    ['a server error', { status: 503, body: '' }, /answers 503/],
    ['far too much', { body: ' '.repeat(33 * 1024 * 1024) }, /is too long/],
  ])('%s', async (_name, served, sentence) => {
    const { server, folder, logged, updater, report } = await startUpdater({ served });
    for (const _report of ['first', 'second']) await report(NEWEST);
    expect(logged).toEqual([expect.stringMatching(sentence)]);
    expect([server.fetches, updater.isReady]).toEqual([1, false]);
    expect(await readPrograms(folder)).toEqual(NO_PROGRAMS);
  });

  const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
  test.runIf(isRoot).each([
    ['full', 'size=16k', /ENOSPC/],
    ['read-only', 'ro', /EROFS/],
  ])('a disk that is %s', async (_name, option, sentence) => {
    const folder = await newFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', option, 'tmpfs', folder]);
    mounted.push(folder);
    const bundle = 'x'.repeat(40_000);
    const { logged, updater, report } = await startUpdater({
      served: { body: bundle },
      folder: join(folder, 'program'),
    });
    await report(releaseOf('2.0.0', bundle));
    expect(logged).toEqual([expect.stringMatching(sentence)]);
    expect(updater.isReady).toBe(false);
    expect(await readdir(join(folder, 'program')).catch(() => [])).toEqual([]);
  });
});

describe('a version on trial', () => {
  async function onTrial(probationMs?: number) {
    const started = await startUpdater({ version: '2.0.0', ...(probationMs !== undefined && { probationMs }) });
    const state = trialStarted(withTrial({ ...NO_PROGRAMS }, PROGRAM, { version: '1.5.0', sha256: 'b'.repeat(64) }));
    await mkdir(started.folder);
    await writePrograms(started.folder, state);
    return { ...started, state };
  }

  test('stays once the server has taken a live report of its own', async () => {
    const { folder, logged, report } = await onTrial();
    await report(undefined);
    expect(await readPrograms(folder)).toEqual({
      current: PROGRAM,
      previous: { version: '1.5.0', sha256: 'b'.repeat(64) },
      trial: null,
      failed: [],
      probation: { starts: 1 },
    });
    expect(logged).toEqual(['Version 2.0.0 works. Keeping it.']);
    await report(undefined);
    expect(logged).toHaveLength(1);
  });

  test('passes its probation once it has run for long enough and reports again', async () => {
    const { folder, report } = await onTrial(0);
    await report(undefined);
    expect(await readPrograms(folder)).toMatchObject({ current: PROGRAM, trial: null });
    expect(await readPrograms(folder)).not.toHaveProperty('probation');
  });

  test.each([
    ['a report that the version before it has left', '1.5.0', 'live'],
    ['results of earlier', '2.0.0', 'backfill'],
  ] as const)('does not by %s', async (_name, appVersion, lane) => {
    const { folder, state, report } = await onTrial();
    await report(undefined, appVersion, lane);
    expect(await readPrograms(folder)).toEqual(state);
  });
});
