import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { it } from './testing/app-test.ts';
import { submitSignIn, submitSignUp } from './testing/browser.ts';
import { callApi } from './testing/call-api.ts';
import { addWebhook, button, dialog, openChannelForm, received, row, slackWebhook } from './testing/channels-screen.ts';
import { mailedLink, mailsTo } from './testing/mail.ts';
import { addAll, nameField, openModal, urlAt } from './testing/monitor-form-screen.ts';
import { findMessages, switchSite } from './testing/services.ts';
import { saveButton } from './testing/settings-screen.ts';

const { origin, targets } = addressesFromEnv();
const PASSWORD = 'secret-1';

/** Creates a monitor of one demo site, checked from Taiwan, and waits for its first result. */
async function addMonitor(owner: Account, name: string, site: string): Promise<string> {
  // A try before may have left it down.
  await switchSite(site, 'up');
  const endpoints = [{ url: `${targets}/site/${site}`, description: name }];
  const { id } = (await callApi(owner, 'POST', '/monitors', { name, locations: ['tw'], endpoints })) as { id: string };
  await untilStatus(id, 'up');
  return id;
}

function untilStatus(monitorId: string, status: 'up' | 'down'): Promise<void> {
  const statuses = async () => {
    const { endpoints } = (await database().doc(`monitors/${monitorId}`).get()).data() ?? {};
    return Object.values<{ status: string }>(endpoints).map((each) => each.status);
  };
  return expect.poll(statuses).toEqual([status]);
}

/** Switches the site and has it checked at once, which is refused for a few seconds after another check. */
async function changeSite(owner: Account, monitorId: string, site: string, to: 'up' | 'down'): Promise<void> {
  await switchSite(site, to);
  const check = () => callApi(owner, 'POST', `/monitors/${monitorId}/test`, {}).then(Boolean, () => false);
  await expect.poll(check).toBe(true);
  await untilStatus(monitorId, to);
}

/** The mails to the address about the endpoint, by their subjects. */
async function mailsAbout(
  email: string,
  endpoint: string,
): Promise<Map<string, { text: string; unsubscribe: string }>> {
  const mails = (await mailsTo(email)).flatMap(({ subject, text, headers }) => {
    const [, what] = subject.replace(/ \(.*\)$/, '').split(`${endpoint} `);
    const [, unsubscribe = ''] = /<(http[^>]+)>/.exec(headers['list-unsubscribe'] ?? '') ?? [];
    return what ? [[what, { text, unsubscribe }] as const] : [];
  });
  return new Map(mails);
}

async function signUp(page: Page, email: string): Promise<void> {
  await submitSignUp(page, email, PASSWORD);
  await page.getByRole('link', { name: 'Go to Login' }).waitFor();
  await page.goto(await mailedLink(email));
  await page.getByRole('button', { name: 'Continue Now' }).click();
  const form = page.getByPlaceholder('Email or phone number');
  const dashboard = page.getByText('No monitors found');
  await form.or(dashboard).waitFor();
  if (await form.isVisible()) await submitSignIn(page, { email, password: PASSWORD });
  await dashboard.waitFor();
}

it('a new account is mailed about an outage with nothing set up, and anyone with the mail’s link acknowledges it', {
  tags: 'minutes',
}, async ({ ownWindow }) => {
  const email = `first${randomBytes(6).toString('hex')}@farwatch.test`;
  const page = await ownWindow(null, '/signup');
  await signUp(page, email);
  await page.getByRole('link', { name: 'Create monitor' }).first().click();
  await nameField(page).fill('First shop');
  await openModal(page);
  await urlAt(page, 1).fill(`${targets}/site/first`);
  await page.getByLabel('Description 1').fill('Checkout');
  await addAll(page);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'First shop' }).waitFor();
  const status = (text: string) =>
    page.getByRole('row').filter({ hasText: '/site/first' }).getByText(text, { exact: true });
  await status('Up').waitFor();
  await switchSite('first', 'down');
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.poll(async () => [...(await mailsAbout(email, 'Checkout')).keys()]).toEqual(['is down']);
  const [link = ''] = /http\S+\/a\/\S+/.exec((await mailsAbout(email, 'Checkout')).get('is down')?.text ?? '') ?? [];
  expect(link.startsWith(`${origin}/a/`)).toBe(true);
  const reader = await ownWindow(null, link.slice(origin.length));
  await reader.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
  await reader.getByText('First shop').waitFor();
  await reader.getByLabel('Your name').fill('Bob');
  await reader.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await reader.getByText('Acknowledged by Bob via Email').waitFor();
  await page.goto(`${origin}/monitors`);
  await page.getByText('acknowledged by Bob via Email').waitFor();
  await page.goto(`${origin}/incidents`);
  await page.getByRole('link', { name: '/site/first' }).click();
  await page.getByRole('dialog').getByText('Acknowledged by Bob via Email').waitFor();
  await switchSite('first', 'up');
});

