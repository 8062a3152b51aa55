import { buffer } from 'node:stream/consumers';
import { DAY_MS } from '@farwatch/core/values/time';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { signInForTokens } from '../../src/agents/sign-in.ts';
import { database, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';

it('changes the password after the current one is proved', async ({ ownWindow }) => {
  const account = await makeAccount();
  const page = await ownWindow(account, '/settings');
  const dialog = page.getByRole('dialog');
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const change = () => dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await field('Current password').fill('wrong-password');
  await field('New password').fill('next-secret');
  await field('Repeat the new password').fill('next-secre');
  await change();
  await dialog.getByText('Passwords do not match').waitFor();
  await field('Repeat the new password').fill('next-secret');
  await change();
  await dialog.getByText('The current password is wrong.').waitFor();
  await expect.poll(() => field('New password').inputValue()).toBe('next-secret');
  await field('Current password').fill(account.password);
  await change();
  await page.getByText('Your password is changed.').waitFor();
  await page.reload();
  await page.getByLabel('Display name').waitFor();
  const { authHost } = addressesFromEnv();
  await signInForTokens(authHost, { email: account.email, password: 'next-secret' });
  await expect(signInForTokens(authHost, account)).rejects.toThrow('INVALID_PASSWORD');
});

it('downloads the account’s data, and continues after a failure', async ({ ownWindow }) => {
  const account = await makeAccount('Dana Data');
  const page = await ownWindow(account, '/settings');
  const restore = await failApi(page, '/account/copy', 500);
  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByRole('alert').getByText('The download stopped.').waitFor();
  await restore();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^farwatch-\d{4}-\d\d-\d\d\.jsonl$/);
  const lines = (await buffer(await download.createReadStream())).toString().trim().split('\n');
  const paths = lines.flatMap((line) => Object.keys(JSON.parse(line) as object));
  expect(paths).toEqual([`account/${account.uid}`, `users/${account.uid}`]);
  await page.getByText('2 documents').waitFor();
});

it('closes the account after a confirmation, shows that on every page, and keeps it on request', async ({
  ownWindow,
}) => {
  const account = await makeAccount();
  const closesAt = async () => (await database().doc(`users/${account.uid}`).get()).get('closesAt') as unknown;
  const page = await ownWindow(account, '/settings');
  const dialog = page.getByRole('dialog');
  const close = () => dialog.getByRole('button', { name: 'Close account' }).click();
  await page.getByRole('button', { name: 'Close account' }).click();
  await dialog.getByLabel('Type ').fill('someone@farwatch.test');
  await close();
  await dialog.getByText('This is not the email address of your account.').waitFor();
  await dialog.getByLabel('Type ').fill(account.email.toUpperCase());
  await dialog.getByLabel('Current password', { exact: true }).fill('wrong-password');
  await close();
  await dialog.getByText('The current password is wrong.').waitFor();
  expect(await closesAt()).toBeNull();
  await dialog.getByLabel('Current password', { exact: true }).fill(account.password);
  await close();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Incidents', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  await page.getByText('This account and all its data will be deleted on').waitFor();
  expect(await closesAt()).toMatchObject({ seconds: expect.closeTo((Date.now() + 7 * DAY_MS) / 1000, -3) });
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.getByRole('button', { name: 'Keep my account' }).waitFor({ state: 'detached' });
  expect(await closesAt()).toBeNull();
});
