import { Timestamp } from 'firebase-admin/firestore';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { type Account, database } from '../testing/accounts.ts';
import { openAt } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { makeOwner } from '../testing/monitor-screen.ts';
import type { SeededMonitor } from '../testing/seed-monitors.ts';

const INTEGRATIONS = '/settings?tab=integrations';
/** Stands in for what the browser and its user do, for all tabs alike: what is asked and shown is kept to be read. */
const NOTIFICATIONS = `
  window.Notification = class {
    static get permission() { return localStorage.getItem('test.permission') ?? 'default'; }
    static async requestPermission() {
      localStorage.setItem('test.asked', 'yes');
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
  for (const index of [0, 1]) await turn(index, 'up');
  page = await ownWindow(account, '/favicon.svg');
  await page.context().addInitScript(NOTIFICATIONS);
});

const kept = (key: string) => page.evaluate<string | null>(`localStorage.getItem('test.${key}')`);
const shown = async () => JSON.parse((await kept('shown')) ?? '[]') as string[];
const keep = (key: string, value: string) => page.evaluate(`localStorage.setItem('test.${key}', '${value}')`);
const toggle = (on: Page) => on.getByRole('checkbox', { name: 'Notify me in this browser' });

/** As the drain would leave it. */
async function turn(index: number, status: 'up' | 'down'): Promise<string> {
  const id = seeded.endpointIds[index] ?? '';
  const place = `endpoints.${id}`;
  await database()
    .doc(`monitors/${seeded.monitorId}`)
    .update({ [`${place}.status`]: status, [`${place}.since`]: Timestamp.now() });
  return id;
}

it('is asked for by the switch alone, and says where the browser forbids it', async () => {
  await openAt(page, INTEGRATIONS);
  await toggle(page).waitFor({ state: 'attached' });
  await expect.poll(() => toggle(page).isChecked()).toBe(false);
  expect(await kept('asked')).toBeNull();
  await page.getByText('Notify me in this browser').click();
  await page.getByText('This browser blocks notifications from Farwatch.').waitFor();
  await expect.poll(() => toggle(page).isDisabled()).toBe(true);
  await keep('permission', 'default');
  await keep('answer', 'granted');
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.getByText('This browser blocks notifications').waitFor({ state: 'hidden' });
  await page.getByText('Notify me in this browser').click();
  await expect.poll(shown).toEqual(['Outages will be shown here #first']);
  await expect.poll(() => toggle(page).isChecked()).toBe(true);
});

it('tells of an outage and of its end once, however many tabs are open, and of nothing once it is switched off, or after signing out, when what it showed is closed', async ({
  tab,
}) => {
  await keep('answer', 'granted');
  await openAt(page, INTEGRATIONS);
  await page.getByText('Notify me in this browser').click();
  await expect.poll(() => toggle(page).isChecked()).toBe(true);
  const other = await openAt(await page.context().newPage(), '/monitors');
  await other.getByRole('table', { name: 'Monitors' }).getByText('UP', { exact: true }).waitFor();
  const id = await turn(0, 'down');
  await other.getByText('DOWN', { exact: true }).waitFor();
  await turn(0, 'up');
  await other.getByText('UP', { exact: true }).waitFor();
  const last = await turn(1, 'down');
  await expect.poll(shown).toContainEqual(expect.stringContaining(`#${last}`));
  await expect
    .poll(async () => (await shown()).slice(1))
    .toEqual([
      expect.stringContaining(`site/own10 is down #${id} down`),
      expect.stringContaining(`site/own10 is up again #${id} up`),
      expect.stringContaining(`site/own11 is down #${last} down`),
    ]);
  await other.close();
  const before = await shown();
  await page.getByText('Notify me in this browser').click();
  await expect.poll(() => toggle(page).isChecked()).toBe(false);
  await turn(1, 'up');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByText('UP', { exact: true }).waitFor();
  expect(await shown()).toEqual(before);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(Number(await kept('closed'))).toBeGreaterThan(0);
  await turn(0, 'down');
  const referenceSite = await tab(account, '/monitors');
  await referenceSite.getByText('DOWN', { exact: true }).waitFor();
  expect(await shown()).toEqual(before);
});
