import type { PushMessage } from '@farwatch/core/values/channels/push';
import type { Browser, Page, Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { newContext } from './testing/app.ts';
import { startBrowser } from './testing/browser.ts';
import { untilInPage } from './testing/in-page.ts';

const { origin } = addressesFromEnv();
const LINK = `${origin}/a/token`;
const outage: PushMessage = { title: '🔴 CRITICAL: Shop is down', body: 'Since: 12:30', tag: 'incident', url: LINK };

let browser: Browser;
let page: Page;
let worker: Worker;
let deliver: (data: string) => Promise<void>;

beforeAll(async () => {
  browser = await startBrowser();
  const context = await newContext(browser, { serviceWorker: true });
  await context.grantPermissions(['notifications'], { origin });
  page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
    if (registration) registered.resolve(registration.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto(`${origin}/login`);
  await untilInPage(page, 'navigator.serviceWorker.controller?.state === "activated"');
  const registrationId = await registered.promise;
  deliver = async (data) => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
  [worker] = context.serviceWorkers() as [Worker];
});
afterAll(() => browser?.close());

/** Returns what the browser shows once it has received the data; on a busy machine Chromium loses some deliveries. */
async function shownAfter(data: string): Promise<unknown> {
  await deliver(data);
  return page.evaluate(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url })))`);
}

// Chromium's own subscriptions need a service of Google, so its developer tools deliver what one would.
it('shows a message, replaces it by the next one of the same incident, and shows what it cannot read', async () => {
  const recovery = { ...outage, title: '🟢 Shop is up again', body: '' };
  for (const message of [outage, recovery]) {
    await expect.poll(() => shownAfter(JSON.stringify(message))).toEqual([message]);
  }
  const unreadable = { title: 'Farwatch', body: 'hello', tag: 'unreadable', url: null };
  await expect.poll(() => shownAfter('hello')).toContainEqual(unreadable);
});

// A click on a notification cannot be made here, so the worker gets its event, and what it opens is recorded.
it.each([
  ['opens the link', LINK],
  ['opens the app without one', null],
])('a click %s', async (_, url) => {
  const message = { ...outage, tag: 'clicked', url };
  await expect.poll(() => shownAfter(JSON.stringify(message))).toContainEqual(message);
  const opened = await worker.evaluate(`new Promise((resolve) => {
    self.clients.openWindow = async (address) => resolve(address);
    self.registration.getNotifications({ tag: 'clicked' }).then(([notification]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification })),
    );
  })`);
  expect(opened).toBe(url ?? `${origin}/monitors`);
  const left = `self.registration.getNotifications({ tag: 'clicked' }).then((all) => all.length)`;
  await expect.poll(() => worker.evaluate(left)).toBe(0);
});
