import { expect, test } from 'vitest';
import { UnreportedVerdicts } from './reporter.ts';

test('endpoints that come, are checked and go leave nothing behind', () => {
  const unreported = new UnreportedVerdicts();
  for (let round = 0; round < 100; round += 1) {
    const key = `o1/e${round}`;
    unreported.note(key);
    if (round % 2 === 0) unreported.sent([key]);
    unreported.keepOnly((each) => each === 'o1/stays' || each === key);
    unreported.note('o1/stays');
  }
  unreported.keepOnly((each) => each === 'o1/stays');
  unreported.returned();
  expect(unreported.list()).toEqual(['o1/stays']);
});
