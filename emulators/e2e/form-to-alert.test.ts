import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { tick } from '../src/clock.ts';
import { inDays } from '../src/rdap/registration.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { it } from './testing/app-test.ts';
import { callApi } from './testing/call-api.ts';
import { mailsTo } from './testing/mail.ts';
import { addAll, button, descriptionAt, modal, nameField, openModal, urlAt } from './testing/monitor-form-screen.ts';

/** Sites that others' monitors get wrong, from the form to the mail about an outage and its end. */

/** Long enough for a busy machine. */
const WITHIN_MS = 60_000;
const { functions, rdap, targets } = addressesFromEnv();

/** Waits until the page of the monitor shows the status of the endpoint whose URL ends so. */
function expectShown(page: Page, url: string, status: 'Up' | 'Down'): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: url });
  return row.getByText(status, { exact: true }).waitFor({ timeout: WITHIN_MS });
}

/** Requests checks, which is refused for a few seconds after others. */
async function checkNow(page: Page): Promise<void> {
  const check = button(page, 'Check now');
  await expect.poll(() => check.isEnabled()).toBe(true);
  await check.click();
}

/** Warnings are below the severity from which a new account is notified. */
async function receiveAll(account: Account): Promise<void> {
  const path = '/v1/notifications/settings';
  const { telegram, thresholds } = (await callApi(account, 'GET', path)) as Record<string, object>;
  await callApi(account, 'PUT', path, { telegram, thresholds: { ...thresholds, severity: 'all' } });
}

async function register(name: string, expiresAt: string): Promise<void> {
  const response = await fetch(`${rdap}/registration`, { method: 'POST', body: JSON.stringify({ name, expiresAt }) });
  if (!response.ok) throw new Error(`${name} could not be registered: ${await response.text()}`);
}

/** Has the hourly job query the registry of the account's domains. */
async function askAgain({ uid }: Account): Promise<void> {
  const nowMs = Date.now();
  const { docs } = await database().collection('domains').where('ownerId', '==', uid).get();
  await Promise.all(docs.map(({ ref }) => ref.update({ askAt: Timestamp.fromMillis(nowMs) })));
  await tick(functions, 'askRegistries', nowMs + 1_000);
}

type Asserted = { what?: 'JSON value' | 'Response header'; of?: string; condition?: string; value: string };

async function switchCase(name: string, to: 'up' | 'down'): Promise<void> {
  const response = await fetch(`${targets}/case/${name}/${to}`, { method: 'POST' });
  if (!response.ok) throw new Error(`The case ${name} could not be switched: ${response.status}`);
}

/** Fills in the form of a new monitor with one URL, and creates it with these assertions; its page is shown then. */
async function createMonitor(page: Page, name: string, url: string, assertions: readonly Asserted[]): Promise<void> {
  await nameField(page).fill(name);
  await openModal(page);
  await urlAt(page, 1).fill(url);
  await descriptionAt(page, 1).fill(name);
  await addAll(page);
  if (assertions.length > 0) await addAssertions(page, assertions);
  await button(page, 'Create').click();
  await page.getByRole('heading', { name }).waitFor();
}

async function addAssertions(page: Page, assertions: readonly Asserted[]): Promise<void> {
  await page.getByRole('button', { name: /^More: check options of/ }).click();
  const dialog = page.getByRole('dialog');
  for (const [index, { what, of, condition = 'contains', value }] of assertions.entries()) {
    await button(dialog, 'Add assertion').click();
    const row = dialog.getByRole('group', { name: `Assertion ${index + 1}`, exact: true });
    if (what) await row.getByLabel('What').selectOption({ label: what });
    if (what && of) await row.getByLabel(what === 'JSON value' ? 'JSONPath' : 'Name').fill(of);
    await row.getByLabel('Condition').selectOption({ label: condition });
    await row.getByLabel('Value').fill(value);
  }
  await button(dialog, 'Apply').click();
  await dialog.waitFor({ state: 'hidden' });
}

/**
 * The mails about the endpoint, oldest first, without 'is worse now': on a busy machine the last location may fail after
 * the message about the first two.
 */
async function mailsAbout({ email }: Account, name: string): Promise<[subject: string, text: string][]> {
  const mails = await mailsTo(email);
  return mails
    .filter(({ subject }) => subject.includes(name) && !subject.endsWith('is worse now'))
    .map(({ subject, text }) => [subject, text]);
}

/** Waits for one more mail, whose subject contains this; returns its text. */
async function nextMail(account: Account, name: string, subject: string, count: number): Promise<string> {
  const subjects = async () => (await mailsAbout(account, name)).map(([each]) => each);
  await expect.poll(async () => (await subjects()).length, { timeout: WITHIN_MS }).toBe(count);
  const [last, text = ''] = (await mailsAbout(account, name)).at(-1) ?? [];
  expect(last).toContain(subject);
  return text;
}

