import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';
import { callApi } from '../testing/call-api.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { addAll, button, nameField, openModal, seedShop, urlAt } from '../testing/monitor-form-screen.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

async function add(page: Page, url: string): Promise<void> {
  await openModal(page);
  await urlAt(page, 1).fill(url);
  await addAll(page);
}

const updated = (page: Page) => page.getByRole('alertdialog', { name: 'Monitor Updated' });
const conflict = (page: Page) => page.getByRole('dialog', { name: 'Changed Elsewhere' });

/** The stored monitor's texts, and the last part of each URL in order. */
async function readMonitor(id: string) {
  const monitor = await database().doc(`monitors/${id}`).get();
  const urls = (monitor.get('order') as string[]).map((each) => String(monitor.get(`endpoints.${each}.url`)));
  return {
    name: monitor.get('name'),
    description: monitor.get('description'),
    urls: urls.map((url) => url.replace(/\/$/, '').split('/').at(-1)),
  };
}

const it = base.extend('edit', ({ tab }) => async (account: Account, id: string): Promise<Page> => {
  const page = await tab(account, `/monitor/${id}/edit`, {});
  await page.getByText('URLs to Monitor (3)').waitFor();
  return page;
});

it('keeps different changes from two tabs', async ({ edit }) => {
  const account = await makeAccount();
  const id = await seedShop(account);
  const [first, second] = [await edit(account, id), await edit(account, id)];
  await nameField(first).fill('Renamed');
  await add(first, 'first.farwatch.test');
  await button(first, 'Update').click();
  await updated(first).waitFor();
  await second.getByLabel('Description').fill('Described');
  await add(second, 'second.farwatch.test');
  // An agent's report is no edit.
  await database().doc(`monitors/${id}`).update({ updatedAt: new Date() });
  await button(second, 'Update').click();
  await updated(second).getByText('The changes saved elsewhere were kept too.').waitFor();
  await expect
    .poll(() => readMonitor(id))
    .toEqual({
      name: 'Renamed',
      description: 'Described',
      urls: ['a', 'b', 'c', 'first.farwatch.test', 'second.farwatch.test'],
    });
});

it('asks about conflicting changes, keeps the input meanwhile, and merges a third tab’s save', async ({ edit }) => {
  const account = await makeAccount();
  const id = await seedShop(account);
  const page = await edit(account, id);
  const { docs } = await database().collection('endpoints').where('monitorId', '==', id).get();
  const endpoints = docs.map((doc) => ({ id: doc.id, url: String(doc.get('url')), name: String(doc.get('name')) }));
  const others = { locations: ['tw', 'th'], description: 'Everything for sale' };
  await callApi(account, 'DELETE', `/endpoints/${endpoints[0]?.id}`);
  await callApi(account, 'PUT', `/monitors/${id}`, { ...others, name: 'Saved', endpoints: endpoints.slice(1) });
  await nameField(page).fill('Edited');
  await button(page, `Edit ${endpoints[0]?.url}`).click();
  await page.getByLabel('Description', { exact: true }).last().fill('edited here');
  await button(page, 'Update').click();
  await conflict(page).getByText('2 choices left').waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await button(conflict(page), 'Back to the form').click();
  await conflict(page).waitFor({ state: 'detached' });
  await expect.poll(() => nameField(page).inputValue()).toBe('Edited');
  await button(page, 'Update').click();
  await conflict(page).getByRole('radio', { name: 'Yours Edited' }).check();
  await expect.poll(() => button(conflict(page), 'Save').isDisabled()).toBe(true);
  await conflict(page).getByRole('radio', { name: 'Saved elsewhere Removed' }).check();
  const third = { ...others, name: 'Saved', description: 'Third', endpoints: endpoints.slice(1) };
  await callApi(account, 'PUT', `/monitors/${id}`, third);
  await button(conflict(page), 'Save').click();
  await updated(page).waitFor();
  await expect.poll(() => readMonitor(id)).toEqual({ name: 'Edited', description: 'Third', urls: ['b', 'c'] });
});

