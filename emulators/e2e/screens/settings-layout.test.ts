import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { boxOf, expectNoHorizontalScroll } from '../testing/layout.ts';
import { saveButton } from '../testing/settings-screen.ts';

const WIDTHS = [320, 390, 768, 1024, 1280, 1920];
const HEIGHT = 900;
let account: Account;

beforeAll(async () => {
  account = await makeAccount();
});

async function openTab(page: Page, tab: number) {
  const chosen = page.getByRole('tab').nth(tab);
  await chosen.click();
  const panel = page.getByRole('tabpanel', { name: await chosen.innerText() });
  await panel.getByRole('heading', { level: 2 }).first().waitFor();
  // Both tabs exist briefly.
  await expect.poll(() => page.getByRole('tabpanel').count()).toBe(1);
}

describe.each(['en', 'cn'] as const)('settings in %s', (language) => {
  let page: Page;

  it.beforeEach(async ({ tab }) => {
    page = await tab(account, '/settings', { language });
    await page.getByRole('tab').last().waitFor();
  });

  it('show every tab in full at each width, with the active one’s line next to its panel', async () => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const tab of await page.getByRole('tab').all()) {
        const { x, width: wide } = await boxOf(tab);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + wide).toBeLessThanOrEqual(width);
        await expect
          .poll(() => tab.evaluate((element) => element.scrollWidth - element.clientWidth))
          .toBeLessThanOrEqual(1);
      }
      await expectNoHorizontalScroll(page);
      if (width < 1024) continue;
      const list = page.getByRole('tablist');
      const active = await boxOf(page.getByRole('tab', { selected: true }));
      const { x, width: wide, y, height } = await boxOf(list);
      expect(Math.abs(active.x + active.width - (x + wide))).toBeLessThanOrEqual(1);
      const overflow = await page.evaluate("getComputedStyle(document.querySelector('[role=tablist]')).overflowX");
      expect(overflow).toBe('visible');
      expect(y + height).toBeGreaterThanOrEqual(HEIGHT - 1);
    }
  });

  it('leave space for text at each width', async () => {
    await openTab(page, 2);
    const description = page.getByRole('radio').last().locator('xpath=following-sibling::*');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      // Ten letters are 80 px wide.
      await expect.poll(async () => (await boxOf(description)).width).toBeGreaterThan(160);
      await expectNoHorizontalScroll(page);
      const [card, text] = [await boxOf(page.getByRole('region').nth(0)), await boxOf(description)];
      expect(text.x + text.width).toBeLessThanOrEqual(card.x + card.width);
      const last = description.locator(':scope > :last-child');
      await expect.poll(async () => (await boxOf(last)).height).toBeLessThan(120);
    }
  });

  it('have Save at the same place once something is changed', async () => {
    const changes = { 1: page.getByRole('slider').first(), 2: page.getByRole('radio').last() };
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: HEIGHT });
      const places: string[] = [];
      for (const [tab, change] of Object.entries(changes)) {
        await openTab(page, Number(tab));
        const save = page.getByRole('tabpanel').locator('button[type=submit]');
        expect(await save.count()).toBe(0);
        await change.press(tab === '1' ? 'End' : 'Space');
        await save.waitFor();
        const { x, y } = await boxOf(save);
        expect(y).toBeLessThan(HEIGHT);
        places.push(`${x} ${y}`);
        await page.locator('[data-foot-bar] button[type=button]').click();
        await save.waitFor({ state: 'detached' });
      }
      expect(new Set(places).size).toBe(1);
    }
  });
});

it('an alert has space for its text at 320 px', async ({ freshTab }) => {
  const page = await freshTab(account, '/incidents', { width: 320 });
  await failApi(page, '/settings', 500);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const text = page.getByRole('alert').getByText('Failed to load settings');
  await text.waitFor();
  await expect.poll(async () => (await boxOf(text)).width).toBeGreaterThanOrEqual(200);
  await page.getByRole('tab').nth(3).click();
  await page.getByText('Changes are saved automatically.').waitFor();
  await expect.poll(() => saveButton(page).count()).toBe(0);
});
