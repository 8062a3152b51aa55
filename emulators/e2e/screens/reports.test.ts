import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi, tryAgain, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { pdfPages } from '../testing/pdf-text.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

/** Every day of the month before this one is known. */
const DAYS = 64;

/** The month before this one, as the address and the page have it, and how many hours ago its 10th started. */
function lastMonth() {
  const now = new Date();
  const start = new Date(now.getFullYear(), now.getMonth() - 1, 1);
  const month = `${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}`;
  // At noon, so that whole hours before now lie on that day.
  const tenth = new Date(start.getFullYear(), start.getMonth(), 10, 12).getTime();
  const name = start.toLocaleString('en-US', { month: 'long', year: 'numeric' });
  return { month, name, hoursAgo: Math.round((now.getTime() - tenth) / 3_600_000) };
}

const last = lastMonth();
let owner: Account;
let newUser: Account;
let shopId: string;

beforeAll(async () => {
  [owner, newUser] = await Promise.all([makeAccount(), makeAccount()]);
  const outage = { hoursAgo: last.hoursAgo, minutes: 70, locations: ['tw' as const, 'th' as const], statusCode: 503 };
  const [shop] = await seedMonitors(owner, [
    { name: 'Shop', tags: ['team'], paths: ['/site/shop'], days: DAYS, outages: [outage] },
    { name: 'Blog', paths: ['/site/blog'], days: DAYS },
  ]);
  shopId = shop?.monitorId ?? '';
});

const it = base.extend(
  'reports',
  ({ tab }) =>
    (query = '', view: View = {}, account = owner): Promise<Page> =>
      tab(account, `/reports${query}`, view),
);

const row = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });

/** Locations notice an outage and its end a little later. */
const DOWNTIME = /^1 h (9|10|11) min$/;

