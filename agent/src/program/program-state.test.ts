import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../testing/folders.ts';
import {
  endedCleanly,
  NO_PROGRAMS,
  newerThan,
  type Program,
  type ProgramState,
  probationPassed,
  probationStep,
  readPrograms,
  restarted,
  rolledBack,
  trialExpired,
  trialFailed,
  trialPassed,
  trialStarted,
  trialStep,
  withTrial,
  writePrograms,
} from './program-state.ts';

const program = (version: string): Program => ({ version, sha256: version.replaceAll('.', '').padEnd(64, '0') });
const [ONE, TWO, THREE] = [program('1.0.0'), program('2.0.0'), program('3.0.0')];

describe('a new version', () => {
  test('is the current one once it has checked in, and the one before it is kept', () => {
    const state = trialPassed(trialStarted(withTrial({ ...NO_PROGRAMS, current: ONE }, TWO, ONE)));
    expect(state).toEqual({ current: TWO, previous: ONE, trial: null, failed: [], probation: { starts: 1 } });
  });

  test('takes the place of the one before the current: two are kept', () => {
    const state: ProgramState = { ...NO_PROGRAMS, current: TWO, previous: ONE };
    expect(withTrial(state, THREE, TWO)).toEqual({
      current: TWO,
      previous: null,
      trial: { ...THREE, starts: 0 },
      failed: [],
    });
  });

  test('may end three times without having checked in, and is then not tried again', () => {
    let state = withTrial(NO_PROGRAMS, TWO, null);
    for (const _start of ['first', 'second', 'third']) {
      expect(trialStep(state)).toBe('start');
      state = trialStarted(state);
    }
    expect(trialStep(state)).toBe('give-up');
    expect(trialFailed(state)).toEqual({ ...NO_PROGRAMS, failed: [TWO.sha256] });
  });

  test('whose time is over is not started once more', () => {
    expect(trialStep(trialExpired(trialStarted(withTrial(NO_PROGRAMS, TWO, null))))).toBe('give-up');
  });

  test('leaves nothing to try where there is none', () => {
    expect([trialStarted, trialExpired, trialPassed, trialFailed].map((change) => change(NO_PROGRAMS))).toEqual(
      Array(4).fill(NO_PROGRAMS),
    );
    expect(trialStep(NO_PROGRAMS)).toBe('none');
  });
});

describe('a version that has checked in, and has not run for an hour yet', () => {
  const fresh = trialPassed(trialStarted(withTrial({ ...NO_PROGRAMS, current: ONE }, TWO, ONE)));

  test('may end five times, and is then taken back and not tried again', () => {
    let state = fresh;
    for (const _end of ['first', 'second', 'third', 'fourth']) {
      expect(probationStep(state)).toBe('start');
      state = restarted(state);
    }
    expect(probationStep(state)).toBe('roll-back');
    expect(rolledBack(state)).toEqual({ current: ONE, previous: null, trial: null, failed: [TWO.sha256] });
  });

  test('gives its place to the installed one if none was before it', () => {
    const first = trialPassed(trialStarted(withTrial(NO_PROGRAMS, TWO, null)));
    expect(rolledBack(first)).toEqual({ ...NO_PROGRAMS, failed: [TWO.sha256] });
  });

  test('may be stopped any number of times', () => {
    let state = fresh;
    for (let stop = 0; stop < 20; stop += 1) state = restarted(endedCleanly(state));
    expect(probationStep(state)).toBe('start');
    expect(endedCleanly(endedCleanly(fresh)).probation).toEqual({ starts: 0 });
  });

  test('stays once it has run for an hour', () => {
    expect(probationPassed(fresh)).toEqual({ current: TWO, previous: ONE, trial: null, failed: [] });
    expect(probationStep(probationPassed(fresh))).toBe('none');
    expect([restarted, endedCleanly].map((change) => change(probationPassed(fresh)))).toEqual([
      probationPassed(fresh),
      probationPassed(fresh),
    ]);
  });

  test('stays on probation after a newer one failed, and the one before it is still there', () => {
    const newer = withTrial(restarted(fresh), THREE, TWO);
    expect(trialFailed(newer)).toEqual({ ...restarted(fresh), failed: [THREE.sha256] });
    let state = trialFailed(newer);
    for (; probationStep(state) === 'start'; state = restarted(state));
    expect(rolledBack(state)).toMatchObject({ current: ONE, failed: [THREE.sha256, TWO.sha256] });
  });

  test('and has passed it, or does not run, ends its probation with a newer one', () => {
    expect(withTrial(probationPassed(fresh), THREE, TWO)).not.toHaveProperty('probation');
    expect(withTrial(fresh, THREE, ONE)).toEqual({
      current: ONE,
      previous: null,
      trial: { ...THREE, starts: 0 },
      failed: [],
    });
  });

  test('is not on probation where another was installed over it', () => {
    expect(probationStep(newerThan('2.0.0', fresh))).toBe('none');
  });
});

test('of what has failed the newest are remembered', () => {
  let state = NO_PROGRAMS;
  for (let minor = 0; minor < 30; minor += 1) state = trialFailed(withTrial(state, program(`1.${minor}.0`), null));
  expect(state.failed).toHaveLength(20);
  expect(state.failed.at(-1)).toBe(program('1.29.0').sha256);
});

test.each([
  ['0.9.0', { current: TWO, previous: ONE, trial: { ...THREE, starts: 1 } }],
  ['1.0.0', { current: TWO, previous: null, trial: { ...THREE, starts: 1 } }],
  ['2.5.0', { current: null, previous: null, trial: { ...THREE, starts: 1 } }],
  ['3.0.0', { current: null, previous: null, trial: null }],
])('installed by hand, %s counts before all that is not newer', (installed, expected) => {
  const state = { current: TWO, previous: ONE, trial: { ...THREE, starts: 1 }, failed: ['a'.repeat(64)] };
  expect(newerThan(installed, state)).toEqual({ ...expected, failed: state.failed });
});

describe('the file', () => {
  test('keeps it all', async () => {
    const folder = await newFolder();
    const state: ProgramState = {
      current: TWO,
      previous: ONE,
      trial: { ...THREE, starts: 2 },
      failed: ['a'.repeat(64)],
    };
    await writePrograms(folder, state);
    expect(await readPrograms(folder)).toEqual(state);
  });

  test.each(['', '{"current": ', '[]', '{}', '{"current":{"version":"../../x","sha256":""},"previous":null}'])(
    '%j is as good as none',
    async (text) => {
      const folder = await newFolder();
      await writeFile(join(folder, 'program.json'), text);
      expect(await readPrograms(folder)).toEqual(NO_PROGRAMS);
    },
  );

  test('of a later version is read, with unknown fields', async () => {
    const folder = await newFolder();
    await writePrograms(folder, { ...NO_PROGRAMS, current: TWO });
    const stored: object = JSON.parse(await readFile(join(folder, 'program.json'), 'utf8'));
    const current = { ...TWO, signedBy: 'someone' };
    await writeFile(join(folder, 'program.json'), JSON.stringify({ ...stored, current, channel: 'early' }));
    expect(await readPrograms(folder)).toEqual({ ...NO_PROGRAMS, current: TWO });
  });
});
