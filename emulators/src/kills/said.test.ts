import { expect, test } from 'vitest';
import { readSaid } from './said.ts';

const AT = '2026-11-21 23:15:00';
const OUT = [
  `${AT}  Checking 30 endpoints for 2 owners.`,
  `${AT}        http://127.0.0.1:1234/o1e5  status 217, 12 ms (connect 1, first byte 9)`,
  `${AT}        http://127.0.0.1:1234/o1e5  The server answered with status 518, 3 ms (connect 1)`,
  `${AT}  DOWN  http://127.0.0.1:1234/o1e5  The server answered with status 519`,
  `${AT}        http://127.0.0.1:1234/o2e1  The server did not answer in time, 10000 ms`,
  `${AT}        http://127.0.0.1:1234/o2e1  not checked: the agent stood still during the check`,
  `${AT}  NONE  http://127.0.0.1:1234/o2e2  not checked: the agent stood still during the check`,
  `${AT}        http://127.0.0.1:1234/o1e5  status 219, 1`,
].join('\n');

test('what was kept, what was not answered, and a last line that is cut off', () => {
  const said = readSaid(OUT, '');
  expect([...said.kept]).toEqual([['o1e5', [217, 518]]]);
  expect([...said.unanswered]).toEqual([
    ['o2e1', 2],
    ['o2e2', 1],
  ]);
  expect(said.isBlind).toBe(false);
});

test.each([
  'The internet cannot be seen: no reference site answers as it should. Nothing is judged until one does.',
  'In trouble: no reference site answers, so outages of several hosts at once are not reported (see --reference-site).',
])('not seeing the internet: %s', (sentence) => {
  expect(readSaid('', `${AT}  ${sentence}\n`).isBlind).toBe(true);
});
