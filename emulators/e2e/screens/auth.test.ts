import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { goInApp } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { signIn } from '../testing/browser.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';

const { origin } = addressesFromEnv();

it('an open sign-in page continues when another tab signs in, and a signed-in user sees none', async ({
  ownWindow,
}) => {
  const account = await makeAccount();
  const first = await ownWindow(null, '/incidents');
  await first.waitForURL('**/login');
  await first.getByPlaceholder('Email or phone number').waitFor();
  const other = await first.context().newPage();
  await signIn(other, account);
  await first.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  for (const path of ['/login', '/signup']) {
    await other.goto(origin + path);
    await other.waitForURL('**/monitors');
  }
});

it('shows a missing language and a missing network on each signed-out page', async ({ ownWindow }) => {
  const page = await ownWindow(null, '/login');
  await page.route('**/assets/cn-*.js', (route) => route.abort());
  const pages = [
    ['/checkout', page.getByRole('link', { name: 'Back to home' })],
    ['/agent/register', page.getByRole('heading', { name: 'Register an agent' })],
    ['/login', page.getByLabel('Password', { exact: true })],
  ] as const;
  const language = page.getByRole('combobox', { name: 'Language' });
  for (const [path, shown] of pages) {
    await goInApp(page, path);
    await shown.waitFor();
    await language.selectOption({ label: '中文' });
    await page.getByRole('alert').getByText('The language could not be loaded. Please try again.').waitFor();
    await expect.poll(() => language.inputValue()).toBe('en');
  }
  await page.context().setOffline(true);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, shown] of pages) {
    await goInApp(page, path);
    await shown.waitFor();
    await page.getByText('No internet connection.').waitFor();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  }
});
