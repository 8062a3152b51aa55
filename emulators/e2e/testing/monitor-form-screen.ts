import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Account } from './accounts.ts';
import { seedMonitors } from './seed-monitors.ts';

/** Adds the monitor Shop with three endpoints. Returns its id. */
export async function seedShop(account: Account): Promise<string> {
  const shop = { name: 'Shop', description: 'Everything for sale', paths: ['/site/a', '/site/b', '/site/c'] };
  const [seeded] = await seedMonitors(account, [shop]);
  return seeded?.monitorId ?? '';
}

export const nameField = (page: Page) => page.getByLabel('Monitor Name');
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
export const modal = (page: Page) => page.getByRole('dialog', { name: 'Add URL' });
export const limit = (page: Page) => page.getByRole('alertdialog', { name: 'Limit Reached' });
export const unsaved = (page: Page) => page.getByRole('alertdialog', { name: 'Unsaved Changes' });
/** The question before leaving while changes are being saved. */
export const stillSaving = (page: Page) => page.getByRole('alertdialog', { name: 'Still Saving' });
export const urlAt = (page: Page, row: number) => page.getByLabel(`URL ${row}`, { exact: true });
export const descriptionAt = (page: Page, row: number) => page.getByLabel(`Description ${row}`, { exact: true });
/** The buttons that remove the form's URLs, one for each. */
export const removeButtons = (page: Page) => page.getByRole('button', { name: /^Remove http/ });

export function expectFocused(locator: Locator) {
  return expect.poll(() => locator.evaluate((each) => each.matches(':focus'))).toBe(true);
}

/** Opens the Add URL modal. */
export async function openModal(page: Page): Promise<void> {
  await button(page, 'Add URL').click();
  await modal(page).waitFor();
}

/** Pastes text as copied from a spreadsheet, and waits until it is drawn. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.page().evaluate(`(async () => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  })()`);
}

/** Verifies and adds the URLs in the modal. */
export async function addAll(page: Page): Promise<void> {
  await button(modal(page), 'Verify URLs').click();
  await button(modal(page), 'Add URL').click();
  await modal(page).waitFor({ state: 'detached' });
}
