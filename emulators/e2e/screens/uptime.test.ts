import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

const ALL: ('tw' | 'th')[] = ['tw', 'th'];
let owner: Account;
let seeded: SeededMonitor[];

/** Shaky was down for an hour three days ago and for a day fifty days ago; Young has no day before the last two. */
beforeAll(async () => {
  owner = await makeAccount();
  const down = (hoursAgo: number, minutes: number) => ({ hoursAgo, minutes, locations: ALL, statusCode: 503 });
  seeded = await seedMonitors(owner, [
    { name: 'Shaky', paths: ['/site/shaky'], days: 100, outages: [down(1200, 1440), down(72, 60)] },
    { name: 'Steady', paths: ['/site/steady'], days: 100 },
    { name: 'Young', paths: ['/site/young'] },
  ]);
});

const table = (page: Page) => page.getByRole('table', { name: 'Monitors' });
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });
const names = (page: Page) => table(page).getByRole('link').allTextContents();

/** The page's requests for the uptime of all monitors, as they are made. */
function requestsOf(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/v1/uptime') && found.push(request.url()));
  return found;
}

it('has columns of longer ranges once they are chosen, loaded once and by Refresh', async ({ ownWindow }) => {
  const page = await ownWindow(owner, '/monitors', {});
  const requests = requestsOf(page);
  await table(page).getByRole('link', { name: 'Shaky' }).waitFor();
  const button = page.getByRole('button', { name: 'Columns' });
  await button.click();
  const panel = page.getByRole('group', { name: 'Uptime columns' });
  await panel.getByLabel('Last 7 days').waitFor();
  expect(requests).toEqual([]);
  await panel.getByLabel('Last 90 days').check();
  await row(page, 'Shaky').getByText('98.84%', { exact: true }).waitFor();
  await panel.getByLabel('Last 7 days').check();
  await row(page, 'Shaky').getByText('99.40%', { exact: true }).waitFor();
  await row(page, 'Steady').getByText('100.00%', { exact: true }).first().waitFor();
  await row(page, 'Young')
    .getByText(/^coverage [\d.]+%$/)
    .first()
    .waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Columns');
  const headers = await table(page).getByRole('columnheader').allTextContents();
  expect(headers.filter((text) => /\dd\)/.test(text))).toEqual(['Uptime (7d)', 'Uptime (90d)']);

  await table(page).getByRole('button', { name: 'Uptime (90d)' }).click();
  await expect.poll(() => names(page).then(([first]) => first)).toBe('Shaky');
  await table(page).getByRole('button', { name: 'Uptime (90d)' }).click();
  await expect.poll(() => names(page).then((all) => all.at(-1))).toBe('Shaky');

  expect(requests).toHaveLength(1);
  await table(page).getByRole('link', { name: 'Steady' }).click();
  await page.getByRole('link', { name: 'Back to Monitors' }).click();
  await row(page, 'Shaky').getByText('98.84%', { exact: true }).waitFor();
  expect(requests).toHaveLength(1);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => requests.length).toBe(2);
  await page.reload();
  await row(page, 'Shaky').getByText('98.84%', { exact: true }).waitFor();
  expect(requests).toHaveLength(3);

  await button.click();
  await panel.getByLabel('Last 90 days').uncheck();
  await panel.getByLabel('Last 7 days').uncheck();
  await row(page, 'Shaky').getByText('99.40%').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Dashboard' }).click();
  await panel.waitFor({ state: 'detached' });
});

it('shows that the uptime could not be loaded, next to the rest', async ({ ownWindow }) => {
  const page = await ownWindow(owner, '/monitors', {});
  const repair = await failApi(page, '/v1/uptime', 500);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Last 30 days').check();
  await page.keyboard.press('Escape');
  const alert = page.getByRole('alert').filter({ hasText: 'The uptime over longer ranges could not be loaded.' });
  await alert.waitFor();
  await table(page).getByRole('link', { name: 'Steady' }).waitFor();
  await repair();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await row(page, 'Shaky').getByText('99.86%', { exact: true }).waitFor();
  await alert.waitFor({ state: 'detached' });
});

