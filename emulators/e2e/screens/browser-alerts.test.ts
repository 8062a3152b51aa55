import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { type Account, database } from '../testing/accounts.ts';
import { openAt } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { makeOwner } from '../testing/monitor-screen.ts';
import type { SeededMonitor } from '../testing/seed-monitors.ts';

const INTEGRATIONS = '/settings?tab=integrations';
/** Replaces the browser's notifications in all tabs; requests and notifications are recorded in localStorage. */
const NOTIFICATIONS = `
  window.Notification = class {
    static get permission() { return localStorage.getItem('test.permission') ?? 'default'; }
    static async requestPermission() {
      localStorage.setItem('test.requested', 'yes');
      localStorage.setItem('test.permission', localStorage.getItem('test.answer') ?? 'denied');
      return this.permission;
    }
    constructor(title, { tag }) {
      const shown = JSON.parse(localStorage.getItem('test.shown') ?? '[]');
      localStorage.setItem('test.shown', JSON.stringify([...shown, title + ' #' + tag]));
    }
    close() { localStorage.setItem('test.closed', Number(localStorage.getItem('test.closed') ?? 0) + 1); }
  };
`;

let account: Account;
let seeded: SeededMonitor;
let page: Page;

beforeAll(async () => {
  ({ account, seeded } = await makeOwner(2));
});

it.beforeEach(async ({ ownWindow }) => {
  for (const index of [0, 1]) await setStatus(index, 'up');
  page = await ownWindow(account, '/favicon.svg');
  await page.context().addInitScript(NOTIFICATIONS);
});

const readItem = (key: string) => page.evaluate<string | null>(`localStorage.getItem('test.${key}')`);
const shown = async () => JSON.parse((await readItem('shown')) ?? '[]') as string[];
const setItem = (key: string, value: string) => page.evaluate(`localStorage.setItem('test.${key}', '${value}')`);
const toggle = (page: Page) => page.getByRole('checkbox', { name: 'Notify me in this browser' });

/** Updates the monitor as a drain would. Returns the endpoint's id. */
async function setStatus(index: number, status: 'up' | 'down'): Promise<string> {
  const id = seeded.endpointIds[index] ?? '';
  const field = `endpoints.${id}`;
  await database()
    .doc(`monitors/${seeded.monitorId}`)
    .update({ [`${field}.status`]: status, [`${field}.since`]: Timestamp.now() });
  return id;
}

it('requests permission only through the switch, and shows if the browser blocks notifications', async () => {
  await openAt(page, INTEGRATIONS);
  await toggle(page).waitFor({ state: 'attached' });
  await expect.poll(() => toggle(page).isChecked()).toBe(false);
  expect(await readItem('requested')).toBeNull();
  await page.getByText('Notify me in this browser').click();
  await page.getByText('This browser blocks notifications from Farwatch.').waitFor();
  await expect.poll(() => toggle(page).isDisabled()).toBe(true);
  await setItem('permission', 'default');
  await setItem('answer', 'granted');
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByText('This browser blocks notifications').waitFor({ state: 'hidden' });
  await page.getByText('Notify me in this browser').click();
  await expect.poll(shown).toEqual(['Outages will be shown here #first']);
  await expect.poll(() => toggle(page).isChecked()).toBe(true);
});

it('notifies once of an outage and its end, and no more once switched off or signed out', async ({ tab }) => {
  await setItem('answer', 'granted');
  await openAt(page, INTEGRATIONS);
  await page.getByText('Notify me in this browser').click();
  await expect.poll(() => toggle(page).isChecked()).toBe(true);
  const other = await openAt(await page.context().newPage(), '/monitors');
  await other.getByRole('table', { name: 'Monitors' }).getByText('UP', { exact: true }).waitFor();
  const id = await setStatus(0, 'down');
  await other.getByText('DOWN', { exact: true }).waitFor();
  await setStatus(0, 'up');
  await other.getByText('UP', { exact: true }).waitFor();
  const downId = await setStatus(1, 'down');
  await expect.poll(shown).toContainEqual(expect.stringContaining(`#${downId}`));
  await expect
    .poll(async () => (await shown()).slice(1))
    .toEqual([
      expect.stringContaining(`site/own10 is down #${id} down`),
      expect.stringContaining(`site/own10 is up again #${id} up`),
      expect.stringContaining(`site/own11 is down #${downId} down`),
    ]);
  await other.close();
  const before = await shown();
  await page.getByText('Notify me in this browser').click();
  await expect.poll(() => toggle(page).isChecked()).toBe(false);
  await setStatus(1, 'up');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByText('UP', { exact: true }).waitFor();
  expect(await shown()).toEqual(before);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(Number(await readItem('closed'))).toBeGreaterThan(0);
  await setStatus(0, 'down');
  const signedIn = await tab(account, '/monitors');
  await signedIn.getByText('DOWN', { exact: true }).waitFor();
  expect(await shown()).toEqual(before);
});
