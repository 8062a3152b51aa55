import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { rootDir } from '../src/platform/paths.ts';
import { expectAccessible } from './testing/accessible.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { it } from './testing/app-test.ts';
import { expectNoHorizontalScroll } from './testing/layout.ts';

/** The backup of another monitor, from the drop to its first results, and undone. */

/** Long enough for a busy machine, on which each call starts a process. */
const WITHIN_MS = 120_000;
const SAMPLE = join(rootDir, 'core/src/importers/samples/uptime-kuma-1.json');
const CREATED = ['Backup', 'Front page', 'Mail', 'Name server', 'Old site', 'Search'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Drops a file; its transfer is an expression, since types of browsers are not those of tests. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    return transfer;
  })()`);
  await page.getByText('Drop files here, or paste their text').dispatchEvent('drop', { dataTransfer });
}

async function monitorsOf({ uid }: Account): Promise<string[]> {
  const { docs } = await database().collection('monitors').where('ownerId', '==', uid).get();
  return docs.map((each) => String(each.get('name'))).sort();
}

it('the backup of Uptime Kuma becomes monitors with results, and is undone', { tags: 'minutes' }, async ({ tab }) => {
  const account = await makeAccount('Lin Local');
  const page = await tab(account, '/monitors');
  await page.getByRole('region', { name: 'First steps' }).getByRole('link', { name: 'Import monitors' }).click();
  await dropFile(page, 'Uptime_Kuma_Backup.json', readFileSync(SAMPLE, 'utf8'));
  await expect.poll(() => page.getByLabel('Format').inputValue()).toBe('uptime-kuma');
  await page.getByText('Checked every 30 s instead of every 20 s.').waitFor();
  await page.getByText('192.168.1.1 is not public.').waitFor();
  await page.getByText('Endpoints chosen: 6. Still free in the account: 200.').waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectNoHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await monitorsOf(account)).toEqual([]);

  await button(page, 'Create 6 monitors').click();
  await page.getByText('6 monitors were created.').waitFor({ timeout: WITHIN_MS });
  expect(await monitorsOf(account)).toEqual(CREATED);
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toMatch(/s3cret/i);

  await page.getByRole('link', { name: 'To the dashboard' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Front page' });
  await row
    .getByText(/^(?:up|down)$/i)
    .first()
    .waitFor({ timeout: WITHIN_MS });

  await page.getByRole('link', { name: 'Import monitors' }).click();
  await button(page, 'Undo import').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await page.getByText('The import was undone.').waitFor({ timeout: WITHIN_MS });
  await expect.poll(() => monitorsOf(account)).toEqual([]);
});
