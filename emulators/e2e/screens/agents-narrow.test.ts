import { expect } from 'vitest';
import { agentsInEachState, makeAdmin, seedAgentList } from '../testing/agents-screen.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { boxOf, expectNoHorizontalScroll } from '../testing/layout.ts';

const NAME = 'סוכן תל אביב';
const DESCRIPTION = 'ליד השרת, קומה 2';

it('a name is shown in its script’s direction, and an alert has space for its text, at 320 px', async ({ tab }) => {
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
  const text = await boxOf(alert.getByText('Failed to trigger sync'));
  const cross = await boxOf(alert.getByRole('button', { name: 'Close' }));
  expect(text.width).toBeGreaterThanOrEqual(160);
  expect(cross.y).toBeLessThan(text.y + text.height);
  await expectNoHorizontalScroll(page);
});

it('a long name without spaces is broken at 320 px', async ({ tab }) => {
  const admin = await makeAdmin();
  const name = `rack<${'x'.repeat(120)}`;
  const [id] = await seedAgentList(admin, [{ name }]);
  const page = await tab(admin, `/agents/${id}`, { width: 320 });
  await page.getByRole('heading', { level: 1 }).getByText(name).waitFor();
  await expectNoHorizontalScroll(page);
});

it('the list fits every width, with cards and 44 px targets on a phone', async ({ tab }) => {
  const admin = await makeAdmin();
  await seedAgentList(admin, agentsInEachState(Date.now()));
  const page = await tab(admin, '/agents');
  await page.getByText('Showing 6 of 6 agents').waitFor();
  await page.getByRole('slider').first().waitFor();
  for (const width of [1920, 1280, 768, 320, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole(width <= 768 ? 'list' : 'table', { name: 'Agents', exact: true }).waitFor();
    await expectNoHorizontalScroll(page);
  }
  const first = page.getByRole('list', { name: 'Agents' }).getByRole('listitem').first();
  await first.getByRole('link').waitFor();
  for (const label of ['Search agents...', 'Status', 'Sort by']) {
    expect((await page.getByLabel(label, { exact: true }).last().boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  const opener = page.getByRole('button', { name: 'Actions for Taipei spare' });
  expect((await opener.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await opener.click();
  await page.getByRole('menuitem', { name: 'Delete Agent' }).waitFor();
});
