import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import {
  begun,
  confirmed,
  endedWell,
  givenUp,
  NO_PROGRAMS,
  newerThan,
  offered,
  type Program,
  type ProgramState,
  readPrograms,
  settled,
  settlingStep,
  spent,
  startedAgain,
  takenBack,
  trialStep,
  writePrograms,
} from './program-state.ts';

const program = (version: string): Program => ({ version, sha256: version.replaceAll('.', '').padEnd(64, '0') });
const [ONE, TWO, THREE] = [program('1.0.0'), program('2.0.0'), program('3.0.0')];

describe('a new version', () => {
  test('is the current one once it has checked in, and the one before it stays beside it', () => {
    const state = confirmed(begun(offered({ ...NO_PROGRAMS, current: ONE }, TWO, ONE)));
    expect(state).toEqual({ current: TWO, former: ONE, trial: null, failed: [], settling: { starts: 1 } });
  });

  test('takes the place of the one before the current: two are kept', () => {
    const state: ProgramState = { ...NO_PROGRAMS, current: TWO, former: ONE };
    expect(offered(state, THREE, TWO)).toEqual({
      current: TWO,
      former: null,
      trial: { ...THREE, starts: 0 },
      failed: [],
    });
  });

  test('may end three times without having checked in, and is then not tried again', () => {
    let state = offered(NO_PROGRAMS, TWO, null);
    for (const _start of ['first', 'second', 'third']) {
      expect(trialStep(state)).toBe('begin');
      state = begun(state);
    }
    expect(trialStep(state)).toBe('give-up');
    expect(givenUp(state)).toEqual({ ...NO_PROGRAMS, failed: [TWO.sha256] });
  });

  test('whose time is over is not started once more', () => {
    expect(trialStep(spent(begun(offered(NO_PROGRAMS, TWO, null))))).toBe('give-up');
  });

  test('leaves nothing to try where there is none', () => {
    expect([begun, spent, confirmed, givenUp].map((change) => change(NO_PROGRAMS))).toEqual(Array(4).fill(NO_PROGRAMS));
    expect(trialStep(NO_PROGRAMS)).toBe('none');
  });
});

describe('a version that has checked in, and has not run for an hour yet', () => {
  const fresh = confirmed(begun(offered({ ...NO_PROGRAMS, current: ONE }, TWO, ONE)));

  test('may end five times, and is then taken back and not tried again', () => {
    let state = fresh;
    for (const _end of ['first', 'second', 'third', 'fourth']) {
      expect(settlingStep(state)).toBe('begin');
      state = startedAgain(state);
    }
    expect(settlingStep(state)).toBe('take-back');
    expect(takenBack(state)).toEqual({ current: ONE, former: null, trial: null, failed: [TWO.sha256] });
  });

  test('gives its place to the installed one if none was before it', () => {
    const first = confirmed(begun(offered(NO_PROGRAMS, TWO, null)));
    expect(takenBack(first)).toEqual({ ...NO_PROGRAMS, failed: [TWO.sha256] });
  });

  test('may be stopped as often as somebody likes', () => {
    let state = fresh;
    for (let stop = 0; stop < 20; stop += 1) state = startedAgain(endedWell(state));
    expect(settlingStep(state)).toBe('begin');
    expect(endedWell(endedWell(fresh)).settling).toEqual({ starts: 0 });
  });

  test('stays once it has run for an hour', () => {
    expect(settled(fresh)).toEqual({ current: TWO, former: ONE, trial: null, failed: [] });
    expect(settlingStep(settled(fresh))).toBe('none');
    expect([startedAgain, endedWell].map((change) => change(settled(fresh)))).toEqual([settled(fresh), settled(fresh)]);
  });

  test('is judged on after a newer one came and failed meanwhile, and the one before it is still there', () => {
    const newer = offered(startedAgain(fresh), THREE, TWO);
    expect(givenUp(newer)).toEqual({ ...startedAgain(fresh), failed: [THREE.sha256] });
    let state = givenUp(newer);
    for (; settlingStep(state) === 'begin'; state = startedAgain(state));
    expect(takenBack(state)).toMatchObject({ current: ONE, failed: [THREE.sha256, TWO.sha256] });
  });

  test('and has settled or is not the one that runs leaves nothing to judge behind a newer one', () => {
    expect(offered(settled(fresh), THREE, TWO)).not.toHaveProperty('settling');
    expect(offered(fresh, THREE, ONE)).toEqual({
      current: ONE,
      former: null,
      trial: { ...THREE, starts: 0 },
      failed: [],
    });
  });

  test('is not judged where another was installed over it', () => {
    expect(settlingStep(newerThan('2.0.0', fresh))).toBe('none');
  });
});

test('of what has failed the newest are remembered', () => {
  let state = NO_PROGRAMS;
  for (let minor = 0; minor < 30; minor += 1) state = givenUp(offered(state, program(`1.${minor}.0`), null));
  expect(state.failed).toHaveLength(20);
  expect(state.failed.at(-1)).toBe(program('1.29.0').sha256);
});

test.each([
  ['0.9.0', { current: TWO, former: ONE, trial: { ...THREE, starts: 1 } }],
  ['1.0.0', { current: TWO, former: null, trial: { ...THREE, starts: 1 } }],
  ['2.5.0', { current: null, former: null, trial: { ...THREE, starts: 1 } }],
  ['3.0.0', { current: null, former: null, trial: null }],
])('installed by hand, %s counts before all that is not newer', (installed, expected) => {
  const state = { current: TWO, former: ONE, trial: { ...THREE, starts: 1 }, failed: ['a'.repeat(64)] };
  expect(newerThan(installed, state)).toEqual({ ...expected, failed: state.failed });
});

describe('the file', () => {
  test('keeps it all', async () => {
    const folder = await newFolder();
    const state: ProgramState = { current: TWO, former: ONE, trial: { ...THREE, starts: 2 }, failed: ['a'.repeat(64)] };
    await writePrograms(folder, state);
    expect(await readPrograms(folder)).toEqual(state);
  });

  test.each(['', '{"current": ', '[]', '{}', '{"current":{"version":"../../x","sha256":""},"former":null}'])(
    '%j is as good as none',
    async (text) => {
      const folder = await newFolder();
      await writeFile(join(folder, 'program.json'), text);
      expect(await readPrograms(folder)).toEqual(NO_PROGRAMS);
    },
  );

  test('of a later version is read, whatever else it says', async () => {
    const folder = await newFolder();
    await writePrograms(folder, { ...NO_PROGRAMS, current: TWO });
    const stored: object = JSON.parse(await readFile(join(folder, 'program.json'), 'utf8'));
    const current = { ...TWO, signedBy: 'someone' };
    await writeFile(join(folder, 'program.json'), JSON.stringify({ ...stored, current, channel: 'early' }));
    expect(await readPrograms(folder)).toEqual({ ...NO_PROGRAMS, current: TWO });
  });
});
