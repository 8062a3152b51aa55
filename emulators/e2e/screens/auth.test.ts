import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { goInApp } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { signIn, submitSignIn, submitSignUp } from '../testing/browser.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { mailedCode } from '../testing/mail.ts';

const { origin } = addressesFromEnv();

const it = base.extend('open', ({ tab }) => async (path: string) => {
  const page = await tab(null, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
});

it('an open sign-in page continues when another tab signs in, a new one does not', async ({ ownWindow }) => {
  const account = await makeAccount();
  const first = await ownWindow(null, '/incidents');
  await first.waitForURL('**/login');
  await first.getByPlaceholder('Email or phone number').waitFor();
  const other = await first.context().newPage();
  await signIn(other, account);
  await first.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  await other.goto(`${origin}/login`);
  await other.getByPlaceholder('Email or phone number').waitFor();
  await expect.poll(() => new URL(other.url()).pathname).toBe('/login');
});

it('sends a link that verifies the address; then the sign-in works', async ({ open }) => {
    const email = `signup${Date.now()}@farwatch.test`;
    const page = await open('/signup');
    await submitSignUp(page, email);
    await page.getByText('A verification link has been sent to your email. Please check your inbox.').waitFor();
    await page.goto(`${origin}/verify-email?mode=verifyEmail&oobCode=${await mailedCode(email)}`);
    await page.getByText('Redirecting to monitors page...').waitFor();
    await page.waitForURL('**/login');
    await page.getByText(`${email} is verified. Sign in to continue.`).waitFor();
    await expect.poll(() => page.getByPlaceholder('Email or phone number').inputValue()).toBe(email);
    await submitSignIn(page, { email, password: 'secret-1' });
    await page.getByText('No monitors found').waitFor();
    await page.getByRole('link', { name: 'Sam Starter Premium' }).waitFor();
  });
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
