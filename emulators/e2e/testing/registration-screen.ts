import { agentCalls } from '@farwatch/core/contracts/api/agents';
import { fromApiNames } from '@farwatch/core/contracts/api/names';
import type { Page } from 'playwright-core';
import { type Account, database } from './accounts.ts';
import { callApi } from './call-api.ts';

export type CreatedAgent = { id: string; registrationCode: string };

/** Creates an agent that is not registered, after deleting the admin's others of that name from earlier attempts. */
export async function createAgent(admin: Account, name: string, country = 'tw'): Promise<CreatedAgent> {
  const own = database().collection('agents').where('ownerId', '==', admin.uid).where('name', '==', name);
  for (const { id } of (await own.get()).docs) await callApi(admin, 'DELETE', `/agents/${id}`);
  const created = await callApi(admin, 'POST', '/agents', { name, country_code: country });
  return fromApiNames(agentCalls.create.output, created) as CreatedAgent;
}

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Agent Registration' });
export const question = (page: Page) => page.getByRole('alertdialog', { name: 'Reset Agent' });
export const codeField = (page: Page) => page.getByLabel('Registration Code', { exact: true });
/** The QR code, with the quiet zone around it. */
export const qrCode = (page: Page) =>
  dialog(page)
    .getByRole('img', { name: /^QR code/ })
    .locator('xpath=..');

/** Chooses an action in the menu of an agent's row. */
export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Creates an agent through the form, which then shows its registration. */
export async function createAgentInForm(page: Page, name: string, country: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Agent' }).click();
  const form = page.getByRole('dialog', { name: 'Create New Agent' });
  await form.getByLabel('Agent Name').fill(name);
  await form.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: country }).click();
  await form.getByRole('button', { name: 'Create' }).click();
  await codeField(page).waitFor();
}
