import { type Browser, chromium, type Page } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';
import { chromiumFlags } from '../../src/platform/chromium.ts';
import { newContext } from './app.ts';

/** What a person signs in with. */
export type Credentials = { email: string; password: string };

/**
 * A real Chromium, without a window: the one that all test files share, where FARWATCH_BROWSER names it, of which closing
 * ends only what was opened here; else one of its own. Throws when CHROME_PATH is not set either.
 */
export async function startBrowser(): Promise<Browser> {
  const endpoint = process.env.FARWATCH_BROWSER;
  if (endpoint) return chromium.connect(endpoint);
  const executablePath = process.env.CHROME_PATH;
  if (!executablePath) throw new Error('CHROME_PATH is not set: run these tests by "npm test".');
  return chromium.launch({ executablePath, args: [...chromiumFlags] });
}

/** A page of the app at desktop width, in English; an uncaught error in it, or in its context's other pages, is added to `problems`. */
export async function openPage(browser: Browser, problems: string[]): Promise<Page> {
  const context = await newContext(browser, {});
  context.on('weberror', (error) => problems.push(error.error().message));
  return context.newPage();
}

/** Signs in as a person would and waits for the dashboard. */
export async function signIn(page: Page, account: Credentials): Promise<void> {
  await page.goto(`${addressesFromEnv().origin}/login`);
  await submitSignIn(page, account);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Signs in at the sign-in page that is shown. */
export async function submitSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByPlaceholder('Email or phone number').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
