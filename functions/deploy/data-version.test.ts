import { describe, expect, it } from 'vitest';
import { checkDataVersion, type DataVersion, readDataVersion, waitForUpgrade } from './data-version.ts';
import type { ApiAnswer } from './google.ts';
import type { Target } from './read-state.ts';

const STEPS = [
  { id: 'one', what: 'the first' },
  { id: 'two', what: 'the second' },
];

/** `upgrades/state` as Firestore's REST API answers it. */
function stateAnswer(version: number, handled = 0, reason?: string): ApiAnswer {
  const failure = reason
    ? { mapValue: { fields: { reason: { stringValue: reason }, tries: { integerValue: '1' } } } }
    : { nullValue: null };
  const integer = (value: number) => ({ integerValue: String(value) });
  return { status: 200, body: { fields: { version: integer(version), handled: integer(handled), failure } } };
}

/** A project whose state is read with these answers, the last one again and again. */
function targetOf(...answers: ApiAnswer[]): Target {
  const get = async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500, body: null };
  const google = { account: null, get, send: get };
  const settings = { origins: [], appUrl: null, publicOrigin: null, ownHost: null };
  return { google, projectId: 'my-project', region: 'r', functions: [], settings } as unknown as Target;
}

it.each<[what: string, answer: ApiAnswer, expected: DataVersion | null]>([
  ['no state yet', { status: 404, body: {} }, null],
  ['all steps done', stateAnswer(2), { version: 2, handled: 0, failure: null }],
  ['a step that runs', stateAnswer(1, 400), { version: 1, handled: 400, failure: null }],
  ['a step that fails', stateAnswer(1, 400, 'timeout'), { version: 1, handled: 400, failure: 'timeout' }],
])('%s', async (_what, answer, expected) => {
  expect(await readDataVersion(targetOf(answer))).toEqual(expected);
});

describe('a deployment of a version', () => {
  const check = (version: number | null, canGoBack = false) => {
    const lines: string[] = [];
    const found = version === null ? null : { version, handled: 0, failure: null };
    checkDataVersion(found, { steps: 2, canGoBack, projectId: 'my-project', log: (line) => lines.push(line) });
    return lines;
  };

  it.each([null, 0, 1, 2])('is silent with data that has had %s of its 2 steps', (version) => {
    expect(check(version)).toEqual([]);
  });

  it('stops before it replaces a newer one', () => {
    expect(() => check(3)).toThrow(/had 3 upgrade steps, and this version knows 2.*--project my-project --go-back/s);
  });

  it('goes back if that is requested, and logs it', () => {
    expect(check(3, true)).toEqual([expect.stringContaining('Note: The data of my-project has had 3 upgrade steps')]);
  });
});

describe('the upgrade', () => {
  const wait = async (...answers: ApiAnswer[]) => {
    const lines: string[] = [];
    await waitForUpgrade(targetOf(...answers), { steps: STEPS, waitMs: 0, log: (line) => lines.push(line.trim()) });
    return lines;
  };

  it.each<[what: string, answers: ApiAnswer[], lines: string[]]>([
    ['is over', [stateAnswer(2)], []],
    ['is over in a newer version', [stateAnswer(5)], []],
    [
      'shows each progress once',
      [stateAnswer(0), stateAnswer(0), stateAnswer(0, 200), stateAnswer(1), stateAnswer(2)],
      [
        'Step 1 of 2: the first (0 documents so far) …',
        'Step 1 of 2: the first (200 documents so far) …',
        'Step 2 of 2: the second (0 documents so far) …',
      ],
    ],
  ])('%s', async (_what, answers, lines) => {
    expect(await wait(...answers)).toEqual(lines);
  });

  it('that fails stops with what to do', async () => {
    await expect(wait(stateAnswer(1), stateAnswer(1, 3, 'timeout'))).rejects.toThrow(
      /upgrade step two \(the second\) fails: timeout.*Rolling back/s,
    );
  });

  it('that does not go on leads to its job', async () => {
    await expect(wait(stateAnswer(0))).rejects.toThrow('cloudscheduler?project=my-project');
  });
});
