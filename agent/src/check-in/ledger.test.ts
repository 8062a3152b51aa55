import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';

test('endpoints that come, are checked and go leave nothing behind', () => {
  const ledger = new Ledger();
  for (let round = 0; round < 100; round += 1) {
    const key = `o1/e${round}`;
    ledger.note(key);
    if (round % 2 === 0) ledger.carried([key]);
    ledger.keepOnly((each) => each === 'o1/stays' || each === key);
    ledger.note('o1/stays');
  }
  ledger.keepOnly((each) => each === 'o1/stays');
  ledger.returned();
  expect(ledger.list()).toEqual(['o1/stays']);
});