it('recognizes its own save if the response was lost: no conflict, no duplicate URL', async ({ edit }) => {
  const account = await makeAccount();
  const id = await seedShop(account);
  const page = await edit(account, id);
  const saved = Promise.withResolvers<void>();
  await page.route(`**/api/monitors/${id}`, async (route) => {
    await route.fetch();
    saved.resolve();
    await route.abort('connectionfailed');
  });
  await nameField(page).fill('Sent');
  await add(page, 'sent.farwatch.test');
  await button(page, 'Update').click();
  await saved.promise;
  await page.getByText('Failed to update monitor. Please try again.').waitFor();
  await page.unroute(`**/api/monitors/${id}`);
  await nameField(page).fill('Typed since');
  await button(page, 'Edit https://sent.farwatch.test/').click();
  await page.getByLabel('URL', { exact: true }).fill('since.farwatch.test');
  await button(page, 'Done').click();
  await button(page, 'Update').click();
  await updated(page).waitFor();
  expect(await updated(page).getByText('The changes saved elsewhere').count()).toBe(0);
  await expect
    .poll(() => readMonitor(id))
    .toMatchObject({ name: 'Typed since', urls: ['a', 'b', 'c', 'since.farwatch.test'] });
});

it('counts endpoints added elsewhere towards the limit', async ({ edit }) => {
  const account = await makeAccount('Vera Viewer', { maxEndpoints: 7 });
  const others = { name: 'Other', paths: ['/site/x', '/site/y'] };
  const [shop] = await seedMonitors(account, [{ name: 'Shop', paths: ['/site/a', '/site/b', '/site/c'] }, others]);
  const id = shop?.monitorId ?? '';
  const page = await edit(account, id);
  await add(page, 'edited.farwatch.test');
  for (const url of ['d.farwatch.test', 'e.farwatch.test']) {
    await callApi(account, 'POST', `/monitors/${id}/endpoints`, { url });
  }
  await button(page, 'Update').click();
  const dialog = page.getByRole('alertdialog', { name: 'Limit Reached' });
  await dialog.getByText('Available endpoints: 8 of 7').waitFor();
});

it('offers to create a monitor again that was deleted meanwhile', async ({ edit }) => {
  const account = await makeAccount();
  const id = await seedShop(account);
  const page = await edit(account, id);
  await nameField(page).fill('Saved from deletion');
  await callApi(account, 'DELETE', `/monitors/${id}`);
  await button(page, 'Update').click();
  const gone = page.getByRole('alertdialog', { name: 'Monitor Deleted Elsewhere' });
  await expectAccessible(page);
  await button(gone, 'Back to the form').click();
  await expect.poll(() => nameField(page).inputValue()).toBe('Saved from deletion');
  await button(page, 'Update').click();
  await button(gone, 'Create again').click();
  await button(updated(page), 'Confirm').click();
  await page.getByRole('heading', { level: 1, name: /^Saved from deletion/ }).waitFor();
});

it('keeps another tab’s changes to a new monitor whose response was lost', async ({ tab }) => {
  const account = await makeAccount();
  const page = await tab(account, '/monitor/new', {});
  const made = Promise.withResolvers<void>();
  await page.route('**/api/monitors', async (route) => {
    await route.fetch();
    made.resolve();
    await route.abort('connectionfailed');
  });
  await nameField(page).fill('Front');
  await add(page, 'front.farwatch.test');
  await button(page, 'Create').click();
  await made.promise;
  await page.getByText('Failed to create monitor. Please try again.').waitFor();
  await page.unroute('**/api/monitors');
  const { docs } = await database().collection('monitors').where('ownerId', '==', account.uid).get();
  const id = docs[0]?.id ?? '';
  const urls = ['front', 'elsewhere'].map((name) => ({ url: `${name}.farwatch.test` }));
  await callApi(account, 'PUT', `/monitors/${id}`, { name: 'Renamed', locations: ['tw'], endpoints: urls });
  await add(page, 'later.farwatch.test');
  await button(page, 'Create').click();
  await page.getByRole('heading', { level: 1, name: /^Renamed / }).waitFor();
  expect(await readMonitor(id)).toMatchObject({
    name: 'Renamed',
    urls: ['front.farwatch.test', 'elsewhere.farwatch.test', 'later.farwatch.test'],
  });
});
