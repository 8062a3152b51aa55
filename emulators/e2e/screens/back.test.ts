import { outageSample } from '@farwatch/core/testing/samples';
import { HOUR_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { it } from '../testing/app-test.ts';
import { seedIncidents } from '../testing/incidents.ts';
import { dialog, titles } from '../testing/incidents-screen.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

let owner: Account;
let monitorId: string;

beforeAll(async () => {
  owner = await makeAccount();
  const [seeded] = await seedMonitors(owner, [{ name: 'Alpha', paths: ['/site/alpha'] }]);
  monitorId = seeded?.monitorId ?? '';
  const startedAt = Date.now() - HOUR_MS;
  await seedIncidents(owner, [
    { monitorId, triggeredAt: startedAt, status: 'active', outage: outageSample({ startedAt, endedAt: null }) },
  ]);
});

const dialogs = (page: Page) => page.locator(':is([role=dialog], [role=alertdialog])');
const lengthOf = (page: Page) => page.evaluate<number>('history.length');
const search = (page: Page) => page.getByRole('dialog', { name: 'Commands' });

/** Waits until the history is at the page's own entry, where another dialog may start. */
async function expectClosed(page: Page, path: string) {
  await dialogs(page).first().waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('history.state?.backCloses ?? false')).toBe(false);
  expect(new URL(page.url()).pathname).toBe(path);
}

describe('Back', () => {
  it('closes the palette, and leads to the page before once it is closed', async ({ freshTab }) => {
    const page = await freshTab(owner, '/incidents');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.keyboard.press('Control+K');
    await search(page).waitFor();
    await page.goBack();
    await expectClosed(page, '/monitors');
    await page.goBack();
    await page.waitForURL('**/incidents');
  });

  it('closes what the page was loaded with, where there is no page before', async ({ ownWindow }) => {
    const page = await ownWindow(owner, '/settings');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    await search(page).waitFor();
    await page.goBack();
    await expectClosed(page, '/settings');
  });

  it('leaves no entry behind a dialog that is closed otherwise, however often', async ({ freshTab }) => {
    const page = await freshTab(owner, '/settings');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    const before = await lengthOf(page);
    for (let turn = 0; turn < 3; turn += 1) {
      await page.keyboard.press('Control+K');
      await search(page).waitFor();
      await page.keyboard.press('Escape');
      await expectClosed(page, '/monitors');
    }
    expect(await lengthOf(page)).toBe(before + 1);
    await page.goBack();
    await page.waitForURL('**/settings');
  });

  it('returns to the page on which the palette opened another', async ({ freshTab }) => {
    const page = await freshTab(owner, '/monitors');
    await page.getByRole('link', { name: 'Alpha' }).first().waitFor();
    const before = await lengthOf(page);
    await page.keyboard.press('Control+K');
    await search(page).getByRole('combobox').fill('go to settings');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings**');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await lengthOf(page)).toBe(before + 1);
    await page.goBack();
    await page.waitForURL('**/monitors');
  });

  it('confirms the loss of a form’s input, then closes the question, then the form', async ({ freshTab }) => {
    const page = await freshTab(owner, '/monitors');
    await page.getByRole('link', { name: 'Create monitor' }).first().click();
    await page.getByRole('button', { name: 'Add URL' }).click();
    const field = page.getByRole('dialog').getByRole('textbox').first();
    await field.fill('half.farwatch.test');
    const question = page.getByRole('alertdialog');
    await page.goBack();
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('half.farwatch.test');
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expectClosed(page, '/monitor/new');
  });

  it('still confirms before it leaves a page with changes', async ({ freshTab }) => {
    const page = await freshTab(owner, '/monitors');
    await page.getByRole('link', { name: 'Alpha' }).first().click();
    await page.getByRole('link', { name: 'Edit' }).first().click();
    await page.getByLabel('Monitor Name').fill('Beta');
    const question = page.getByRole('alertdialog');
    await page.goBack();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expectClosed(page, `/monitor/${monitorId}/edit`);
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(`**/monitor/${monitorId}`);
  });

  it('closes the menu of a phone, and returns from the page that was opened in it', async ({ freshTab }) => {
    const page = await freshTab(owner, '/monitors', { width: 390 });
    const menu = page.getByRole('dialog', { name: 'Main navigation' });
    const open = () => page.getByRole('button', { name: 'Open navigation' }).click();
    await open();
    await menu.waitFor();
    await page.goBack();
    await expectClosed(page, '/monitors');
    await open();
    await menu.getByRole('link', { name: 'Incidents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
    await expectClosed(page, '/incidents');
    await page.goBack();
    await page.waitForURL('**/monitors');
  });

  it('closes an incident that was opened from its list, or by its address', async ({ freshTab }) => {
    const page = await freshTab(owner, '/incidents');
    const box = dialog(page);
    await titles(page).first().click();
    await box.waitFor();
    const address = page.url();
    await page.goBack();
    await expectClosed(page, '/incidents');
    await page.goto(address);
    await box.waitFor();
    await expect.poll(() => page.evaluate('history.state?.backCloses ?? false')).toBe(true);
    await page.goBack();
    await expectClosed(page, '/incidents');
    expect(new URL(page.url()).searchParams.get('incident')).toBeNull();
  });
});
