import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { expect } from 'vitest';
import { makeAdmin, names, seedAgentList, table } from '../testing/agents-screen.ts';
import { it } from '../testing/app-test.ts';
import { expectQuick, measureSteps } from '../testing/main-thread.ts';

it('shows the newest agents if there are more than it lists', async ({ tab }) => {
  const admin = await makeAdmin();
  const createdAt = Date.now();
  const agents = Array.from({ length: LIST_LIMITS.byPerson + 1 }, (_, age) => ({
    name: `Cabinet ${age}.`,
    createdAt: createdAt - age,
  }));
  await seedAgentList(admin, agents);
  const page = await tab(admin, '/agents?search=Cabinet+500.');
  await page.getByText('Only your newest 500 agents are listed').waitFor();
  await page.getByText('Showing 0 of 500').waitFor();
  await page.getByLabel('Search agents...').fill('Cabinet 499.');
  await table(page).getByRole('link', { name: 'Cabinet 499.' }).waitFor();
});

it('stays fast with 200 agents', async ({ tab }) => {
  const owner = await makeAdmin();
  const nowMs = Date.now();
  const countries = ['tw', 'th', 'bd'] as const;
  await seedAgentList(
    owner,
    Array.from({ length: 200 }, (_, index) => ({
      name: `Cabinet ${index}`,
      location: countries[index % 3] ?? 'tw',
      lastReportAt: nowMs - index * MINUTE_MS,
    })),
  );
  const page = await tab(owner, '/agents');
  await page.getByText('Showing 200 of 200 agents').waitFor();
  await page.getByRole('slider').first().waitFor();
  const measure = await measureSteps(page);
  const first = async (name: string) => expect.poll(async () => (await names(page))[0]).toBe(name);
  const costs = [
    await measure('sort by name', async () => {
      await table(page).getByRole('button', { name: 'Name' }).click();
      await first('Cabinet 0');
    }),
    await measure('the other way', async () => {
      await table(page).getByRole('button', { name: 'Name' }).click();
      await first('Cabinet 199');
    }),
    await measure('search for 6 letters', async () => {
      await page.getByLabel('Search agents...').pressSequentially('cabinet 1');
      await page.getByText('Showing 111 of 200 agents').waitFor();
    }),
    await measure('search for nothing', async () => {
      await page.getByLabel('Search agents...').fill('');
      await page.getByText('Showing 200 of 200 agents').waitFor();
    }),
    await measure('last page', async () => {
      await page.getByRole('button', { name: 'Page 8' }).click();
      await first('Cabinet 24');
    }),
    await measure('open a menu', async () => {
      await page.getByRole('button', { name: 'Actions for Cabinet 9', exact: true }).click();
      await page.getByRole('menu').waitFor();
    }),
  ];
  expectQuick('200 agents', costs, 1_000);
});
