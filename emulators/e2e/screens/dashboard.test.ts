import { HOUR_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi, tryAgain, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

const ALL: ('tw' | 'th' | 'bd')[] = ['tw', 'th', 'bd'];
const DOWN_SINCE_H = 3.5;
let owner: Account;
let seeded: SeededMonitor[];
let seededAtMs: number;

/** 23 monitors: Alpha has been down for 3.5 hours, Beta had an outage, the others are up. */
beforeAll(async () => {
  owner = await makeAccount();
  const now = { hoursAgo: DOWN_SINCE_H, minutes: null, locations: ALL, statusCode: 503 };
  const past = { hoursAgo: 10.2, minutes: 30, locations: ALL, statusCode: null };
  const rest = Array.from({ length: 21 }, (_, index) => ({ name: `Site ${10 + index}`, paths: [`/site/m${index}`] }));
  seededAtMs = Date.now();
  seeded = await seedMonitors(
    owner,
    [
      { name: 'Alpha', locations: ALL, paths: ['/site/alpha', '/site/alpha2'], outages: [now] },
      { name: 'Beta', locations: ALL, paths: ['/site/beta'], outages: [past] },
      ...rest,
    ],
    seededAtMs,
  );
});

function table(page: Page) {
  return page.getByRole('table', { name: 'Monitors' });
}

/** The monitors shown, in order. */
async function names(page: Page): Promise<string[]> {
  await table(page).getByRole('link').first().waitFor();
  return table(page).getByRole('link').allTextContents();
}

function rowOf(page: Page, name: string) {
  return table(page).getByRole('row').filter({ hasText: name });
}

const it = base.extend(
  'dashboard',
  ({ tab }) =>
    (view: View = {}, account = owner): Promise<Page> =>
      tab(account, '/monitors', view),
);

describe('the dashboard', () => {
  it('names the channels that deliver no alerts until they do, and links to them', async ({ dashboard }) => {
    const failingChannels = { slack1: 'Ops desk', email: 'Email' };
    const account = await makeAccount('Cara Cutoff', { failingChannels });
    const page = await dashboard({ width: 320 }, account);
    await page.getByText('Alerts do not arrive through Ops desk and Email. Check them in Settings.').waitFor();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await database()
      .doc(`users/${account.uid}`)
      .update({ failingChannels: { slack1: 'Ops desk' } });
    await page.getByText('Alerts do not arrive through Ops desk. Check it in Settings.').waitFor();
    await page.getByRole('link', { name: 'Open Settings' }).click();
    await page.getByRole('region', { name: 'Channels', exact: true }).waitFor();
  });

  it('shows totals in its cards, and lists ten monitors by name', async ({ dashboard }) => {
    const page = await dashboard();
    await page.getByText('Using 22 out of 23 monitors').waitFor();
    await page.getByRole('region', { name: 'Total Endpoint' }).getByText('24').waitFor();
    await page.getByText('out of 200 endpoints').waitFor();
    await expect
      .poll(() => names(page))
      .toEqual(['Alpha', 'Beta', ...Array.from({ length: 8 }, (_, at) => `Site ${10 + at}`)]);
    const alpha = rowOf(page, 'Alpha');
    await alpha.getByText('DOWN', { exact: true }).waitFor();
    await expect.poll(() => alpha.getByRole('cell').allInnerTexts()).toContain('1');
    await expect.poll(() => alpha.getByRole('img').count()).toBe(3);
    await rowOf(page, 'Beta').getByText('UP', { exact: true }).waitFor();
  });

  it('opens a monitor by a click anywhere in its row, and by keyboard', async ({ dashboard }) => {
    const page = await dashboard();
    await rowOf(page, 'Alpha').getByText('DOWN', { exact: true }).click();
    await page.waitForURL(`**/monitor/${seeded[0]?.monitorId}`);
    await page.goBack();
    await table(page).getByRole('link', { name: 'Beta' }).press('Enter');
    await page.waitForURL(`**/monitor/${seeded[1]?.monitorId}`);
  });

  it('has a menu for each monitor, which also deletes it', async ({ dashboard }) => {
    const account = await makeAccount();
    await seedMonitors(account, [
      { name: 'One', paths: ['/site/one'] },
      { name: 'Two', paths: ['/site/two'] },
    ]);
    const page = await dashboard({}, account);
    const open = page.getByRole('button', { name: 'Actions for One' });
    const entry = (name: string) => page.getByRole('menuitem', { name });
    await open.press('Enter');
    await entry('Delete Monitor').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => open.evaluate((each) => each.matches(':focus'))).toBe(true);
    await open.click();
    await entry('Edit Monitor').click();
    await page.waitForURL('**/monitor/*/edit');
    await page.goBack();
    await open.click();
    await entry('Delete Monitor').click();
    const question = page.getByRole('alertdialog', { name: 'Delete Monitor' });
    await question.getByText('Are you sure you want to delete One?').waitFor();
    await question.getByRole('button', { name: 'Delete Monitor' }).click();
    await expect.poll(() => names(page)).toEqual(['Two']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => names(page)).toEqual(['One', 'Two']);
  });

  it('shows a change without a reload', async ({ dashboard }) => {
    const page = await dashboard();
    const { monitorId = '' } = seeded[5] ?? {};
    await rowOf(page, 'Site 13').getByText('UP', { exact: true }).waitFor();
    await database().doc(`monitors/${monitorId}`).update({ name: 'Aardvark' });
    await expect.poll(() => names(page)).toContain('Aardvark');
    await database().doc(`monitors/${monitorId}`).update({ name: 'Site 13' });
    await expect.poll(() => names(page)).not.toContain('Aardvark');
  });
});

