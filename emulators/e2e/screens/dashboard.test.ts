import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { openApp, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { stockAccount } from '../testing/stock.ts';

const ALL: ('tw' | 'th' | 'bd')[] = ['tw', 'th', 'bd'];
const problems: string[] = [];
let browser: Browser;
let owner: Account;

beforeAll(async () => {
  browser = await startBrowser();
  owner = await makeAccount();
  const down = { hoursAgo: 3.5, minutes: null, locations: ALL, statusCode: 503 };
  const rest = Array.from({ length: 22 }, (_, index) => ({
    name: `Monitor ${10 + index}`,
    paths: [`/site/m${index}`],
  }));
  await stockAccount(owner, [
    { name: 'Alpha', locations: ALL, paths: ['/site/alpha', '/site/beta'], outages: [down] },
    ...rest,
  ]);
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

async function dashboard(view: View = {}, account = owner): Promise<Page> {
  return openApp(browser, account, '/monitors', view, problems);
}

/** The names in the table, in order. */
async function names(page: Page): Promise<string[]> {
  return page.getByRole('table', { name: 'Monitors' }).getByRole('row').getByRole('link').allTextContents();
}

describe('the list', () => {
  it('shows cards, rows, statuses', async () => {
    const page = await dashboard();
    await page.getByText('Using 22 out of 23 monitors').waitFor();
    expect(await names(page)).toHaveLength(10);
    await expectAccessible(page);
    await page.context().close();
  });
});