it('Slack and a webhook that were added in Settings get an outage and its end; one click in a mail ends the mails', {
  tags: 'minutes',
}, async ({ ownWindow }) => {
  const account = await makeAccount();
  const { target, url } = slackWebhook();
  const monitorId = await addMonitor(account, 'Two ways', 'two-ways');
  const page = await ownWindow(account, '/settings?tab=integrations');
  await openChannelForm(page, 'Slack');
  await dialog(page).getByLabel('Webhook URL', { exact: true }).fill(url);
  await button(page, 'Test and save').click();
  await dialog(page).waitFor({ state: 'hidden' });
  await addWebhook(page, account.uid);

  for (const [to, kind, text] of [
    ['down', 'outage', 'Two ways is down'],
    ['up', 'recovery', 'Two ways is up again'],
  ] as const) {
    await changeSite(account, monitorId, 'two-ways', to);
    await expect.poll(async () => (await received('slack', target)).at(-1)).toContain(text);
    await expect.poll(async () => (await received('webhook', account.uid)).at(-1)).toContain(`"type":"${kind}"`);
  }
  // Each got its test, the outage and the recovery.
  expect([await received('slack', target), await received('webhook', account.uid)].map(({ length }) => length)).toEqual(
    [3, 3],
  );
  await row(page, 'Webhook').getByRole('button', { name: 'Edit' }).click();
  await button(page, /^Send again: .*is up again/).click();
  await dialog(page).getByText('Sent again', { exact: true }).waitFor();
  await dialog(page).getByText('again', { exact: true }).waitFor();
  const ids = (await received('webhook', account.uid)).map((request) => /"webhook-id":"([^"]+)"/.exec(request)?.[1]);
  expect([ids.length, new Set(ids).size]).toEqual([4, 3]);
  await page.keyboard.press('Escape');

  await expect.poll(async () => (await mailsAbout(account.email, 'Two ways')).size).toBe(2);
  const unsubscribe = (await mailsAbout(account.email, 'Two ways')).get('is down')?.unsubscribe ?? '';
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(unsubscribe, { method: 'POST', body })).status).toBe(200);
  await page.reload();
  await row(page, account.email).getByText('Unsubscribed by the link in an email').waitFor();
  await row(page, account.email).getByText('Off', { exact: true }).waitFor();
});

it('a Telegram chat that is connected during an outage gets what is down', { tags: 'minutes' }, async ({
  ownWindow,
}) => {
  const account = await makeAccount();
  const monitorId = await addMonitor(account, 'Late chat', 'late-chat');
  await changeSite(account, monitorId, 'late-chat', 'down');
  const page = await ownWindow(account, '/settings?tab=integrations');
  await page.getByLabel('Bot Token', { exact: true }).fill('123456789:AAE-late_chat');
  await page.getByLabel('Chat ID', { exact: true }).fill(`-${Date.now()}`);
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await page.getByText('Telegram connection verified').waitFor();
  await saveButton(page).click();
  await expect.poll(async () => (await findMessages('Late chat', 'is down')).length).toBe(1);
  await changeSite(account, monitorId, 'late-chat', 'up');
  await expect.poll(async () => (await findMessages('Late chat', 'is up again')).length).toBe(1);
});

it('an outage in maintenance is silent, and announced at its end if it continues', { tags: 'minutes' }, async ({
  ownWindow,
}) => {
  const account = await makeAccount();
  const [upgraded, unaffected] = await Promise.all([
    addMonitor(account, 'Upgraded', 'upgraded'),
    addMonitor(account, 'Unaffected', 'unaffected'),
  ]);
  const mailed = async (name: string) => [...(await mailsAbout(account.email, name)).keys()];
  const page = await ownWindow(account, `/monitor/${upgraded}`);
  const onPage = (name: string) => page.getByRole('button', { name, exact: true });
  await onPage('Start maintenance').click();
  await button(page, '30 min').click();
  await onPage('End now').waitFor();
  await changeSite(account, upgraded, 'upgraded', 'down');
  await page.getByText('In maintenance', { exact: true }).first().waitFor();
  // A later outage is announced, so the first one was not missed by chance.
  await changeSite(account, unaffected, 'unaffected', 'down');
  await expect.poll(() => mailed('Unaffected')).toEqual(['is down']);
  expect(await mailed('Upgraded')).toEqual([]);
  await onPage('End now').click();
  await expect.poll(() => mailed('Upgraded')).toEqual(['is down']);
  await onPage('End now').waitFor({ state: 'detached' });
});