it('shows outages at the top, by status, in the title and in the icon, until the user signs out', async ({
  dashboard,
}) => {
  const page = await dashboard();
  const strip = page.getByRole('region', { name: 'Needs attention' });
  await strip.getByText(/^down for .* from Taiwan, Thailand, and Bangladesh · endpoints: 1 of 2$/).waitFor();
  await expect.poll(() => page.title()).toBe('(1) Dashboard · Farwatch');
  const icon = page.locator('link[rel=icon]');
  expect(decodeURIComponent((await icon.getAttribute('href')) ?? '')).toContain('>1</text>');
  const filters = page.getByRole('group', { name: 'Monitors by status' });
  await expect.poll(() => filters.getByRole('button').allTextContents()).toEqual(['All23', 'Down1', 'Up22']);
  await filters.getByRole('button', { name: /^Down/ }).click();
  await page.waitForURL('**/monitors?status=down');
  await expect.poll(() => names(page)).toEqual(['Alpha']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Alpha']);
  const { monitorId = '', endpointIds = [] } = seeded[1] ?? {};
  const at = `endpoints.${endpointIds[0]}.votes.bd.up`;
  await database()
    .doc(`monitors/${monitorId}`)
    .update({ [at]: false });
  await strip.getByText(/^partial for .*, fails from Bangladesh only · endpoints: 1 of 1$/).waitFor();
  await filters.getByRole('button', { name: /^Partial/ }).click();
  await expect.poll(() => names(page)).toEqual(['Beta']);
  await rowOf(page, 'Beta').getByText('PARTIAL', { exact: true }).waitFor();
  await expectAccessible(page);
  await database()
    .doc(`monitors/${monitorId}`)
    .update({ [at]: true });
  await page.getByText('No monitor has this status now').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByPlaceholder('Email or phone number').waitFor();
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  await expect.poll(() => icon.getAttribute('href')).toBe('/favicon.svg');
  await page.context().close();
});

it('sorts by each sortable column in both directions, equal ones by name', async ({ dashboard }) => {
  const page = await dashboard();
  await names(page);
  for (const [header, ascending, descending] of [
    ['Uptime (24h)', ['Alpha', 'Beta', 'Site 10'], ['Site 10', 'Site 11']],
    ['Down (24h)', ['Site 10', 'Site 11'], ['Alpha', 'Beta', 'Site 10']],
    ['Monitor', ['Alpha', 'Beta'], ['Site 30', 'Site 29']],
  ] as const) {
    const cell = table(page).getByRole('columnheader', { name: header, exact: true });
    await cell.getByRole('button').click();
    await expect.poll(() => cell.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(async () => (await names(page)).slice(0, ascending.length)).toEqual(ascending);
    await cell.getByRole('button').press('Enter');
    await expect.poll(() => cell.getAttribute('aria-sort')).toBe('descending');
    await expect.poll(async () => (await names(page)).slice(0, descending.length)).toEqual(descending);
  }
});

it('shows ten monitors per page, and the first page again when the last one becomes empty', async ({ dashboard }) => {
  const account = await makeAccount();
  const [last] = await seedMonitors(
    account,
    Array.from({ length: 11 }, (_, index) => ({ name: `Z${String(11 - index).padStart(2, '0')}`, paths: ['/site/z'] })),
  );
  const page = await dashboard({}, account);
  const pager = page.getByRole('navigation', { name: 'Pages' });
  const [previous, next] = [
    pager.getByRole('button', { name: 'Previous' }),
    pager.getByRole('button', { name: 'Next' }),
  ];
  await expect.poll(() => names(page)).toHaveLength(10);
  await expect.poll(() => previous.isDisabled()).toBe(true);
  await next.click();
  await expect.poll(() => names(page)).toEqual(['Z11']);
  await expect.poll(() => next.isDisabled()).toBe(true);
  await expect.poll(() => pager.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  await database().doc(`monitors/${last?.monitorId}`).delete();
  await expect.poll(() => names(page)).toHaveLength(10);
  await expect.poll(() => previous.isDisabled()).toBe(true);
});

describe('the 24 hours', () => {
  it.for([
    ['Asia/Taipei', /GMT\+8/, '00'],
    ['Asia/Kolkata', /GMT\+5:30/, '30'],
  ] as const)(
    'show the date, hours with the offset, status and locations in %s',
    async ([timezoneId, offset, minutes], { dashboard }) => {
      const page = await dashboard({ timezoneId });
      const hours = rowOf(page, 'Alpha').getByRole('slider');
      await hours.focus();
      await page.keyboard.press('End');
      const tip = page.getByRole('tooltip');
      await tip.getByText('DOWN', { exact: true }).waitFor();
      const seen = new Set<string>();
      const downHours = Math.floor(Date.now() / HOUR_MS) - Math.floor((seededAtMs - DOWN_SINCE_H * HOUR_MS) / HOUR_MS);
      for (let hour = 0; hour < 24; hour += 1) {
        const text = (await tip.innerText()).replace(/\s+/g, ' ');
        expect(text).toMatch(new RegExp(`^\\w{3} \\d{1,2}, \\d\\d:${minutes}–\\d\\d:${minutes} ${offset.source}`));
        expect(text).toMatch(hour <= downHours ? /DOWN Down: Taiwan, Thailand, and Bangladesh$/ : /UP$/);
        seen.add(text.split('GMT')[0] ?? '');
        if (hour < 23) await page.keyboard.press('ArrowLeft');
      }
      expect(seen.size).toBe(24);
      await page.keyboard.press('Escape');
      await tip.waitFor({ state: 'detached' });
      await hours.locator('span').nth(0).hover();
      await tip.getByText('UP', { exact: true }).waitFor();
    },
  );
});

describe('errors and empty states', () => {
  it('offer to create the first monitor', async ({ dashboard }) => {
    const page = await dashboard({}, await makeAccount());
    await page.getByText('No monitors found').waitFor();
    await page.getByText('Create your first monitor to start tracking your services').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Create monitor' }).last().click();
    await page.waitForURL('**/monitor/new');
  });

  it('keep the list if the summary fails, show why, and retry', async ({ dashboard }) => {
    const page = await dashboard();
    await names(page);
    for (const [failure, text] of [
      [500, 'Internal server error. Please try again later'],
      [401, 'Authentication failed. Please log in again'],
      [403, 'You do not have permission to perform this action'],
      [404, 'The requested resource was not found'],
      [418, 'Server error occurred. Please try again'],
      ['offline', 'Network error. Please check your connection'],
    ] as const) {
      const restore = await failApi(page, '/dashboard/summary', failure);
      await page.getByRole('button', { name: 'Refresh' }).click();
      const alert = page.getByRole('alert');
      await alert.getByText(text).waitFor();
      await expect.poll(() => names(page)).toHaveLength(10);
      await restore();
      await tryAgain(alert);
    }
  });

  it('assume 200 endpoints if the limits cannot be loaded', async ({ freshTab }) => {
    const page = await freshTab(owner, '/settings');
    await failApi(page, '/monitors/endpoint-limits', 500);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('out of 200 endpoints').waitFor();
    await expect.poll(() => names(page)).toHaveLength(10);
  });

  it('keep the data when the browser goes offline, and show it', async ({ dashboard }) => {
    const page = await dashboard();
    await names(page);
    await page.context().setOffline(true);
    await page.getByText('No internet connection. What you see may be out of date.').waitFor();
    await expect.poll(() => names(page)).toHaveLength(10);
    await page.context().setOffline(false);
    await page.getByText('No internet connection.').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

it('fits a phone, with cards instead of rows', async ({ dashboard }) => {
  const page = await dashboard({ width: 390, height: 844 });
  const card = page.getByRole('list', { name: 'Monitors' }).getByRole('listitem').first();
  await card.getByRole('link', { name: 'Alpha' }).waitFor();
  await expect.poll(async () => (await card.innerText()).split('\n')[0]).toBe('DOWN');
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sorted ascending' }).click();
  await page.getByRole('list', { name: 'Monitors' }).getByRole('link', { name: 'Site 30' }).waitFor();
});
