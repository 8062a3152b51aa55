import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { seedAgentList, makeAdmin } from '../testing/agents-screen.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';

const NAME = 'סוכן תל אביב';
const DESCRIPTION = 'ליד השרת, קומה 2';

async function boxOf(found: Locator) {
  await found.waitFor();
  const box = await found.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return box;
}

it('a name of any script is read in its own direction; notices leave their words room on a phone of 320 px', async ({
  tab,
}) => {
  const admin = await makeAdmin();
  await seedAgentList(admin, [{ name: NAME, description: DESCRIPTION }]);
  const page = await tab(admin, '/agents', { width: 320 });
  for (const text of [NAME, DESCRIPTION]) {
    const shown = page.getByRole('list', { name: 'Agents' }).getByText(text);
    await shown.waitFor();
    const css = await page.evaluate<string>(`(({ direction, textAlign }) => direction + ' ' + textAlign)(
      getComputedStyle([...document.querySelectorAll('[dir=auto]')].find(({ textContent }) => textContent === '${text}')),
    )`);
    expect(css).toBe('rtl left');
  }
  await page.getByRole('link', { name: NAME }).click();
  await page.getByRole('heading', { level: 1 }).getByText(NAME).waitFor();
  await failApi(page, '/agents/*/trigger-sync', 500);
  await page.getByRole('button', { name: 'Trigger Sync' }).click();
  const alert = page.getByRole('alert');
  const words = await boxOf(alert.getByText('Failed to trigger sync'));
  const cross = await boxOf(alert.getByRole('button', { name: 'Close' }));
  expect(words.width).toBeGreaterThanOrEqual(160);
  expect(cross.y).toBeLessThan(words.y + words.height);
  await expectNoHorizontalScroll(page);
});

it('a name without a place to break it is broken on a phone of 320 px', async ({ tab }) => {
  const admin = await makeAdmin();
  const name = `rack<${'x'.repeat(120)}`;
  const [id] = await seedAgentList(admin, [{ name }]);
  const page = await tab(admin, `/agents/${id}`, { width: 320 });
  await page.getByRole('heading', { level: 1 }).getByText(name).waitFor();
  await expectNoHorizontalScroll(page);
});
