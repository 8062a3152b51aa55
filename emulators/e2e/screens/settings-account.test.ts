import { buffer } from 'node:stream/consumers';
import { DAY_MS } from '@farwatch/core/values/time';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { signInForTokens } from '../../src/agents/sign-in.ts';
import { database, makeAccount, seedMembers } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { callApi } from '../testing/call-api.ts';

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

it('says which of several accounts is about to be closed', async ({ ownWindow }) => {
  const owner = await makeAccount('Olga Owner');
  const [person = owner] = await seedMembers(owner, { 'Emil Editor': 'editor' });
  await callApi(owner, 'POST', `/v1/accounts/${owner.uid}/transfer`, { uid: person.uid });
  const page = await ownWindow(person, '/settings');
  const open = async () => {
    await page.getByRole('button', { name: 'Close account' }).click();
    const sentence = page.getByRole('dialog').getByText('You are about to close this account:');
    await expect.poll(() => sentence.textContent()).not.toContain('…');
    return sentence.textContent();
  };
  expect(await open()).toBe('You are about to close this account: Emil Editor (your own)');
  await page.goto(`${new URL(page.url()).origin}/settings?account=${owner.uid}`);
  expect(await open()).toBe('You are about to close this account: Olga Owner');
});

it('lists the channels of a member that go on when the member is removed', async ({ ownWindow }) => {
  const owner = await makeAccount('Olga Owner');
  const [emil = owner, vera = owner] = await seedMembers(owner, { 'Emil Editor': 'editor', 'Vera Viewer': 'viewer' });
  await callApi(owner, 'PUT', '/v1/channels/email/duty', { personId: emil.uid, onDutyIn: null });
  // It is not verified, so it gets nothing.
  const hook = { type: 'webhook', name: 'Hook', settings: { url: 'https://hooks.example.com/farwatch' } };
  const { id } = (await callApi(owner, 'POST', '/v1/channels', hook)) as { id: string };
  await callApi(owner, 'PUT', `/v1/channels/${id}/duty`, { personId: vera.uid, onDutyIn: null });
  const page = await ownWindow(owner, '/settings');
  const members = page.getByRole('region', { name: 'Members' });
  const dialog = page.getByRole('alertdialog', { name: 'Remove this member?' });
  const intro = (name: string) => dialog.getByText(`Channels of ${name} that still get messages:`);
  await members.getByRole('button', { name: 'Remove Emil Editor' }).click();
  await intro('Emil Editor').waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Email']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  await members.getByRole('button', { name: 'Remove Vera Viewer' }).click();
  await dialog.getByText('Vera Viewer is signed out everywhere and loses access to this account.').waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});