describe('a report of a month that is over', () => {
  it('summarizes the month in one sentence, by monitor and by outage', async ({ reports }) => {
    const page = await reports(`?month=${last.month}`);
    await page.getByRole('heading', { name: new RegExp(`^${last.name}: 99\\.9\\d%, target 99\\.9% met`) }).waitFor();
    await page.getByText('Monitors that met their target: 1 of 2.').waitFor();
    await row(page, 'Monitors', 'Blog').getByText('Met', { exact: true }).waitFor();
    const shop = row(page, 'Monitors', 'Shop');
    for (const text of ['Missed', 'Target 99.9%']) await shop.getByText(text, { exact: true }).waitFor();
    await shop.getByText(DOWNTIME).waitFor();
    await shop.getByText(/over, 4\d m/).waitFor();
    const outage = row(page, 'Outages', 'site/shop');
    for (const text of [DOWNTIME, 'The server answered with status 503']) await outage.getByText(text).waitFor();
    await page
      .getByRole('table', { name: 'Response times' })
      .getByText(/^\d+ ms$/)
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('covers what the address and the fields select', async ({ reports }) => {
    const page = await reports(`?month=${last.month}`);
    await page.getByLabel('Report on').selectOption({ label: 'Tag: team' });
    await expect.poll(() => page.url()).toContain(`tag=team&month=${last.month}`);
    await expect.poll(() => row(page, 'Monitors', 'Blog').count()).toBe(0);
    await page.getByLabel('Report on').selectOption({ label: 'Shop' });
    await expect.poll(() => page.url()).toContain(`monitor=${shopId}`);
    await page.getByText(/target 99\.9% missed by 0\.\d+ points/).waitFor();
    await page.getByLabel('Period').selectOption({ label: 'Other days' });
    await page.getByLabel('Last day').fill(`${last.month}-09`);
    await page.getByText('No outages.').waitFor();
    await page.getByLabel('Last day').fill('2020-01-01');
    await page.getByText('Choose a last day that is not before the first.').waitFor();
    await page.goto(page.url().replace(/\?.*/, `?monitor=${shopId}&month=${last.month}`));
    await row(page, 'Outages', 'site/shop').waitFor();
  });

  it('fits a phone as cards', async ({ reports }) => {
    const page = await reports(`?month=${last.month}`, { width: 390, height: 844 });
    await page.getByRole('list', { name: 'Monitors' }).getByText('Shop').waitFor();
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
  });
});

it('of this month has what is left of its budget', async ({ reports }) => {
  const page = await reports();
  await page
    .getByRole('heading', { name: /so far: 100\.00%, .+ of error budget left for the target 99\.9%\.$/ })
    .waitFor();
  await page.getByText('Monitors within their error budget: 2 of 2.').waitFor();
});

it('starts after one full day', async ({ reports }) => {
  const page = await reports('', {}, newUser);
  await page.getByText('The first report comes after one full day.').waitFor();
  await page.getByRole('link', { name: 'Create Monitor' }).waitFor();
  await seedMonitors(newUser, [{ name: 'New', paths: ['/site/shop'], days: 0.5 }]);
  await page.getByRole('link', { name: 'Create Monitor' }).waitFor({ state: 'detached' });
  await page.getByText('The first report comes after one full day.').waitFor();
  await expectAccessible(page);
});

it('explains why it cannot be loaded, and tries again', async ({ reports }) => {
  const page = await reports('?tag=nobody');
  await page.getByRole('alert').getByText('Could not load the report').waitFor();
  const restore = await failApi(page, '/v1/reports?*', 500);
  await page.getByLabel('Report on').selectOption({ label: 'All monitors' });
  await page
    .getByRole('alert')
    .getByText(/Internal server error/)
    .waitFor();
  await restore();
  await tryAgain(page.getByRole('alert'));
  await row(page, 'Monitors', 'Shop').waitFor();
});

describe('an export', () => {
  const saved = async (page: Page, name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: (await buffer(await file.createReadStream())).toString() };
  };

  it('has the report as JSON, and its tables as CSV', async ({ reports }) => {
    const page = await reports(`?month=${last.month}`);
    await row(page, 'Monitors', 'Shop').waitFor();
    const json = await saved(page, 'Export JSON');
    expect(json.name).toMatch(/^farwatch-report-.*\.json$/);
    expect(JSON.parse(json.text)).toMatchObject({ monitors: [{ name: 'Blog' }, { name: 'Shop', outcome: 'missed' }] });
    const monitors = await saved(page, 'Export CSV of monitors');
    expect(monitors.name).toMatch(/^farwatch-monitors-.*\.csv$/);
    expect(monitors.text.split('\r\n')).toHaveLength(4);
    const outages = await saved(page, 'Export CSV of outages');
    expect(outages.text).toMatch(/^\uFEFFstartedAt,endedAt,.*\r\n.*,4[12]\d\d,0,.*,Shop,/);
  });

  it('explains why it failed', async ({ reports }) => {
    const page = await reports(`?month=${last.month}`);
    await row(page, 'Monitors', 'Shop').waitFor();
    const restore = await failApi(page, '/v1/reports/csv*', 'offline');
    await page.getByRole('button', { name: 'Export CSV of outages' }).click();
    await page.getByRole('alert').getByText('Could not export the CSV').waitFor();
    await restore();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV of outages' }).click();
    await download;
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});

describe('on paper', () => {
  it.for(['A4', 'Letter'] as const)(
    'is two sheets of %s at most, without the app around it',
    async (format, { reports }) => {
      const page = await reports(`?month=${last.month}`, { theme: 'dark' });
      await row(page, 'Monitors', 'Shop').waitFor();
      const sheets = pdfPages(await page.pdf({ format }));
      const text = sheets.join('');
      expect(sheets.length).toBeLessThanOrEqual(2);
      const shown = [owner.email, `${last.name} (UTC)`, 'Uptime report', 'All monitors', 'Shop', 'Blog', 'Generated'];
      for (const each of shown) expect(text).toContain(each.replaceAll(' ', ''));
      for (const each of ['Dashboard', 'Logout', 'Export', 'Print', 'Report on:']) expect(text).not.toContain(each);
      const isDark = await page.evaluate('document.documentElement.classList.contains("dark")');
      expect(isDark).toBe(true);
    },
  );

  it('repeats the headers of a table on each sheet', async ({ reports }) => {
    const page = await reports(`?month=${last.month}`);
    await row(page, 'Monitors', 'Shop').waitFor();
    const sheets = pdfPages(await page.pdf({ width: '210mm', height: '90mm' }));
    const withHeader = sheets.filter((text) => text.includes('Errorbudget') && text.includes('p95'));
    expect(sheets.length).toBeGreaterThan(3);
    expect(withHeader.length).toBeGreaterThan(0);
  });
});