async function incidentsOf({ uid }: Account): Promise<{ status: string; type: string }[]> {
  const { docs } = await database().collection('incidents').where('ownerId', '==', uid).get();
  return docs.map((doc) => ({ status: String(doc.get('status')), type: String(doc.get('type')) }));
}

const CASES: { name: string; path: string; assertions: Asserted[]; received: string }[] = [
  {
    name: 'Big5 page',
    path: 'ms950',
    assertions: [{ value: '狀態正常' }],
    received: 'the body does not contain "狀態正常"',
  },
  {
    name: 'Order book',
    path: 'orders',
    assertions: [
      { what: 'JSON value', of: '$.orders[?@.id == 9007199254740993].state', condition: 'is', value: 'open' },
      { what: 'JSON value', of: '$.orders[?@.id == 9007199254740993].price', condition: 'is', value: '993.1' },
      { what: 'JSON value', of: '$.total', condition: 'is', value: '12345678901234567.89' },
      { what: 'JSON value', of: '$.total', condition: 'is less than', value: '12345678901234567.9' },
      { what: 'JSON value', of: '$.orders[-1].note', condition: 'contains', value: '訂單 1499' },
      { what: 'JSON value', of: '$.orders[0].pair', condition: 'matches the expression', value: '^[A-Z]{3}/THB$' },
      { condition: 'matches the expression', value: '"version":"4\\.\\d+\\.\\d+"' },
      { condition: 'matches the expression', value: '訂單 \\d+"\\}\\]\\}$' },
      { condition: 'does not contain', value: '"state":"failed"' },
      { what: 'Response header', of: 'Content-Type', condition: 'contains', value: 'json' },
    ],
    received: '$.orders[?@.id == 9007199254740993].state is "stuck", expected "open"',
  },
  {
    name: 'Event stream',
    path: 'events',
    assertions: [{ value: 'data: well' }],
    received: 'the body does not contain "data: well"',
  },
];

it.for(CASES)(
  '$name: up, down with an incident and a mail, and up again',
  { tags: 'minutes' },
  async (site, { tab }) => {
    const { name, path, assertions, received } = site;
    await switchCase(path, 'up');
    const account = await makeAccount('Lin Local');
    const page = await tab(account, '/monitor/new');
    await createMonitor(page, name, `${targets}/case/${path}`, assertions);
    await expectShown(page, path, 'Up');
    await switchCase(path, 'down');
    await button(page, 'Check now').click();
    await expectShown(page, path, 'Down');
    const down = await nextMail(account, name, `${name} is down`, 1);
    expect(down).toContain('Reason: The answer is not as expected');
    expect(down).toContain(received);
    expect(await incidentsOf(account)).toMatchObject([{ status: 'active' }]);
    await switchCase(path, 'up');
    await checkNow(page);
    await expectShown(page, path, 'Up');
    await nextMail(account, name, `${name} is up again`, 2);
    await expect.poll(() => incidentsOf(account)).toMatchObject([{ status: 'resolved' }]);
  },
);

it('a .tw domain, whose registry speaks only HTTP/2, warns, expires and is renewed', { tags: 'minutes' }, async ({
  tab,
}) => {
  const account = await makeAccount('Lin Local');
  await receiveAll(account);
  const name = 'Shop domain';
  const domain = `${account.uid.toLowerCase()}.com.tw`;
  await register(domain, inDays(20));
  const page = await tab(account, '/monitor/new');
  await nameField(page).fill(name);
  await openModal(page);
  await urlAt(page, 1).fill(`domain://www.${domain}`);
  await descriptionAt(page, 1).fill(name);
  await button(modal(page), 'Verify URLs').click();
  await page.getByText(`www.${domain} is registered as ${domain}, which is added instead.`).waitFor();
  await button(modal(page), 'Add URL').click();
  await modal(page).waitFor({ state: 'detached' });
  await button(page, 'Create').click();
  await page.getByRole('heading', { name }).waitFor();
  await expectShown(page, domain, 'Up');
  const warning = await nextMail(account, name, `The registration of ${name} expires in 20 days`, 1);
  expect(warning).toContain('Expires: ');
  expect(await incidentsOf(account)).toMatchObject([{ status: 'active', type: 'domain' }]);

  await register(domain, inDays(-1));
  await askAgain(account);
  await expectShown(page, domain, 'Down');
  const down = await nextMail(account, name, `${name} is down`, 2);
  expect(down).toContain('Reason: The registration of the domain has expired');

  await register(domain, inDays(365));
  await askAgain(account);
  await expectShown(page, domain, 'Up');
  await nextMail(account, name, `${name} is up again`, 3);
  await expect
    .poll(() => incidentsOf(account).then((all) => all.every(({ status }) => status === 'resolved')))
    .toBe(true);
});
