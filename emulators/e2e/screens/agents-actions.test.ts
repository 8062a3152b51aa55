import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import type { Account } from '../testing/accounts.ts';
import { agentsInEachState, makeAdmin, names, rowOf, seedAgentList } from '../testing/agents-screen.ts';
import { failApi, holdApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { chooseAction } from '../testing/registration-screen.ts';

let admin: Account;

beforeAll(async () => {
  admin = await makeAdmin();
  await seedAgentList(admin, agentsInEachState(Date.now()));
});

describe('an agent', () => {
  it('is created; its registration opens then and from its menu', async ({ tab }) => {
    const owner = await makeAdmin();
    const page = await tab(owner, '/agents');
    await page.getByRole('button', { name: 'Create Your First Agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Agent' });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('Give the agent a name.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Agent Name').fill('Night watch');
    await dialog.getByRole('combobox', { name: 'Country' }).click();
    await page.getByRole('option', { name: 'Thailand' }).click();
    await dialog.getByLabel('Description').fill('On the roof');
    const restore = await failApi(page, '/agents', 500);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('alert').getByText('Failed to create agent. Please try again.').waitFor();
    await restore();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const registration = page.getByRole('dialog', { name: 'Agent Registration' });
    await registration.waitFor();
    await page.keyboard.press('Escape');
    await registration.waitFor({ state: 'detached' });
    const row = rowOf(page, 'Night watch');
    await expect
      .poll(async () => (await row.getByRole('cell').allInnerTexts()).slice(0, 2))
      .toEqual(['Night watch\nOn the roof', 'Thailand']);
    const question = page.getByRole('alertdialog', { name: 'Reset Agent' });
    for (const [action, opened] of [
      ['Manage Agent', registration],
      ['Reset Agent', question],
    ] as const) {
      await chooseAction(page, 'Night watch', action);
      await opened.waitFor();
      await page.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
    }
    await expect.poll(() => new URL(page.url()).pathname).toBe('/agents');
  });

  it('is deleted after a confirmation; an error is shown', async ({ tab }) => {
    const owner = await makeAdmin();
    // Its location is planned again, so it is one where no other test's agent has endpoints.
    await seedAgentList(owner, [{ name: 'Keep' }, { name: 'Drop', location: 'bd' }]);
    const page = await tab(owner, '/agents');
    await chooseAction(page, 'Drop', 'Delete Agent');
    const question = page.getByRole('alertdialog', { name: 'Delete Agent' });
    await question.getByText('Are you sure you want to delete the agent Drop? This action cannot be undone.').waitFor();
    await expectAccessible(page);
    const confirm = question.getByRole('button').last();
    const restore = await failApi(page, '/agents/*', 403);
    await confirm.click();
    await question.getByText('Failed to delete agent: You do not have permission to perform this action').waitFor();
    await restore();
    const release = await holdApi(page, '/agents/*');
    await confirm.click();
    await expect.poll(() => confirm.innerText()).toContain('Deleting...');
    release();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => names(page)).toEqual(['Keep']);
  });

  it('can be chosen and its menu used by keyboard', async ({ tab }) => {
    const page = await tab(admin, '/agents');
    const opener = page.getByRole('button', { name: 'Actions for Taipei spare' });
    await opener.press('Enter');
    await page.getByRole('menu').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
    await opener.press('Enter');
    await page.getByRole('menu').waitFor();
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/agents');
  });
});
