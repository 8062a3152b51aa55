import { expect } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { expectNoViolations } from './testing/accessible.ts';
import { database, makeAccount } from './testing/accounts.ts';
import { it } from './testing/app-test.ts';

/** Long enough for a busy machine. */
const WITHIN_MS = 30_000;
const { origin } = addressesFromEnv();

it('a heartbeat is added in the form, shows its ping URL, and each ping as it comes', { tags: 'minutes' }, async ({
  tab,
}) => {
  const user = await makeAccount('Hanna Heartbeat');
  const page = await tab(user, '/monitor/new');
  await page.getByLabel('Monitor Name').fill('Nightly jobs');
  await page.getByRole('button', { name: 'Add heartbeat' }).click();
  await page.getByRole('button', { name: 'More: check options of heartbeat://job-1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('At set times (cron)').check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('Fill this in.').waitFor();
  await dialog.getByLabel('Cron expression').fill('30 2 * * *');
  await dialog.getByLabel('Time zone').fill('Asia/Taipei');
  await dialog.getByText('Expected next').waitFor();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('30 2 * * * (Asia/Taipei)').waitFor();
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  const stored = database().collection('endpoints').where('ownerId', '==', user.uid);
  await expect.poll(async () => (await stored.get()).size, { timeout: WITHIN_MS }).toBe(1);
  const [endpoint] = (await stored.get()).docs;
  const shown = await tab(user, `/endpoint/${endpoint?.id}`);
  await shown.getByText('Waiting for the first ping').first().waitFor();
  const url = await shown.getByRole('textbox', { name: 'Ping URL', exact: true }).inputValue();
  expect(url).toMatch(new RegExp(`^${origin}/ping/[0-9a-f-]{36}$`));

  // The call goes through Hosting's rewrite, like those of jobs.
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
  expect(answer.headers.get('Cache-Control')).toContain('no-store');
  await shown.getByText('Success').first().waitFor({ timeout: WITHIN_MS });
  const failed = await fetch(`${url}/3`, { method: 'POST', body: 'disk full' });
  expect(failed.status).toBe(200);
  await shown.getByText('Failure (exit status 3)').first().waitFor({ timeout: WITHIN_MS });
  await shown.getByText('The job reported failure (exit status 3)').first().waitFor({ timeout: WITHIN_MS });
  await shown.locator('summary', { hasText: 'disk full' }).click();
  await shown.locator('pre', { hasText: 'disk full' }).waitFor();

  // The run time needs a start.
  await shown.getByText('Have your job call the ping URL with /start when it begins').waitFor();
  await fetch(`${url}/start`);
  await fetch(url);
  await shown.getByText('Last 1 run').waitFor({ timeout: WITHIN_MS });
  await expectNoViolations(shown);
});

it('a ping URL is replaced after a question, and not found from then on', { tags: 'minutes' }, async ({ tab }) => {
  const user = await makeAccount('Ruth Replaces');
  const page = await tab(user, '/monitor/new');
  await page.getByLabel('Monitor Name').fill('Nightly jobs');
  await page.getByRole('button', { name: 'Add heartbeat' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const stored = database().collection('endpoints').where('ownerId', '==', user.uid);
  await expect.poll(async () => (await stored.get()).size, { timeout: WITHIN_MS }).toBe(1);
  const shown = await tab(user, `/endpoint/${(await stored.get()).docs[0]?.id}`);
  const field = shown.getByRole('textbox', { name: 'Ping URL', exact: true });
  await expect.poll(() => field.inputValue(), { timeout: WITHIN_MS }).toContain(`${origin}/ping/`);
  const old = await field.inputValue();
  await fetch(old);
  await shown.getByText('Success').first().waitFor({ timeout: WITHIN_MS });

  const open = shown.getByRole('button', { name: 'Replace ping URL…' });
  await open.click();
  const dialog = shown.getByRole('alertdialog');
  await dialog.getByText('gets the answer “404 not found” from now on').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await fetch(old)).status).toBe(200);
  await open.click();
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await shown.getByText('Replaced. Have your job call the new URL.').waitFor();
  expect(await field.inputValue()).not.toBe(old);
  expect((await fetch(old)).status).toBe(404);
  expect((await fetch(`${await field.inputValue()}/7`)).status).toBe(200);
  await shown.getByText('Failure (exit status 7)').first().waitFor({ timeout: WITHIN_MS });
  await shown.getByText('Success').first().waitFor();
  await expectNoViolations(shown);
});
