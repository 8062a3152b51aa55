import { HOUR_MS } from '@farwatch/core/values/time';
import { expect } from 'vitest';
import { makeAccount } from './testing/accounts.ts';
import { it } from './testing/app-test.ts';
import { seedIncidents } from './testing/incidents.ts';
import { dialog, titles } from './testing/incidents-screen.ts';
import { mailsTo } from './testing/mail.ts';
import { seedMonitors } from './testing/seed-monitors.ts';

/** Two people in two windows work on one account. */

it('a member is invited, edits next to the owner, acknowledges, becomes a viewer and the owner, and removes the owner before', {
  tags: 'minutes',
}, async ({ ownWindow }) => {
  const owner = await makeAccount('Olga Owner');
  const member = await makeAccount('Emil Editor');
  const [{ monitorId } = { monitorId: '' }] = await seedMonitors(owner, [{ name: 'Shop', paths: ['/cart'] }]);
  await seedIncidents(owner, [{ monitorId, triggeredAt: Date.now() - HOUR_MS }]);

  const settings = await ownWindow(owner, '/settings');
  const members = settings.getByRole('region', { name: 'Members' });
  await members.getByRole('button', { name: 'Invite' }).click();
  const invite = settings.getByRole('dialog', { name: 'Invite a member' });
  await invite.getByLabel('Email address').fill(member.email);
  await invite.getByRole('radio', { name: /Editor/ }).check({ force: true });
  await invite.getByRole('button', { name: 'Invite' }).click();
  await members.getByText(`The invitation was sent to ${member.email}.`).waitFor();
  const [mail] = await mailsTo(member.email);
  expect(mail?.subject).toContain('invites you to Farwatch');

  const page = await ownWindow(member, '/settings?tab=account');
  await page.getByRole('button', { name: 'Accept the invitation of Olga Owner' }).click();
  await page.getByRole('button', { name: 'Open the account of Olga Owner' }).click();
  await page.getByRole('link', { name: 'Shop' }).first().waitFor();
  expect(new URL(page.url()).searchParams.get('account')).toBe(owner.uid);
  await page.getByRole('combobox', { name: 'Account' }).waitFor();

  await page.getByRole('link', { name: 'Incidents' }).click();
  await titles(page).first().click();
  await dialog(page).getByRole('button', { name: 'Acknowledge' }).first().click();
  const incidents = await ownWindow(owner, '/incidents');
  await titles(incidents).first().click();
  await dialog(incidents)
    .getByText(/Emil Editor/)
    .first()
    .waitFor();

  // Both edit the monitor; what the second saves keeps what the first changed.
  const form = await ownWindow(owner, `/monitor/${monitorId}/edit`);
  const description = form.getByLabel('Description').first();
  await description.fill('Sells things');
  await page.goto(`${new URL(page.url()).origin}/monitor/${monitorId}/edit?account=${owner.uid}`);
  await page.getByLabel('Monitor Name').fill('Shop of Emil');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Monitor Updated' }).getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { name: /Shop of Emil/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('account')).toBe(owner.uid);
  await form.getByRole('button', { name: 'Update', exact: true }).click();
  await form.getByRole('alertdialog', { name: 'Monitor Updated' }).getByRole('button', { name: 'Confirm' }).click();
  await form.getByRole('heading', { name: /Shop of Emil/ }).waitFor();
  await form.getByText('Sells things').waitFor();

  // A link of a message opens in the account that it is about.
  await page.goto(`${new URL(page.url()).origin}/monitor/${monitorId}`);
  await expect.poll(() => new URL(page.url()).searchParams.get('account')).toBe(owner.uid);
  await page.getByRole('heading', { name: /Shop of Emil/ }).waitFor();

  await settings.reload();
  const changed = settings.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await members.getByRole('combobox', { name: 'Role of Emil Editor' }).selectOption('Viewer');
  await changed;
  await page.reload();
  await page.getByRole('heading', { name: /Shop of Emil/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);

  // The member becomes the owner, and the owner signs in again as an editor, with an account of their own.
  await settings.reload();
  await members.getByRole('button', { name: 'Make Emil Editor the owner' }).click();
  const transfer = settings.getByRole('dialog', { name: 'Transfer this account' });
  await transfer.getByLabel(`Type ${member.email} to confirm`).fill(member.email);
  await transfer.getByLabel('Current password').fill(owner.password);
  await transfer.getByRole('button', { name: 'Transfer the account' }).click();
  await settings.waitForURL('**/login*');
  expect((await mailsTo(member.email)).map(({ subject }) => subject)).toContain('An account is yours now');
  expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toContain('You transferred your account');
  const previous = settings;
  await previous.getByLabel('Email').fill(owner.email);
  await previous.getByLabel('Password', { exact: true }).fill(owner.password);
  await previous.getByRole('button', { name: 'Sign in', exact: true }).click();
  await previous.waitForURL((url) => !url.pathname.startsWith('/login'));
  await previous.goto(`${new URL(page.url()).origin}/settings?tab=account`);
  await previous.getByRole('button', { name: 'Open the account of Emil Editor' }).click();
  await previous.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await previous.getByRole('link', { name: 'Shop of Emil' }).first().waitFor();
  await previous.getByRole('combobox', { name: 'Account' }).selectOption({ index: 0 });
  await previous.waitForURL((url) => url.searchParams.get('account') === null);
  await previous.getByRole('heading', { name: 'Dashboard' }).waitFor();
  expect(await previous.getByRole('link', { name: 'Shop of Emil' }).count()).toBe(0);
  await previous.goto(`${new URL(previous.url()).origin}/monitors?account=${owner.uid}`);

  await page.goto(`${new URL(page.url()).origin}/settings?tab=account&account=${owner.uid}`);
  const asOwner = page.getByRole('region', { name: 'Members' });
  await asOwner.getByRole('button', { name: 'Remove Olga Owner' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await asOwner.getByText('Olga Owner').waitFor({ state: 'hidden' });
  await previous.reload();
  await previous.waitForURL('**/login*');
});
