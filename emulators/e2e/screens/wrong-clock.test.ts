import { MINUTE_MS } from '@farwatch/core/time';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { giveAgents, makeAdmin, rowOf } from '../testing/agents-screen.ts';
import { it } from '../testing/app-test.ts';

const { origin } = addressesFromEnv();

it.for([
  ['ahead', 10 * MINUTE_MS],
  ['behind', -10 * MINUTE_MS],
] as const)(
  'a device whose clock is ten minutes %s shows things as the server’s clock has them',
  async ([_, offMs], { ownWindow }) => {
    const owner = await makeAdmin();
    await giveAgents(owner, [{ name: 'Here' }, { name: 'Gone', lastReportAt: Date.now() - 7 * MINUTE_MS }]);
    const page = await ownWindow(owner, '/settings');
    await page.addInitScript(`{
      const Right = Date;
      Date = class extends Right {
        constructor(...given) { given.length === 0 ? super(Right.now() + ${offMs}) : super(...given); }
        static now() { return Right.now() + ${offMs}; }
      };
    }`);
    await page.goto(`${origin}/agents`);
    await rowOf(page, 'Here').getByText('Active', { exact: true }).waitFor();
    await rowOf(page, 'Gone').getByText('Inactive', { exact: true }).waitFor();
    await rowOf(page, 'Gone')
      .getByText(/^[7-9] minutes ago$/)
      .waitFor();
    expect(await rowOf(page, 'Here').getByText('Inactive').count()).toBe(0);
  },
);
