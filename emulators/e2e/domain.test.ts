import { expect } from 'vitest';
import { expectNoViolations } from './testing/accessible.ts';
import { database, makeAccount } from './testing/accounts.ts';
import { it } from './testing/app-test.ts';

/** Long enough for a busy machine. */
const WITHIN_MS = 60_000;

it('a domain is added in the form, and its page shows what its registry reports', { tags: 'minutes' }, async ({
  tab,
}) => {
  const user = await makeAccount('Dora Domain');
  const page = await tab(user, '/monitor/new');
  await page.getByLabel('Monitor Name').fill('Our names');
  await page.getByRole('button', { name: 'Add URL' }).click();
  const dialog = page.getByRole('dialog');
  for (const [index, url] of ['domain://Soon.test', 'domain://any.bd', 'domain://expired.test'].entries()) {
    if (index > 0) await dialog.getByRole('button', { name: 'Add Another URL' }).click();
    await dialog.getByLabel(`URL ${index + 1}`, { exact: true }).fill(url);
  }
  await dialog.getByRole('button', { name: 'Verify URLs' }).click();
  await dialog.getByRole('button', { name: /^Add URL|^Add \d/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'More: check options of domain://soon.test' }).click();
  await dialog.getByText('There is nothing to set or to try here').waitFor();
  expect(await dialog.getByRole('button', { name: 'Try it' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  const stored = database().collection('endpoints').where('ownerId', '==', user.uid);
  await expect.poll(async () => (await stored.get()).size, { timeout: WITHIN_MS }).toBe(3);
  const ids = new Map((await stored.get()).docs.map((doc) => [String(doc.get('url')), doc.id]));
  const soon = await tab(user, `/endpoint/${ids.get('domain://soon.test')}`);
  await soon.getByText('in 20 days').waitFor({ timeout: WITHIN_MS });
  await soon.getByText('Example Registrar, Inc.').waitFor();
  await soon.getByText('ns1.example.net').waitFor();
  await expectNoViolations(soon);

  const unknown = await tab(user, `/endpoint/${ids.get('domain://any.bd')}`);
  await unknown.getByText('has no public registration data').waitFor({ timeout: WITHIN_MS });
  await unknown.getByText('Not known', { exact: true }).first().waitFor();
  const expired = await tab(user, `/endpoint/${ids.get('domain://expired.test')}`);
  await expired.getByText('The registration of the domain has expired').waitFor({ timeout: WITHIN_MS });
});
