import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { it } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

const { firestoreHost } = addressesFromEnv();
let owner: Account;

beforeAll(async () => {
  owner = await makeAccount();
  await seedMonitors(owner, [
    { name: 'Alpha', paths: ['/site/alpha'] },
    { name: 'Beta', paths: ['/site/beta'] },
  ]);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

it('has shortcuts for pages, search and help, of which only the palette’s works in a text field, and none in a dialog', async ({
  tab,
}) => {
  const page = await tab(owner, '/monitors');
  await page.getByRole('link', { name: 'Alpha' }).waitFor();
  for (const [keys, name] of [
    ['gi', 'Incidents'],
    ['gs', 'Settings'],
    ['gd', 'Dashboard'],
    ['gi', 'Incidents'],
  ] as const) {
    for (const key of keys) await page.keyboard.press(key);
    await heading(page, name).waitFor();
  }
  const search = page.getByRole('searchbox');
  await search.waitFor();
  await page.keyboard.press('/');
  await search.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('gd?/');
  await expect.poll(() => search.inputValue()).toBe('gd?/');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
  await page.keyboard.type('telegram');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Integrations', selected: true }).waitFor();
  await page.goBack();
  await heading(page, 'Incidents').click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Go to Dashboard').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expectAccessible(page);
  await help.getByText('Single-key shortcuts are on').click();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
  expect(await help.count()).toBe(0);
  await page.getByRole('heading', { level: 1, name: 'Incidents', includeHidden: true }).waitFor();
  await page.context().close();
});

it('finds monitors, endpoints and actions in the palette without loading data', async ({ tab }) => {
  const page = await tab(owner, '/monitors');
  await page.getByRole('link', { name: 'Alpha' }).waitFor();
  await page.keyboard.press('/');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const field = palette.getByRole('combobox');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(firestoreHost) && request.method() === 'POST') requests.push(request.postData() ?? '');
  });
  await page.keyboard.press('Control+k');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type('beta');
  await expect.poll(() => palette.getByRole('option').allInnerTexts()).toHaveLength(2);
  await page.keyboard.press('ArrowDown');
  const active = palette.getByRole('option', { selected: true });
  await expect.poll(() => active.innerText()).toContain('site/beta');
  expect(await field.getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'));
  await expectAccessible(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoHorizontalScroll(page);
  }
  expect(requests.filter((data) => data.includes('addTarget'))).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/endpoint/*');
  await page.getByRole('heading', { name: 'site/beta' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing like it');
  await palette.getByText('Nothing found').waitFor();
  await field.fill('incidents');
  await page.keyboard.press('Enter');
  await heading(page, 'Incidents').waitFor();
});
