import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { addressesFromEnv } from '../../src/addresses.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { newContext, sessionOf } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';

const { origin, channelServices } = addressesFromEnv();
let owner: Account;
beforeAll(async () => {
  owner = await makeAccount();
});

/**
 * Subscribes at the stand-in, as this browser cannot without a service of Google, and is asked for permission, which
 * headless Chromium denies whatever a context grants.
 */
const subscribe = `Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
Notification.requestPermission = async () => 'granted';
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  const subscription = await window.subscribeAtStandIn(applicationServerKey);
  return { toJSON: () => subscription };
};`;

async function subscribeAtStandIn(applicationServerKey: string): Promise<unknown> {
  const body = JSON.stringify({ applicationServerKey });
  const answer = await fetch(`${channelServices}/fcm.googleapis.com/subscribe`, { method: 'POST', body });
  return answer.json();
}

const messagesSchema = z.array(z.object({ service: z.string(), request: z.unknown() }));

/** Returns what the stand-in's browsers have received. */
async function received(): Promise<unknown[]> {
  const all = messagesSchema.parse(await (await fetch(`${channelServices}/messages`)).json());
  return all.filter(({ service }) => service === 'push').map(({ request }) => request);
}

/** Chooses this browser as a new channel. */
async function choose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add channel' }).first().click();
  await page.getByRole('button', { name: 'This browser' }).click();
}

describe('this browser as a channel', () => {
  it('subscribes, gets a test and is listed by its name', async ({ browser }) => {
    const context = await newContext(browser, { serviceWorker: true }, await sessionOf(owner));
    const page = await context.newPage();
    await page.exposeFunction('subscribeAtStandIn', subscribeAtStandIn);
    await page.addInitScript(subscribe);
    await page.goto(`${origin}/settings?tab=integrations`);
    await choose(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Test and save' }).click();
    await dialog.getByText('Set up this browser first.').waitFor();
    await dialog.getByRole('button', { name: 'Allow notifications on this device' }).click();
    await dialog.getByText('Chrome on Linux can now be added.').waitFor();
    await dialog.getByRole('button', { name: 'Test and save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Chrome on Linux', { exact: true }).first().waitFor();
    await expect
      .poll(received)
      .toContainEqual(expect.objectContaining({ urgency: 'high', message: expect.objectContaining({ url: null }) }));
    await context.close();
  });

  it.for<[string, string, string]>([
    ['blocked notifications', `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`, 'blocks'],
    ['no push', 'delete window.PushManager', 'cannot receive notifications'],
    [
      'an iPhone',
      `delete window.PushManager; Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })`,
      'Add Farwatch to the home screen first',
    ],
  ])('explains what to do: %s', async ([, script, text], { browser }) => {
    const context = await newContext(browser, {}, await sessionOf(owner));
    const page = await context.newPage();
    await page.addInitScript(script);
    await page.goto(`${origin}/settings?tab=integrations`);
    await choose(page);
    await page.getByRole('dialog').getByText(text).waitFor();
    await context.close();
  });
});
