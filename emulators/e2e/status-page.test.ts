import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { accounts } from '../src/project.ts';
import { expectNoViolations } from './testing/accessible.ts';
import { openPage, signIn, startBrowser } from './testing/browser.ts';
import { callApi } from './testing/call-api.ts';
import { mailsTo } from './testing/mail.ts';
import { switchSite } from './testing/services.ts';

/** Long enough for a busy machine; an idle one takes about 15 s. */
const SHOWN_WITHIN_MS = 60_000;
const { origin, targets } = addressesFromEnv();
const owner = { uid: '', displayName: '', ...accounts.user };
const name = 'Ticket shop';
const site = 'tickets';
const title = `Tickets ${randomBytes(3).toString('hex')}`;
const slug = title.toLowerCase().replace(' ', '-');
const address = `${origin}/status/${slug}`;
const subscriber = `reader-${slug}@farwatch.test`;
const problems: string[] = [];

let browser: Browser;
let app: Page;
let visitor: Page;
let monitorId: string;

beforeAll(async () => {
  browser = await startBrowser();
  const body = { name, locations: ['tw', 'th', 'bd'], endpoints: [{ url: `${targets}/site/${site}`, name: 'Shop' }] };
  ({ id: monitorId } = (await callApi(owner, 'POST', '/monitors', body)) as { id: string });
  app = await openPage(browser, problems);
  visitor = await openPage(browser, problems);
  await signIn(app, accounts.user);
});
afterAll(async () => {
  await switchSite(site, 'up');
  await browser?.close();
});

/** Reloads what a visitor sees until it has the text; returns how long that took, ms. */
async function seenAfter(text: string | RegExp): Promise<number> {
  const start = Date.now();
  await expect
    .poll(
      async () => {
        await visitor.goto(address);
        return visitor.locator('main').textContent();
      },
      { timeout: SHOWN_WITHIN_MS, interval: 1000 },
    )
    .toMatch(text);
  return Date.now() - start;
}

const badge = async () => (await fetch(`${origin}/badge/${slug}.svg`)).text();

it('a page made in the app shows an outage and what is posted about it', { tags: 'minutes' }, async () => {
  await app.goto(`${origin}/pages/new`);
  await app.getByLabel('Title').fill(title);
  await app.getByText('This address is available.').waitFor();
  await app.getByRole('button', { name: 'Add components' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByText(name, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add 1' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await app.getByRole('button', { name: 'Publish' }).click();
  await app.waitForURL(`${origin}/pages/${slug}`);
  await seenAfter('Operational');
  for (const colorScheme of ['dark', 'light'] as const) {
    await visitor.emulateMedia({ colorScheme });
    await expectNoViolations(visitor);
  }
  const before = await badge();

  await visitor.getByLabel('Email address').fill(subscriber);
  await visitor.getByRole('button', { name: 'Subscribe' }).click();
  await expect.poll(async () => (await mailsTo(subscriber)).length).toBe(1);
  const [link] = /http\S+\/confirm\/\S+/.exec((await mailsTo(subscriber))[0]?.text ?? '') ?? [];
  await visitor.goto(link ?? '');
  await visitor.getByRole('button', { name: 'Subscribe' }).click();
  await visitor.getByText('You are subscribed').waitFor();

  await switchSite(site, 'down');
  await callApi(owner, 'POST', `/monitors/${monitorId}/test`);
  const shownMs = await seenAfter('Down');
  console.log(`From the request for a check to the outage on the page: ${shownMs} ms`);
  await expect.poll(badge).not.toBe(before);

  await app.goto(`${origin}/pages/${slug}?tab=incidents`);
  await app.getByRole('button', { name: 'Post incident' }).first().click();
  await dialog.getByLabel('Title').fill('Tickets cannot be bought');
  await dialog.getByLabel('Text').fill('We are restarting the shop. <b>Carts are kept.</b>');
  await dialog.getByRole('button', { name: /^Post/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await seenAfter(/Tickets cannot be bought[\s\S]*<b>Carts are kept\.<\/b>/);
  await expect
    .poll(async () => (await mailsTo(subscriber)).map(({ subject }) => subject).at(-1))
    .toContain('Tickets cannot be bought');

  await switchSite(site, 'up');
  await callApi(owner, 'POST', `/monitors/${monitorId}/test`);
  await seenAfter('Operational');
  await app.getByRole('button', { name: 'Resolve' }).click();
  await dialog.getByRole('button', { name: /^Post/ }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(badge, { timeout: SHOWN_WITHIN_MS }).toBe(before);
  expect(problems).toEqual([]);
});
