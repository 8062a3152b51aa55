import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { newContext, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';
import { mailedCode } from '../testing/mail.ts';

const { origin } = addressesFromEnv();
const problems: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

async function open(path: string, view: View = {}): Promise<Page> {
  const context = await newContext(browser, view);
  context.on('weberror', (error) => problems.push(error.error().message));
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByPlaceholder('Email or phone number').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

describe('signing in', () => {
  it('says what is missing or wrong and keeps what was typed', async () => {
    const account = await makeAccount();
    const page = await open('/login');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Please enter both email and password').waitFor();
    await signIn(page, account.email, 'not the password');
    await page.getByText('Invalid email or password. Please try again.').waitFor();
    expect(await page.getByPlaceholder('Email or phone number').inputValue()).toBe(account.email);
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await expectAccessible(page);
    await signIn(page, account.email, account.password);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.context().close();
  });
});

describe('signing up', () => {
  it('asks for everything, sends a link, and lets in who follows it', async () => {
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
    expect(await page.getByPlaceholder('Email or phone number').inputValue()).toBe(email);
    await signIn(page, email, 'secret-1');
    await page.getByText('No monitors found').waitFor();
    await page.getByRole('link', { name: 'Sam Starter Premium' }).waitFor();
    await page.context().close();
  });

  it('says so when a link is no good', async () => {
    const page = await open('/verify-email?oobCode=nonsense');
    await page.getByText('Verification Failed').waitFor();
    await page.getByRole('link', { name: 'Back to Login' }).waitFor();
    await expectAccessible(page);
    await page.context().close();
  });
});

describe('for everybody', () => {
  it.each(['/login', '/checkout', '/agent/register'])(
    '%s says so where a language or the network is missing',
    async (path) => {
      const page = await open(path);
      await page.route('**/assets/cn-*.js', (route) => route.abort());
      const language = page.getByRole('combobox', { name: 'Language' });
      await language.selectOption({ label: '中文' });
      await page.getByRole('alert').getByText('The texts could not be loaded. Please try again.').waitFor();
      expect(await language.inputValue()).toBe('en');
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.context().close();
    },
  );

  it.each(['/login', '/signup', '/verify-email'])('%s has nothing that axe objects to', async (path) => {
    const page = await open(path);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.context().close();
  });
});
