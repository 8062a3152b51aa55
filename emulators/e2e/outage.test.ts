import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { accounts } from '../src/project.ts';
import { openPage, signIn, startBrowser } from './testing/browser.ts';
import { mailsTo } from './testing/mail.ts';
import { findMessages, incidentStartedAt, switchSite, waitForMessage } from './testing/services.ts';

/** Long enough for a busy machine. */
const WITHIN_MS = 60_000;
const { origin, targets } = addressesFromEnv();

let browser: Browser;
let context: BrowserContext;
/** Three tabs that stay open and update live. */
let dashboard: Page;
let detail: Page;
let incidents: Page;
const problems: string[] = [];

beforeAll(async () => {
  browser = await startBrowser();
  dashboard = await openPage(browser, problems);
  context = dashboard.context();
  await signIn(dashboard, accounts.user);
  detail = await context.newPage();
  incidents = await context.newPage();
  await incidents.goto(`${origin}/incidents`);
});

afterAll(async () => {
  await browser?.close();
});

/** Creates a monitor of one demo site through the form and leaves the detail tab on it. */
async function createMonitor(name: string, site: string, locations: string[]): Promise<void> {
  await detail.goto(`${origin}/monitor/new`);
  await detail.getByLabel('Monitor Name').fill(name);
  for (const each of ['Taiwan', 'Thailand', 'Bangladesh']) {
    await detail.getByRole('checkbox', { name: each }).setChecked(locations.includes(each), { force: true });
  }
  await detail.getByRole('button', { name: 'Add URL' }).click();
  const dialog = detail.getByRole('dialog');
  await dialog.getByLabel('URL 1').fill(`${targets}/site/${site}`);
  await dialog.getByLabel('Description 1').fill(name);
  await dialog.getByRole('button', { name: 'Verify URLs' }).click();
  await dialog.getByRole('button', { name: 'Add URL' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await detail.getByRole('button', { name: 'Create', exact: true }).click();
  await rowOf(dashboard, name).waitFor();
  if (!/\/monitor\/(?!new)/.test(detail.url())) {
    await detail.goto(`${origin}/monitors`);
    await rowOf(detail, name).getByRole('link', { name }).click();
  }
  await detail.getByRole('heading', { name: new RegExp(name) }).waitFor();
}

function rowOf(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text });
}

/** Waits until the dashboard and the watchlist both show the status. */
async function expectBoth(name: string, site: string, status: 'Up' | 'Down'): Promise<void> {
  await rowOf(dashboard, name).getByText(status.toUpperCase(), { exact: true }).waitFor();
  await rowOf(detail, `/site/${site}`).getByText(status, { exact: true }).waitFor();
}

async function checkNow(): Promise<void> {
  await detail.getByRole('button', { name: 'Check now' }).click();
}

/** Takes the site down and up again. */
async function runOutage(name: string, site: string): Promise<void> {
  const url = `${targets}/site/${site}`;
  const before = (await findMessages(name, 'is down')).length;
  await switchSite(site, 'down');
  await checkNow();
  const message = waitForMessage(WITHIN_MS, before, name, 'is down');
  await expectBoth(name, site, 'Down');
  const tookMs = (await message) - (await incidentStartedAt(url));
  console.log(`From the first failing check to the message: ${tookMs} ms`);
  await rowOf(incidents, name).first().getByText('Active', { exact: true }).waitFor();
  const recoveries = (await findMessages(name, 'is up again')).length;
  await switchSite(site, 'up');
  await checkNow();
  await expectBoth(name, site, 'Up');
  await rowOf(incidents, name).first().getByText('Resolved', { exact: true }).waitFor();
  await expect.poll(async () => (await findMessages(name, 'is up again')).length).toBe(recoveries + 1);
}

/**
 * Lists the mails to the owner, who has not set up mail, about the endpoint by conversation, without 'is worse now': on
 * a busy machine the last location may fail after the message about the first two.
 */
async function mailedConversations(name: string): Promise<string[][]> {
  const conversations = new Map<string, string[]>();
  for (const { subject, headers } of await mailsTo(accounts.user.email)) {
    const [, what] = new RegExp(`${name} (.*?)( \\(.*\\))?$`).exec(subject) ?? [];
    const { references = '' } = headers;
    if (what && what !== 'is worse now')
      conversations.set(references, [...(conversations.get(references) ?? []), what]);
  }
  return [...conversations.values()];
}

it('a monitor with three locations goes up, down with an alert, and up again', async () => {
  const name = 'World shop';
  await createMonitor(name, 'world', ['Taiwan', 'Thailand', 'Bangladesh']);
  await expectBoth(name, 'world', 'Up');
  const pages = [dashboard, detail, incidents];
  for (const page of pages) await page.evaluate("document.documentElement.dataset.kept = ''");
  await runOutage(name, 'world');
  await expect.poll(() => mailedConversations(name)).toEqual([['is down', 'is up again']]);
  for (const page of pages) await expect.poll(() => page.locator('html[data-kept]').count()).toBe(1);
  expect(problems).toEqual([]);
});
