import { HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { tick } from '../src/clock.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { makeAdmin, rowOf } from './testing/agents-screen.ts';
import { it } from './testing/app-test.ts';
import { submitSignIn } from './testing/browser.ts';
import { callApi } from './testing/call-api.ts';
import { newDevice, waitForExit } from './testing/device.ts';
import { readQr } from './testing/qr.ts';
import { chooseAction, createAgentInForm, dialog, qrCode } from './testing/registration-screen.ts';

const { functions, targets } = addressesFromEnv();
const NAME = 'Dhaka 达卡 / rack';

/** Creates an account with a monitor of two endpoints at the location. */
async function createMonitor(location: string): Promise<void> {
  const owner = await makeAccount('Omar Owner');
  const endpoints = [{ url: `${targets}/site/registered-a` }, { url: `${targets}/site/registered-b` }];
  await callApi(owner, 'POST', '/monitors', { name: 'Registered', locations: [location], endpoints });
}

/**
 * The agent of the admin's and the path of one of its assignments. Which ones it has depends on the location's other
 * agent: it may have taken over an assignment of other tests when it became active, or get the next one.
 */
async function findAssignment(admin: Account): Promise<{ agentId: string; assignment: string }> {
  const agents = await database().collection('agents').where('ownerId', '==', admin.uid).get();
  const agentId = agents.docs[0]?.id ?? '';
  const assigned = database().collection('assignments').where('agentId', '==', agentId).limit(1);
  const paths = async () => (await assigned.get()).docs.map(({ ref }) => ref.path);
  await expect.poll(paths).toHaveLength(1);
  return { agentId, assignment: (await paths())[0] ?? '' };
}

async function field(path: string, name: string): Promise<unknown> {
  return (await database().doc(path).get()).get(name);
}

/** Makes the agent look three hours old and silent for six minutes. */
async function makeSilent(agentId: string): Promise<void> {
  const before = (ms: number) => Timestamp.fromMillis(Date.now() - ms);
  const silent = { activatedAt: before(3 * HOUR_MS), lastReportAt: before(6 * MINUTE_MS) };
  await database().doc(`agents/${agentId}`).update(silent);
  await tick(functions, 'sweep', Date.now());
}

/** The text of the previous hour in the location's bars. */
async function previousHour(page: Page): Promise<string> {
  const dots = page.getByRole('slider');
  await dots.focus();
  await dots.press('End');
  await dots.press('ArrowLeft');
  return (await dots.getAttribute('aria-valuetext')) ?? '';
}

async function openAgents(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
}

it('a device registers with the code, checks, becomes silent, returns and is deleted', async ({ ownWindow }) => {
  const admin = await makeAdmin();
  const page = await ownWindow(null, '/login');
  await submitSignIn(page, admin);
  await openAgents(page);
  await createAgentInForm(page, NAME, 'Bangladesh');
  await dialog(page).getByText('Waiting for the device to register').waitFor();
  const link = readQr(await qrCode(page).screenshot());
  expect(new URL(link).searchParams.get('name')).toBe(NAME);

  const device = newDevice();
  expect(await device.register(link)).toMatchObject({ code: 0, text: expect.stringContaining(NAME) });
  await dialog(page).getByText('Connected', { exact: true }).waitFor();
  await dialog(page).getByText('Waiting for its first report').waitFor();
  expect(await newDevice().register(link)).toEqual({
    code: 1,
    text: 'This registration code has already been used. Ask for a new one with Reset Agent.\n',
  });

  const first = await device.run();
  await dialog(page).getByText('Active', { exact: true }).waitFor();
  await createMonitor('bd');
  const { agentId, assignment } = await findAssignment(admin);
  const endpoints = dialog(page).locator('dl > div').filter({ hasText: 'Monitored endpoints' });
  await endpoints.getByText(/^[1-9]\d*$/).waitFor();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await rowOf(page, NAME).getByText('Active', { exact: true }).waitFor();
  await expect.poll(() => previousHour(page)).toContain('No Data Available');

  await first.stop();
  // The report of the agent's end may arrive after this, and makes it active again.
  const isInactive = async () => {
    await makeSilent(agentId);
    return rowOf(page, NAME).getByText('Inactive', { exact: true }).isVisible();
  };
  await expect.poll(isInactive, { timeout: 60_000, interval: 2_000 }).toBe(true);
  await rowOf(page, NAME).getByText('Not seen since').waitFor({ state: 'attached' });
  await expect.poll(() => field(assignment, 'agentId')).not.toBe(agentId);
  await expect.poll(() => field(assignment, 'agentId')).toEqual(expect.any(String));
  await expect.poll(() => field(`agents/${agentId}`, 'endpointCount')).toBe(0);
  await page.reload();
  await expect.poll(() => previousHour(page)).toMatch(/DOWN, 0\.00%|PARTIAL/);

  const second = await device.run();
  await rowOf(page, NAME).getByText('Active', { exact: true }).waitFor();
  await chooseAction(page, NAME, 'Delete Agent');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Agent' }).click();
  await rowOf(page, NAME).waitFor({ state: 'detached' });
  const end = await waitForExit(second);
  expect(end.code).toBe(2);
  expect(end.text).toContain('This agent was deleted.');
});
