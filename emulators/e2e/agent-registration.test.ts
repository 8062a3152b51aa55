import { buffer } from 'node:stream/consumers';
import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { type Account, database } from './testing/accounts.ts';
import { makeAdmin } from './testing/agents-screen.ts';
import { failApi, type View } from './testing/app.ts';
import { it as base } from './testing/app-test.ts';
import { callApi } from './testing/call-api.ts';
import { newDevice, waitForExit } from './testing/device.ts';
import { readQr } from './testing/qr.ts';
import {
  type CreatedAgent,
  chooseAction,
  codeField,
  createAgent,
  dialog,
  qrCode,
  question,
} from './testing/registration-screen.ts';

const { origin } = addressesFromEnv();
const LONG = '台北机房/东区 '.repeat(12).trim();
let admin: Account;

beforeAll(async () => {
  admin = await makeAdmin();
});

afterAll(async () => {
  // Otherwise these agents become lost minutes later, and their location is planned again during other tests.
  const { docs } = await database().collection('agents').where('ownerId', '==', admin.uid).get();
  for (const { id } of docs) await callApi(admin, 'DELETE', `/agents/${id}`);
});

const linkOf = ({ registrationCode: code }: CreatedAgent, name: string) =>
  `${origin}/agent/register?${new URLSearchParams({ code, name, country: 'tw' })}`;

const registration = (id: string) => database().doc(`agents/${id}/private/registration`);

const it = base.extend(
  'opened',
  ({ tab }) =>
    async (name: string, action: 'Manage Agent' | 'Reset Agent', view: View = {}): Promise<Page> => {
      const page = await tab(admin, '/agents', view);
      await chooseAction(page, name, action);
      return page;
    },
);

describe('the code', () => {
  it('can be scanned in both themes, at one and two device pixels', { tags: 'minutes' }, async ({ ownWindow }) => {
    const agent = await createAgent(admin, 'Scanned');
    const long = await createAgent(admin, LONG);
    for (const scale of [1, 2]) {
      const page = await ownWindow(admin, '/agents', { scale });
      await chooseAction(page, 'Scanned', 'Manage Agent');
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor({ state: 'attached' });
        expect(readQr(await qrCode(page).screenshot())).toBe(linkOf(agent, 'Scanned'));
      }
      await page.getByRole('button', { name: 'Done' }).click();
      await chooseAction(page, LONG, 'Manage Agent');
      const link = new URL(readQr(await qrCode(page).screenshot()));
      expect(link.searchParams.get('code')).toBe(long.registrationCode);
      expect(link.searchParams.get('name')).toMatch(/^台北机房.+…$/);
    }
  });

  it('is saved as a picture with the agent’s name, and can be scanned', { tags: 'minutes' }, async ({ opened }) => {
    const name = '台北机房/东区: 1';
    const agent = await createAgent(admin, name);
    const page = await opened(name, 'Manage Agent');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download QR Code' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('farwatch-agent-台北机房-东区-1.png');
    expect(readQr(await buffer(await download.createReadStream()))).toBe(linkOf(agent, name));
  });

  it('is copied with a confirmation, even without clipboard access', { tags: 'minutes' }, async ({ ownWindow }) => {
    const agent = await createAgent(admin, 'Copied');
    const page = await ownWindow(admin, '/agents');
    await chooseAction(page, 'Copied', 'Manage Agent');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const clipboard of [true, false]) {
      if (!clipboard) await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
      await page.getByRole('button', { name: 'Copy the registration code' }).click();
      const copied = dialog(page).getByRole('status').getByText('Copied', { exact: true });
      await copied.waitFor({ state: 'attached' });
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(agent.registrationCode);
      await copied.waitFor({ state: 'detached' });
      // Clears the text for the second round.
      if (clipboard) await page.evaluate("navigator.clipboard.writeText('')");
    }
  });

  it('is replaced once it has expired, and has a placeholder if it is missing', async ({ opened }) => {
    const [expired, missing] = [await createAgent(admin, 'Expired'), await createAgent(admin, 'Missing')];
    await registration(expired.id).update({ expiresAt: Timestamp.fromMillis(Date.now() - 1) });
    await registration(missing.id).update({ code: null });
    const page = await opened('Missing', 'Manage Agent');
    await expect.poll(() => codeField(page).inputValue()).toBe('Not available');
    await page.keyboard.press('Escape');
    await chooseAction(page, 'Expired', 'Manage Agent');
    await dialog(page).getByText('This registration code has expired.').waitFor();
    await expect.poll(() => codeField(page).inputValue()).toBe('Expired');
    expect(await newDevice().register(linkOf(expired, 'Expired'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('has expired'),
    });
    await page.getByRole('button', { name: 'New code' }).click();
    await expect.poll(() => codeField(page).inputValue()).toMatch(`${expired.id}-`);
    await expect.poll(() => codeField(page).inputValue()).not.toBe(expired.registrationCode);
    await dialog(page)
      .getByText(/Time left: (23 h 59 m|1 d)/)
      .waitFor();
  });
});

describe('a reset', () => {
  it('names its effect and retires the device; another one registers with the new code', async ({ opened }) => {
    const agent = await createAgent(admin, 'Reset');
    const previous = newDevice();
    await previous.register(linkOf(agent, 'Reset'));
    const program = await previous.run();
    const page = await opened('Reset', 'Manage Agent');
    await dialog(page).getByText('Connected', { exact: true }).waitFor();
    await expect.poll(() => codeField(page).inputValue()).toBe('Already used');
    await dialog(page).getByText('Active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reset Agent' }).click();
    await question(page).getByText('stops checking immediately and must be registered again').waitFor();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await dialog(page).getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reset Agent' }).click();
    await question(page).getByRole('button', { name: 'Reset Agent' }).click();
    await dialog(page).getByText('Waiting for the device to register').waitFor();
    // A restart makes it report now instead of within two minutes.
    await program.stop();
    const again = await waitForExit(await previous.run());
    expect(again).toMatchObject({ code: 2, text: expect.stringContaining('This agent was reset') });
    expect(await newDevice().register(readQr(await qrCode(page).screenshot()))).toMatchObject({ code: 0 });
    await dialog(page).getByText('Connected', { exact: true }).waitFor();
  });

  it('that fails shows it and changes nothing', { tags: 'minutes' }, async ({ opened }) => {
    const agent = await createAgent(admin, 'Fails');
    const page = await opened('Fails', 'Reset Agent');
    await question(page).getByText('The current registration code stops working').waitFor();
    const restore = await failApi(page, '/agents/*/registration-code', 500);
    await question(page).getByRole('button', { name: 'Reset Agent' }).click();
    await question(page).getByRole('alert').getByText('Failed to create a registration code').waitFor();
    expect((await registration(agent.id).get()).get('code')).toBe(agent.registrationCode);
    await restore();
    await question(page).getByRole('button', { name: 'Reset Agent' }).click();
    await expect.poll(() => codeField(page).inputValue()).toMatch(`${agent.id}-`);
    await expect.poll(() => codeField(page).inputValue()).not.toBe(agent.registrationCode);
  });
});

it('shows that the agent was deleted meanwhile', { tags: 'minutes' }, async ({ opened }) => {
  const agent = await createAgent(admin, 'Deleted');
  const page = await opened('Deleted', 'Manage Agent');
  await codeField(page).waitFor();
  await database().doc(`agents/${agent.id}`).delete();
  await dialog(page).getByText('This agent has been deleted.').waitFor();
});
