import { getAuth } from 'firebase-admin/auth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { newContext } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';
import { mailedLink } from '../testing/mail.ts';

const { origin } = addressesFromEnv();
const MAIL = '**/accounts:sendOobCode*';
const problems: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

async function open(path: string): Promise<Page> {
  const context = await newContext(browser, {});
  context.on('weberror', (error) => problems.push(error.error().message));
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function unverified(): Promise<Account> {
  const account = await makeAccount();
  await getAuth().updateUser(account.uid, { emailVerified: false });
  return account;
}

const email = (page: Page) => page.getByPlaceholder('Email or phone number');

async function signIn(page: Page, account: Account): Promise<void> {
  await email(page).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

it('says to whom the mail went, sends it again after a wait, and goes on once its link was opened elsewhere', async () => {
  const account = await unverified();
  const page = await open('/login');
  await page.clock.install();
  await signIn(page, account);
  await page.getByRole('heading', { name: 'Verification email sent!' }).waitFor();
  await page.getByText(`We sent it to ${account.email}.`).waitFor();
  await page.getByText('check your spam folder').waitFor();
  expect(await page.getByRole('button', { name: /^Resend in \d+ s$/ }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  const first = await mailedLink(account.email);
  await page.clock.fastForward(60_000);
  await page.route(MAIL, (route) => route.abort());
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByText('The email could not be sent: no connection. Please try again.').waitFor();
  await page.unroute(MAIL);
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByText(`Sent again to ${account.email}.`).waitFor();
  expect(await mailedLink(account.email)).not.toBe(first);
  await getAuth().updateUser(account.uid, { emailVerified: true });
  await page.clock.fastForward(5_000);
  await page.getByText('No monitors found').waitFor();
  await page.context().close();
});

it('claims no mail that was not sent', async () => {
  const account = await unverified();
  const page = await open('/verify-email');
  await page.getByText('To get a new one, sign in.').waitFor();
  expect(await page.getByText('Verification email sent!').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await page.route(MAIL, (route) => route.abort());
  await signIn(page, account);
  await page.getByText(`${account.email} is not verified yet.`).waitFor();
  expect(await page.getByText('Verification email sent!').count()).toBe(0);
  await page.unroute(MAIL);
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.getByRole('heading', { name: 'Verification email sent!' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Verification email sent!' }).waitFor();
  await page.context().close();
});

it('ends the link of the mail, opened where nobody is signed in, at a sign-in that knows of it', async () => {
  const address = `linked${Date.now()}@farwatch.test`;
  const page = await open('/signup');
  await page.getByLabel('First name').fill('Lin');
  await page.getByLabel('Last name').fill('Starter');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill('secret-1');
  await page.getByLabel('Confirm password').fill('secret-1');
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  expect(await email(page).inputValue()).toBe(address);
  await page.context().close();
  const other = await open('/login');
  await other.goto(await mailedLink(address));
  await other.getByText('Email Verified').waitFor();
  await other.getByRole('button', { name: 'Continue Now' }).click();
  await other.waitForURL('**/login');
  await other.getByText(`${address} is verified. Sign in to continue.`).waitFor();
  expect(await email(other).inputValue()).toBe(address);
  await expectAccessible(other);
  await other.getByLabel('Password', { exact: true }).fill('secret-1');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await other.getByText('No monitors found').waitFor();
  await other.context().close();
});
