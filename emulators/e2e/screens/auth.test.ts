import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { goInApp } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { submitSignIn, signIn } from '../testing/browser.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { mailedCode } from '../testing/mail.ts';

const { origin } = addressesFromEnv();

const it = base.extend('open', ({ tab }) => async (path: string) => {
  const page = await tab(null, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
});

describe('signing in', () => {
  it('says what is missing or wrong and keeps what was typed', async ({ open }) => {
    const account = await makeAccount();
    const page = await open('/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Please enter both email and password').waitFor();
    await submitSignIn(page, { email: account.email, password: 'not the password' });
    await page.getByText('Invalid email or password. Please try again.').waitFor();
    await expect.poll(() => page.getByPlaceholder('Email or phone number').inputValue()).toBe(account.email);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.poll(() => page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await expectAccessible(page);
    await submitSignIn(page, account);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  });
});

it('a sign-in page that waits goes on when another tab signs in, and only then', async ({ ownWindow }) => {
  const account = await makeAccount();
  const waiting = await ownWindow(null, '/incidents');
  await waiting.waitForURL('**/login');
  await waiting.getByPlaceholder('Email or phone number').waitFor();
  const other = await waiting.context().newPage();
  await signIn(other, account);
  await waiting.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  await other.goto(`${origin}/login`);
  await other.getByPlaceholder('Email or phone number').waitFor();
  await expect.poll(() => new URL(other.url()).pathname).toBe('/login');
});

describe('signing up', () => {
  it('asks for everything, sends a link, and lets in who follows it', async ({ open }) => {
    const email = `signup${Date.now()}@farwatch.test`;
    const page = await open('/signup');
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.getByText('Please fill in all fields').waitFor();
    await page.getByLabel('First name').fill('Sam');
    await page.getByLabel('Last name').fill('Starter');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('secret-1');
    await page.getByLabel('Confirm password').fill('secret-2');
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
    await page.getByText('Passwords do not match').waitFor();
    await page.getByLabel('Confirm password').fill('secret-1');
    await page.getByRole('button', { name: 'Sign up', exact: true }).click();
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

  it('says so when a link is no good', async ({ open }) => {
    const page = await open('/verify-email?oobCode=nonsense');
    await page.getByText('Verification Failed').waitFor();
    expect(await page.title()).toBe('Verification Failed · Farwatch');
    await page.getByRole('link', { name: 'Back to Login' }).waitFor();
    await expectAccessible(page);
  });
});

describe('for everybody', () => {
  it('says so where a language or the network is missing, on each page of those signed out', async ({ ownWindow }) => {
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

  it.for(['/login', '/signup', '/verify-email'])('%s has nothing that axe objects to', async (path, { open }) => {
    const page = await open(path);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  });
});
