import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { goInApp } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { NO_MONITOR } from '../testing/monitor-screen.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

const STORED = '/site/%E5%95%86%E5%BA%97';
const SHOWN = '/site/商店';
let owner: Account;
let seeded: SeededMonitor;

beforeAll(async () => {
  owner = await makeAccount();
  const outages = [{ hoursAgo: 3, minutes: 10, locations: ['tw' as const], statusCode: 503 }];
  [seeded = NO_MONITOR] = await seedMonitors(owner, [{ name: 'Shops', paths: [STORED], outages }]);
});

const shown = (page: Page) => page.getByText(SHOWN).filter({ visible: true }).first();

it('shows a URL decoded everywhere, and links to it as stored', async ({ tab }) => {
  const page = await tab(owner, `/monitor/${seeded.monitorId}`);
  await shown(page).waitFor();
  await goInApp(page, `/endpoint/${seeded.endpointIds[0]}`);
  const link = page.getByRole('link', { name: new RegExp(`^http.*${SHOWN} .*new tab`) });
  await link.waitFor();
  expect(await link.getAttribute('href')).toMatch(new RegExp(`${STORED}$`));
  await goInApp(page, '/incidents?range=7d&search=商店');
  await shown(page).waitFor();
  await page.getByRole('row').filter({ hasText: SHOWN }).click();
  await page.getByRole('dialog').getByText(SHOWN).first().waitFor();
  await page.keyboard.press('Escape');
  await goInApp(page, `/monitor/${seeded.monitorId}/edit`);
  await page.getByRole('button', { name: new RegExp(`^Remove .*${SHOWN}$`) }).waitFor();
  await shown(page).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(SHOWN);
  await page.getByRole('option').filter({ hasText: SHOWN }).waitFor();
});
