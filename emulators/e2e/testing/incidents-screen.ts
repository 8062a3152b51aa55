import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The table of the incidents page. */
export const table = (page: Page) => page.getByRole('table', { name: 'Incidents' });
/** What opens its rows. */
export const titles = (page: Page) => table(page).locator('tbody').getByRole('button');
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Incident Details' });
export const count = (page: Page, text: string) => page.getByText(text, { exact: true });

/** The names before '.farwatch.test' in the table, in its order, once there are that many. */
export async function expectListed(page: Page, expected: string[]): Promise<void> {
  const found = async () => (await titles(page).allTextContents()).map((text) => text.split('.')[0]);
  await expect.poll(found).toEqual(expected);
}

/** A value of the dialog by its name. */
export const detail = (box: Locator, name: string) =>
  box.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