it('has them in the cards of a phone', async ({ ownWindow }) => {
  const page = await ownWindow(owner, '/monitors', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const days of ['7', '30', '90']) await page.getByLabel(`Last ${days} days`).check();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await page.keyboard.press('Escape');
  const card = page.getByRole('list', { name: 'Monitors' }).getByRole('listitem').filter({ hasText: 'Shaky' });
  for (const [header, value] of Object.entries({ 7: '99.40%', 30: '99.86%', 90: '98.84%' })) {
    await card
      .locator('dt', { hasText: `Uptime (${header}d)` })
      .locator('+ dd', { hasText: value })
      .waitFor();
  }
  await expectNoHorizontalScroll(page);
});

it('is saved as files: all monitors as CSV, and the history of a month by lines', async ({ ownWindow }) => {
  const page = await ownWindow(owner, '/monitors', { width: 360, height: 740 });
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return { name: file.suggestedFilename(), text: (await buffer(await file.createReadStream())).toString() };
  };
  await page.getByRole('button', { name: 'Columns' }).click();
  const csv = await saved('Download all as CSV');
  expect(csv.name).toMatch(/^monitors-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text.startsWith('\uFEFF')).toBe(true);
  // Trimming also removes the byte order mark.
  const rows = csv.text.trim().split('\r\n');
  expect(rows.map((each) => each.split(',')[0])).toEqual(['Monitor', 'Shaky', 'Steady', 'Young']);
  await expectNoHorizontalScroll(page);

  await page.goto(page.url().replace('/monitors', '/settings'));
  await page.getByRole('button', { name: 'Download the history' }).waitFor();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  const repair = await failApi(page, '/monitors', 500);
  await page.getByRole('button', { name: 'Download the history' }).click();
  await page.getByText('The history could not be downloaded.').waitFor();
  await repair();
  const history = await saved('Download the history');
  expect(history.name).toMatch(/^history-\d{4}-\d\d-day\.ndjson$/);
  const lines = history.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { monitor: string; uptime: number });
  expect(lines.length).toBeGreaterThanOrEqual(2 * 28);
  expect(new Set(lines.map(({ monitor }) => monitor))).toEqual(new Set(['Shaky', 'Steady']));
  await page.getByText(`Saved as ${history.name}`).waitFor();
});

it('is on a monitor’s page with its outages, and links to its report', async ({ ownWindow }) => {
  const [shaky, , young] = seeded.map(({ monitorId }) => monitorId);
  const page = await ownWindow(owner, `/monitor/${shaky}`, {});
  const section = page.getByRole('region', { name: 'Uptime', exact: true });
  const values: [string, string, RegExp][] = [
    ['Last 7 days', '99.40%', /^1 outage, (1 h|59 m)/],
    ['Last 30 days', '99.86%', /^1 outage, (1 h|59 m)/],
    ['Last 90 days', '98.84%', /^2 outages, 1 d /],
  ];
  for (const [label, uptime, outages] of values) {
    const figure = section.getByRole('group', { name: label });
    await figure.getByText(uptime, { exact: true }).waitFor();
    await figure.getByText(outages).waitFor();
    expect(await figure.getByText('coverage').count()).toBe(0);
  }
  await expectAccessible(page);
  const report = section.getByRole('link', { name: 'Report' });
  await expect.poll(() => report.getAttribute('href')).toBe(`/reports?monitor=${shaky}`);

  const ends: number[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith(`/${young}/uptime`)) ends.push(Date.parse(searchParams.get('to') ?? ''));
  });
  const openedMs = Date.now();
  await failApi(page, `/v1/monitors/${young}/uptime*`, 500);
  await page.goto(new URL(`/monitor/${young}`, page.url()).href);
  await section.getByRole('alert').getByText('The uptime over longer ranges could not be loaded.').waitFor();
  await page.unrouteAll();
  await section.getByRole('button', { name: 'Try again' }).click();
  await section
    .getByRole('group', { name: 'Last 90 days' })
    .getByText(/coverage [\d.]+%$/)
    .waitFor();
  // A range that ended before the page was opened would be refused for a new monitor.
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(openedMs);
});
