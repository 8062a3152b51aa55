import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { AgentRelease } from '@farwatch/core/agents/release';
import { DEVICE, reportSample } from '@farwatch/core/testing/samples';
import { HOUR_MS } from '@farwatch/core/time';
import { afterEach, describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import { isIntact } from './bundle.ts';
import {
  begun,
  NO_PROGRAMS,
  offered,
  type Program,
  type ProgramState,
  programFile,
  readPrograms,
  spent,
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

/** An agent's updater beside a server; `tell` hands it an answer, and ends when it has dealt with it. */
async function startUpdater({
  served = { body: BUNDLE } as Served,
  version = '1.0.0',
  folder = '',
  settleMs = HOUR_MS,
} = {}) {
  const server = await startOrigin(served);
  const path = folder || join(await newFolder(), 'program');
  const said: string[] = [];
  const note = (text: string) => void said.push(text);
  const updater = new Updater({
    folder: path,
    agentId: 'a1',
    origin: server.origin,
    version,
    now: () => NOW,
    log: { say: note, trouble: note, detail: note },
    signal: new AbortController().signal,
    settleMs,
  });
  const tell = async (newest: AgentRelease | undefined, appVersion = version, lane: 'live' | 'backfill' = 'live') => {
    updater.arrived({ ...reportSample(), lane, device: { ...DEVICE, appVersion } }, newest);
    await updater.idle();
  };
  return { server, folder: path, said, updater, tell };
}

describe('a new version that is due', () => {
  test('is fetched, verified and put down for its trial, once', async () => {
    const { server, folder, updater, tell } = await startUpdater();
    await tell(NEWEST);
    expect(updater.isReady).toBe(true);
    expect(await updater.ready).toBe('2.0.0');
    expect(await readPrograms(folder)).toEqual(offered(NO_PROGRAMS, PROGRAM, null));
    expect(await isIntact(folder, PROGRAM)).toBe(true);
    await tell(NEWEST);
    await tell(releaseOf('3.0.0', 'other'));
    expect(server.fetches).toBe(1);
  });

  test('leaves the running version beside it, and nothing else', async () => {
    const { folder, tell } = await startUpdater({ version: '1.5.0' });
    const [running, old] = [releaseOf('1.5.0', 'running'), releaseOf('1.4.0', 'old')];
    await mkdir(folder);
    for (const [release, text] of [
      [running, 'running'],
      [old, 'old'],
    ] as const)
      await writeFile(programFile(folder, release), text);
    await writeFile(`${programFile(folder, NEWEST)}.tmp`, 'half');
    const { releasedAt: _, ...current } = running;
    await writePrograms(folder, { ...NO_PROGRAMS, current, former: { version: old.version, sha256: old.sha256 } });
    await tell(NEWEST);
    expect(await readPrograms(folder)).toEqual(offered(NO_PROGRAMS, PROGRAM, current));
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
  ['a version whose failure could not be noted', NEWEST, spent(offered(NO_PROGRAMS, PROGRAM, null))],
])('%s is not fetched', async (_name, newest, stored = {}) => {
  const { server, folder, updater, tell } = await startUpdater();
  await mkdir(folder);
  await writePrograms(folder, { ...NO_PROGRAMS, ...stored });
  await tell(newest);
  expect([server.fetches, updater.isReady]).toEqual([0, false]);
});

describe('what cannot be had changes nothing, is told once, and is left for an hour', () => {
  test.each<[string, Served, RegExp]>([
    ['a page instead of a program', { type: 'text/html', body: '<!doctype html>' }, /is another file \(its SHA-256/],
    ['another bundle than the server named', { body: `${BUNDLE}//` }, /is another file \(its SHA-256 differs\)/],
    ['half of it', { body: BUNDLE.slice(0, 9) }, /is another file/],
    ['nothing there', { status: 404, body: 'no' }, /farwatch-agent\.mjs answers 404/],
    ['a server in trouble', { status: 503, body: '' }, /answers 503/],
    ['far too much', { body: ' '.repeat(33 * 1024 * 1024) }, /is too long/],
  ])('%s', async (_name, served, sentence) => {
    const { server, folder, said, updater, tell } = await startUpdater({ served });
    for (const _report of ['first', 'second']) await tell(NEWEST);
    expect(said).toEqual([expect.stringMatching(sentence)]);
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
    const { said, updater, tell } = await startUpdater({ served: { body: bundle }, folder: join(folder, 'program') });
    await tell(releaseOf('2.0.0', bundle));
    expect(said).toEqual([expect.stringMatching(sentence)]);
    expect(updater.isReady).toBe(false);
    expect(await readdir(join(folder, 'program')).catch(() => [])).toEqual([]);
  });
});

describe('a version on trial', () => {
  async function onTrial(settleMs?: number) {
    const started = await startUpdater({ version: '2.0.0', ...(settleMs !== undefined && { settleMs }) });
    const state = begun(offered({ ...NO_PROGRAMS }, PROGRAM, { version: '1.5.0', sha256: 'b'.repeat(64) }));
    await mkdir(started.folder);
    await writePrograms(started.folder, state);
    return { ...started, state };
  }

  test('stays once the server has taken a live report of its own', async () => {
    const { folder, said, tell } = await onTrial();
    await tell(undefined);
    expect(await readPrograms(folder)).toEqual({
      current: PROGRAM,
      former: { version: '1.5.0', sha256: 'b'.repeat(64) },
      trial: null,
      failed: [],
      settling: { starts: 1 },
    });
    expect(said).toEqual(['Version 2.0.0 works, and stays.']);
    await tell(undefined);
    expect(said).toHaveLength(1);
  });

  test('has settled once it has run for long enough and reports again', async () => {
    const { folder, tell } = await onTrial(0);
    await tell(undefined);
    expect(await readPrograms(folder)).toMatchObject({ current: PROGRAM, trial: null });
    expect(await readPrograms(folder)).not.toHaveProperty('settling');
  });

  test.each([
    ['a report that the version before it has left', '1.5.0', 'live'],
    ['results of earlier', '2.0.0', 'backfill'],
  ] as const)('does not by %s', async (_name, appVersion, lane) => {
    const { folder, state, tell } = await onTrial();
    await tell(undefined, appVersion, lane);
    expect(await readPrograms(folder)).toEqual(state);
  });
});
