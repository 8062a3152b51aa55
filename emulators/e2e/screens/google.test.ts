import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { it } from '../testing/app-test.ts';
import { submitSignIn } from '../testing/browser.ts';
import { signInInPopup, standInForGoogle } from '../testing/google.ts';

it('signs up with Google, sets a password, and signs in either way', async ({ ownWindow }) => {
  // The site of the Auth emulator's frame, which Chromium would otherwise refuse to store anything.
  const origin = addressesFromEnv().origin.replace('localhost', '127.0.0.1');
  const email = `google${Date.now()}@farwatch.test`;
  const page = await ownWindow(null, '/favicon.svg');
  await standInForGoogle(page.context());
  const signOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
  };

  await page.goto(`${origin}/signup`);
  await signInInPopup(page, 'Sign up with Google', email);
  await page.getByText('No monitors found').waitFor();

  await page.goto(`${origin}/settings#password`);
  await page.getByRole('button', { name: 'Set a password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New password', { exact: true }).fill('fresh-secret');
  await dialog.getByLabel('Repeat the new password').fill('fresh-secret');
  await signInInPopup(page, 'Set a password', email);
  await page.getByText('Your password is set.').waitFor();
  await page.getByRole('button', { name: 'Change password' }).waitFor();
  expect(await page.getByRole('button', { name: 'Set a password' }).count()).toBe(0);
  await page.getByText('This address comes from your Google account').waitFor();

  await signOut();
  await submitSignIn(page, { email, password: 'fresh-secret' });
  await page.getByText('No monitors found').waitFor();
  await signOut();
  await signInInPopup(page, 'Sign in with Google', email);
  await page.getByText('No monitors found').waitFor();
});
