import type { MessageAnswer } from '@farwatch/core/contracts/api/messages';
import { expect } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { it } from './testing/app-test.ts';
import { callApi } from './testing/call-api.ts';
import { dialog, titles } from './testing/incidents-screen.ts';
import { mailsTo } from './testing/mail.ts';
import { switchSite } from './testing/services.ts';

/** A gateway fails, and with it five endpoints of two monitors that depend on it. */

/** Long enough for a busy machine. */
const WITHIN_MS = 60_000;
const { targets } = addressesFromEnv();
const SITES = ['gateway', 'cart', 'home', 'search', 'news', 'feed'] as const;

async function create(account: Account, name: string, sites: readonly string[], dependsOn: string[]): Promise<string> {
  const endpoints = sites.map((site) => ({ name: site, url: `${targets}/site/dependent-${site}` }));
  const body = { name, locations: ['tw', 'th', 'bd'], intervalSec: 30, endpoints, dependsOn };
  return ((await callApi(account, 'POST', '/monitors', body)) as { id: string }).id;
}

async function statuses({ uid }: Account, collection: 'endpoints' | 'incidents'): Promise<string[]> {
  const { docs } = await database().collection(collection).where('ownerId', '==', uid).get();
  return docs.map((doc) => String(doc.get('status')));
}

async function switchAll(to: 'up' | 'down'): Promise<void> {
  await Promise.all(SITES.map((site) => switchSite(`dependent-${site}`, to)));
}

it('a gateway and five endpoints behind it fail: one message, six incidents, one recovery', {
  tags: 'minutes',
}, async ({ tab }) => {
  await switchAll('up');
  const account = await makeAccount('Gao Gateway');
  // On a busy machine the last location may fail after the message about the first two.
  const isCounted = (subject: string) => !subject.endsWith('is worse now');
  const subjects = async () => (await mailsTo(account.email)).map(({ subject }) => subject).filter(isCounted);
  const until = (read: () => Promise<unknown>, expected: unknown) =>
    expect.poll(read, { timeout: WITHIN_MS }).toEqual(expected);

  const gateway = await create(account, 'Gateway', ['gateway'], []);
  await create(account, 'Blog', ['news', 'feed'], [gateway]);
  const shop = await create(account, 'Shop', ['cart', 'home', 'search'], []);
  const page = await tab(account, `/monitor/${shop}/edit`);
  await page.getByText('Interval, tags and target').click();
  const field = page.getByLabel('Depends on');
  await field.selectOption('Gateway');
  await page.getByRole('button', { name: 'Remove Gateway' }).waitFor();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Monitor Updated' }).getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Depends on Gateway').waitFor();
  await until(
    () => statuses(account, 'endpoints'),
    SITES.map(() => 'up'),
  );

  await switchAll('down');
  await until(
    () => statuses(account, 'incidents'),
    SITES.map(() => 'active'),
  );
  await until(subjects, [expect.stringContaining('gateway is down')]);
  const [mail] = await mailsTo(account.email);
  expect(mail?.text).toContain('Monitors that depend on it: 2');
  await page.getByText('Its failures are not announced for now: it depends on Gateway (down since').waitFor();
  const incidents = await tab(account, '/incidents');
  await titles(incidents).filter({ hasText: 'cart' }).click();
  await dialog(incidents).getByText('Not announced by itself: the monitor depends on Gateway').waitFor();

  await switchAll('up');
  await until(
    () => statuses(account, 'incidents'),
    SITES.map(() => 'resolved'),
  );
  await until(subjects, [expect.stringContaining('is down'), expect.stringContaining('gateway is up again')]);
  const logged = async () => {
    const { messages } = (await callApi(account, 'GET', '/v1/messages')) as { messages: MessageAnswer[] };
    return messages.map(({ state, code }) => code ?? state).sort();
  };
  await until(async () => new Set(await logged()), new Set(['dependency', 'sent']));
  expect(await subjects()).toHaveLength(2);
});
