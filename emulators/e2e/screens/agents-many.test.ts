import { LIST_LIMITS } from '@farwatch/core/values/limits';
import { expectAccessible } from '../testing/accessible.ts';
import { seedAgentList, makeAdmin, table } from '../testing/agents-screen.ts';
import { it } from '../testing/app-test.ts';

it('of more agents than are listed it shows the newest, and says so', async ({ tab }) => {
  const admin = await makeAdmin();
  const made = Date.now();
  const given = Array.from({ length: LIST_LIMITS.byPerson + 1 }, (_, age) => ({
    name: `Rack ${age}.`,
    createdAt: made - age,
  }));
  await seedAgentList(admin, given);
  const page = await tab(admin, '/agents?search=Rack+500.');
  await page.getByText('Only your newest 500 agents are listed').waitFor();
  await page.getByText('Showing 0 of 500').waitFor();
  await page.getByLabel('Search agents...').fill('Rack 499.');
  await table(page).getByRole('link', { name: 'Rack 499.' }).waitFor();
  await expectAccessible(page);
});
