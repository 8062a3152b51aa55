import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { saveButton } from '../testing/settings-screen.ts';

const WIDTHS = [320, 390, 768, 1024, 1280, 1920];
const HEIGHT = 900;
let account: Account;

beforeAll(async () => {
  account = await makeAccount();
});

async function boxOf(found: Locator) {
  const box = await found.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return box;
}

async function show(page: Page, tab: number) {
  const chosen = page.getByRole('tab').nth(tab);
  await chosen.click();
  const panel = page.getByRole('tabpanel', { name: await chosen.innerText() });
  await panel.getByRole('heading', { level: 2 }).first().waitFor();
  // For a moment the tab before is there as well.
  await expect.poll(() => page.getByRole('tabpanel').count()).toBe(1);
}

describe.each(['en', 'cn'] as const)('settings in %s', (language) => {
  let page: Page;

  it.beforeEach(async ({ tab }) => {
    page = await tab(account, '/settings', { language });
    await page.getByRole('tab').last().waitFor();
  });

  it('show every tab whole at each width, and the line of the active one where what it shows begins', async () => {
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

  it('leave room for words at each width', async () => {
    await show(page, 2);
    const explained = page.getByRole('radio').last().locator('xpath=following-sibling::*');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      // Ten letters are 80 px wide.
      await expect.poll(async () => (await boxOf(explained)).width).toBeGreaterThan(160);
      await expectNoHorizontalScroll(page);
      const [card, text] = [await boxOf(page.getByRole('region').nth(0)), await boxOf(explained)];
      expect(text.x + text.width).toBeLessThanOrEqual(card.x + card.width);
      const last = explained.locator(':scope > :last-child');
      await expect.poll(async () => (await boxOf(last)).height).toBeLessThan(120);
    }
  });

  it('have one place for Save, in every tab that has something to save', async () => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: HEIGHT });
      const places: string[] = [];
      for (const tab of [0, 1, 2]) {
        await show(page, tab);
        const save = page.getByRole('tabpanel').locator('button[type=submit]');
        await save.waitFor();
        const { x, y } = await boxOf(save);
        expect(y).toBeLessThan(HEIGHT);
        places.push(`${x} ${y}`);
      }
      expect(new Set(places).size).toBe(1);
    }
  });
});

it('a notice leaves its words room on a phone of 320 px', async ({ freshTab }) => {
  const page = await freshTab(account, '/incidents', { width: 320 });
  await failApi(page, '/settings', 500);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const words = page.getByRole('alert').getByText('Failed to load settings');
  await words.waitFor();
  await expect.poll(async () => (await boxOf(words)).width).toBeGreaterThanOrEqual(200);
  await page.getByRole('tab').nth(3).click();
  await page.getByText('Changes are saved automatically.').waitFor();
  await expect.poll(() => saveButton(page).count()).toBe(0);
});
