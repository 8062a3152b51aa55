import { LIMITS } from '@farwatch/core/values/limits';
import { expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { database } from '../testing/accounts.ts';
import { it } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { button, expectFocused, nameField, removeButtons } from '../testing/monitor-form-screen.ts';
import { makeOwner, rowOf, urls } from '../testing/monitor-screen.ts';

it('lists the form’s URLs in order, filters them and edits them in place', async ({ tab }) => {
  const { account, seeded } = await makeOwner(25);
  const { monitorId, endpointIds } = seeded;
  const order = [...endpointIds.slice(1), endpointIds[0] ?? ''];
  await database().doc(`monitors/${monitorId}`).update({ order });
  const page = await tab(account, `/monitor/${monitorId}/edit`, {});
  await page.getByText('URLs to Monitor (25)').waitFor();
  const list = page.locator('ul').filter({ has: removeButtons(page) });
  await expect.poll(() => list.locator('[title^=http]').first().textContent()).toMatch(/own11$/);
  const heights = () =>
    list.evaluate(({ clientHeight, scrollHeight, firstElementChild }) => ({
      rowsInView: clientHeight / (firstElementChild?.clientHeight ?? 1),
      isWhole: clientHeight === scrollHeight,
    }));
  await expect.poll(async () => (await heights()).rowsInView).toBeGreaterThan(10);
  await expect.poll(async () => (await heights()).isWhole).toBe(false);
  await button(page, 'Show all 25').click();
  await expect.poll(async () => (await heights()).isWhole).toBe(true);
  const filter = page.getByRole('searchbox', { name: 'Filter URLs...' });
  await filter.fill('own34');
  await page.getByText('1 of 25').waitFor();
  await page.getByRole('button', { name: /^Edit .*own34$/ }).click();
  const url = page.getByLabel('URL', { exact: true });
  await expectFocused(url);
  await url.fill('ftp://moved.farwatch.test');
  await button(page, 'Done').click();
  await page.getByRole('alert').getByText('A URL must start with one of these: http://, https://').waitFor();
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
  await button(page, 'Update').click();
  await page.getByText('1 URL needs a correction.').waitFor();
  await url.fill('moved.farwatch.test');
  await page.getByLabel('Name', { exact: true }).fill('Moved');
  await page.getByLabel('Name', { exact: true }).press('Enter');
  const pencil = button(page, 'Edit https://moved.farwatch.test/');
  await expectFocused(pencil);
  await pencil.click();
  await url.fill('typed by mistake');
  await url.press('Escape');
  await expectFocused(pencil);
  await filter.fill('missing');
  await page.getByText('No URL matches the filter.').waitFor();
  await nameField(page).fill('Own and moved');
  await button(page, 'Update').click();
  await button(page.getByRole('alertdialog', { name: 'Monitor Updated' }), 'Confirm').click();
  await page.getByRole('heading', { level: 1, name: /^Own and moved/ }).waitFor();
  const stored = await database().doc(`monitors/${monitorId}`).get();
  expect(stored.get(`endpoints.${endpointIds[24]}`)).toMatchObject({
    url: 'https://moved.farwatch.test/',
    name: 'Moved',
  });
  expect(stored.get('order')).toEqual(order);
});

it('edits as many endpoints as a monitor may have', async ({ tab }) => {
  const { account, seeded } = await makeOwner(LIMITS.endpointsPerMonitor);
  const page = await tab(account, `/monitor/${seeded.monitorId}/edit`, {});
  await page.getByText(`URLs to Monitor (${LIMITS.endpointsPerMonitor})`).waitFor();
});

it('keeps the filter of the form’s URLs when few are left', async ({ tab }) => {
  const { account, seeded } = await makeOwner(11);
  const page = await tab(account, `/monitor/${seeded.monitorId}/edit`, {});
  const filter = page.getByRole('searchbox', { name: 'Filter URLs...' });
  await filter.fill('own20');
  await page.getByRole('button', { name: /^Remove .*own20$/ }).click();
  await page.getByText('URLs to Monitor (10)').waitFor();
  await page.getByText('No URL matches the filter.').waitFor();
  await filter.fill('');
  await expect.poll(() => removeButtons(page).count()).toBe(10);
});

it('finds endpoints in the watchlist, filters failing ones, and deletes only visible ones', async ({ tab }) => {
  const { account, seeded } = await makeOwner(25);
  const [first = '', second = ''] = seeded.endpointIds;
  await database()
    .doc(`monitors/${seeded.monitorId}`)
    .update({ [`endpoints.${first}.status`]: 'down', [`endpoints.${second}.name`]: 'Checkout' });
  const page = await tab(account, `/monitor/${seeded.monitorId}`, {});
  await rowOf(page, 'own11').getByText('Checkout').waitFor();
  await expect.poll(async () => (await urls(page))[0]).toMatch(/own10$/);
  const search = page.getByRole('searchbox', { name: 'Search endpoints...' });
  await page.getByRole('checkbox', { name: 'Select all endpoints' }).press('Space');
  await button(page, 'Delete Selected (25)').waitFor();
  await search.fill('checkout');
  await button(page, 'Delete Selected (1)').waitFor();
  await search.fill('');
  await button(page, 'Delete Selected (25)').waitFor();
  const only = page.getByRole('combobox', { name: 'Show endpoints' });
  await only.selectOption({ label: 'Failing (1)' });
  await expect.poll(() => urls(page)).toHaveLength(1);
  await search.fill('checkout');
  await page.getByText('No endpoints match').waitFor();
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
  await button(page, 'Show all').click();
  await page.getByRole('button', { name: 'Page 3' }).waitFor();
});
