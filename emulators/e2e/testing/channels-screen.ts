import type { Page } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';

const { channelServices } = addressesFromEnv();

/** A request that the stand-in of the channels' services received. */
type Received = { service: string; target: string; request: unknown };

/** Returns what a service received for the target, as JSON, oldest first. */
export async function received(service: string, target: string): Promise<string[]> {
  const messages = (await (await fetch(`${channelServices}/messages`)).json()) as Received[];
  const own = messages.filter((each) => each.service === service && each.target.includes(target));
  return own.map(({ request }) => JSON.stringify(request));
}

/** A webhook of Slack that no other test uses, and its path. */
export function slackWebhook(): { target: string; url: string } {
  const target = `/services/T0AAAA/B0BBBB/${crypto.randomUUID().replaceAll('-', '')}`;
  return { target, url: `https://hooks.slack.com${target}` };
}

export const card = (page: Page) => page.getByRole('region', { name: 'Channels', exact: true });
export const row = (page: Page, name: string) => card(page).getByRole('listitem').filter({ hasText: name });
export const dialog = (page: Page) => page.getByRole('dialog');
export const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true });

/** Opens the form of a new channel. */
export async function openChannelForm(page: Page, type: string): Promise<void> {
  await card(page).getByRole('button', { name: 'Add channel' }).click();
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${type}`) })
    .click();
  await dialog(page)
    .getByRole('heading', { name: `New channel: ${type}` })
    .waitFor();
}

/** Adds a webhook to the stand-in and tests it with its secret, in the dialog that shows it once. */
export async function addWebhook(page: Page, path: string): Promise<void> {
  await openChannelForm(page, 'Webhook');
  await dialog(page).getByLabel('URL', { exact: true }).fill(`${channelServices}/webhook/${path}`);
  await button(page, 'Create').click();
  const secret = page.getByRole('alertdialog', { name: 'Signing secret' });
  await secret.getByRole('button', { name: 'Send a test message' }).click();
  await secret.getByText('The test message was accepted').waitFor();
  await secret.getByRole('button', { name: 'Done' }).click();
}
