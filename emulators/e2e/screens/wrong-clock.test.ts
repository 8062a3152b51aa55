import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { makeAccount } from '../testing/accounts.ts';
import { makeAdmin, rowOf, seedAgentList } from '../testing/agents-screen.ts';
import { it } from '../testing/app-test.ts';
import { seedIncidents } from '../testing/incidents.ts';

const { origin } = addressesFromEnv();

/** Shifts the device's clock for all pages loaded from now on. */
async function shiftClock(page: Page, offMs: number): Promise<void> {
  await page.addInitScript(`{
    const Right = Date;
    Date = class extends Right {
      constructor(...given) { given.length === 0 ? super(Right.now() + ${offMs}) : super(...given); }
      static now() { return Right.now() + ${offMs}; }
    };
  }`);
}

it.for([
  ['ahead', 10 * MINUTE_MS],
  ['behind', -10 * MINUTE_MS],
] as const)(
  'shows agents by the server’s clock on a device that is ten minutes %s',
  async ([_, offMs], { ownWindow }) => {
    const owner = await makeAdmin();
    await seedAgentList(owner, [{ name: 'Here' }, { name: 'Gone', lastReportAt: Date.now() - 7 * MINUTE_MS }]);
    const page = await ownWindow(owner, '/settings');
    await shiftClock(page, offMs);
    await page.goto(`${origin}/agents`);
    await rowOf(page, 'Here').getByText('Active', { exact: true }).waitFor();
    await rowOf(page, 'Gone').getByText('Inactive', { exact: true }).waitFor();
    await rowOf(page, 'Gone')
      .getByText(/^[7-9] minutes ago$/)
      .waitFor();
    expect(await rowOf(page, 'Here').getByText('Inactive').count()).toBe(0);
  },
);

it.for([
  ['ahead', 26 * HOUR_MS],
  ['behind', -26 * HOUR_MS],
] as const)('shows incidents by the server’s clock on a device that is a day %s', async ([_, offMs], { ownWindow }) => {
  const owner = await makeAccount();
  const hoursAgo = [0.5, 23, 25, 40];
  await seedIncidents(
    owner,
    hoursAgo.map((hours) => ({ status: 'resolved', triggeredAt: Date.now() - hours * HOUR_MS })),
  );
  const page = await ownWindow(owner, '/settings');
  await shiftClock(page, offMs);
  await page.goto(`${origin}/incidents`);
  await page.getByRole('status').getByText('2 incidents', { exact: true }).waitFor();
  await page.getByText(/^3[0-9] minutes ago$/).waitFor();
});
