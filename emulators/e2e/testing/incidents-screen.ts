import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The table of the incidents page. */
export const table = (page: Page) => page.getByRole('table', { name: 'Incidents' });
/** The buttons that open its rows. */
export const titles = (page: Page) => table(page).locator('tbody').getByRole('link');
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Incident Details' });
export const count = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Waits until the table lists the endpoints with these names before '.farwatch.test', in this order. */
export async function expectListed(page: Page, expected: string[]): Promise<void> {
  const found = async () => (await titles(page).allTextContents()).map((text) => text.split('.')[0]);
  await expect.poll(found).toEqual(expected);
}

/** The value with that name in the dialog. */
export const detail = (box: Locator, name: string) =>
  box.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');
