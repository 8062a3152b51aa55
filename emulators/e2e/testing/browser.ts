import { type Browser, chromium, type Page } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';
import { chromiumFlags } from '../../src/platform/chromium.ts';
import { newContext } from './app.ts';

export type Credentials = { email: string; password: string };

/**
 * A headless Chromium: the shared one that FARWATCH_BROWSER names, where closing ends only this connection's contexts,
 * or a new one. Throws if CHROME_PATH is not set either.
 */
export async function startBrowser(): Promise<Browser> {
  const endpoint = process.env.FARWATCH_BROWSER;
  if (endpoint) return chromium.connect(endpoint);
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) throw new Error('CHROME_PATH is not set: run these tests by "npm test".');
  return chromium.launch({ executablePath, args: [...chromiumFlags] });
}

/** A page in a new context; uncaught errors in any page of the context are added to `problems`. */
export async function openPage(browser: Browser, problems: string[]): Promise<Page> {
  const context = await newContext(browser, {});
  context.on('weberror', (error) => problems.push(error.error().message));
  return context.newPage();
}

/** Signs in at the sign-in page and waits for the dashboard. */
export async function signIn(page: Page, account: Credentials): Promise<void> {
  await page.goto(`${addressesFromEnv().origin}/login`);
  await submitSignIn(page, account);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Fills in and submits the sign-up page that is shown. */
export async function submitSignUp(page: Page, email: string, password = 'secret-1', confirm = password) {
  await page.getByLabel('First name').fill('Sam');
  await page.getByLabel('Last name').fill('Starter');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(confirm);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
}

/** Fills in and submits the sign-in page that is shown. */
export async function submitSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByPlaceholder('Email or phone number').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
