import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi, holdApi, tryAgain, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { card, cellsOf, putFreshEndpoint } from '../testing/endpoint-screen.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

const DAYS = 40;
const HISTORY = '/v1/endpoints/*/history*';
let owner: Account;
let endpointId: string;
let freshId: string;

/** Watched for 40 days, and down for an hour and a half five days ago. */
beforeAll(async () => {
  owner = await makeAccount();
  const outages = [{ hoursAgo: 5 * 24, minutes: 90, locations: ['tw' as const, 'th' as const], statusCode: 503 }];
  const [seeded] = await seedMonitors(owner, [{ name: 'Shop', paths: ['/site/alpha'], days: DAYS, outages }]);
  endpointId = seeded?.endpointIds[0] ?? '';
  freshId = await putFreshEndpoint(owner, seeded?.monitorId ?? '');
});

const it = base.extend(
  'open',
  ({ tab }) =>
    (query = '', view: View = {}, id = endpointId): Promise<Page> =>
      tab(owner, `/endpoint/${id}${query}`, view),
);

const chart = (page: Page) => page.getByRole('img', { name: /^Response times from/ });
const bars = (page: Page, unit: string) => page.getByRole('group', { name: `Uptime by ${unit}` }).getByRole('button');
const queryOf = (page: Page) => new URL(page.url()).searchParams;

describe('a range', () => {
  it('is chosen, kept in the address, and left for the last 24 hours', async ({ open }) => {
    const page = await open();
    await card(page, 'Availability (24h)').waitFor();
    await page.getByRole('button', { name: '90 days' }).click();
    await card(page, 'Outages').getByText('1', { exact: true }).waitFor();
    await card(page, 'Downtime')
      .getByText(/^1 h (29|30) m/)
      .waitFor();
    await card(page, 'Time to recovery')
      .getByText(/^1 h (29|30) m/)
      .waitFor();
    await card(page, 'Uptime')
      .getByText(/^99\.8\d%$/)
      .waitFor();
    await chart(page).waitFor();
    await expect.poll(() => bars(page, 'day').count()).toBeGreaterThanOrEqual(DAYS);
    await page.reload();
    await page.getByRole('button', { name: '90 days', pressed: true }).waitFor();
    await chart(page).waitFor();
    await page.getByRole('button', { name: '24 hours' }).click();
    await card(page, 'Availability (24h)').waitFor();
    expect(queryOf(page).size).toBe(0);
  });

  it('is compared with the one before, if something is known of it', async ({ open }) => {
    const page = await open('?range=7d');
    await card(page, 'Downtime')
      .getByText(/^Worse: 1 h/)
      .waitFor();
    await card(page, 'Outages').getByText('Worse: 1 outage more').waitFor();
    await page.getByRole('button', { name: '90 days' }).click();
    await bars(page, 'day')
      .nth(DAYS - 2)
      .waitFor();
    await expect.poll(() => page.getByText(/^(Better|Worse) by|^Same as before/).count()).toBe(0);
  });

  it('shows the same values in its chart and its table', async ({ open }) => {
    const page = await open('?range=30d');
    await chart(page).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    const rows = await cellsOf(page, 'Values of the chart');
    expect(rows.length).toBeGreaterThanOrEqual(30);
    // The checks of a whole day, from two locations every ten minutes.
    expect(rows[3]?.slice(4)).toEqual(['288', expect.any(String)]);
    const [median = 0, p95 = 0, p99 = 0] = (rows[3] ?? []).slice(1, 4).map((cell) => Number.parseInt(cell, 10));
    expect(median).toBeGreaterThan(0);
    expect(p95).toBeGreaterThanOrEqual(median);
    expect(p99).toBeGreaterThanOrEqual(p95);
  });

  it('keeps its place while another one loads', async ({ freshTab }) => {
    // A page of an earlier test may have the answer already.
    const page = await freshTab(owner, `/endpoint/${endpointId}?range=30d`);
    await chart(page).waitFor();
    const release = await holdApi(page, HISTORY);
    await page.getByRole('button', { name: '7 days' }).click();
    await page.locator('[aria-busy=true]').first().waitFor();
    await expect.poll(() => chart(page).isVisible()).toBe(true);
    release();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    await page.unroute(`**/api${HISTORY}`);
  });

  it('is accessible and fits every width', async ({ open }) => {
    const page = await open('?range=90d');
    await chart(page).waitFor();
    await expectAccessible(page);
    for (const width of [320, 640, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoHorizontalScroll(page);
    }
  });

  it('shows a notice if nothing is known', async ({ open }) => {
    const page = await open('?range=30d', {}, freshId);
    await page.getByText('No data for this range').waitFor();
  });

  it('shows a notice if it cannot be loaded, and loads on retry', async ({ open }) => {
    const page = await open();
    const restore = await failApi(page, HISTORY, 500);
    await page.getByRole('button', { name: '1 year' }).click();
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to load this range.' });
    await failed.waitFor();
    await restore();
    await tryAgain(failed);
    await chart(page).waitFor();
  });
});

describe('a part of a range', () => {
  it('is zoomed to by dragging across the chart', async ({ open }) => {
    const page = await open('?range=30d');
    await chart(page).waitFor();
    const zoomed = page.locator('[data-zoom]').first();
    await zoomed.scrollIntoViewIfNeeded();
    const box = await zoomed.boundingBox();
    if (!box) throw new Error('The chart has no size.');
    await page.mouse.move(box.x + box.width * 0.4, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 100, { steps: 4 });
    await page.mouse.move(box.x + box.width * 0.6, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Back to 30 days' }).waitFor();
    expect(queryOf(page).get('zoom')).toMatch(/^\d{4}-\d\d-\d\dT1600\.\.\d{4}-\d\d-\d\dT1600$/);
    await expect.poll(() => bars(page, 'day').count()).toBeLessThan(12);
    await page.getByRole('button', { name: 'Back to 30 days' }).click();
    await expect.poll(() => bars(page, 'day').count()).toBeGreaterThanOrEqual(30);
    expect(queryOf(page).toString()).toBe('range=30d');
  });

  it('is a day that a bar opens, by keyboard too', async ({ open }) => {
    const page = await open('?range=90d');
    await bars(page, 'day').last().focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tooltip').getByText('100.00% uptime').waitFor();
    for (let back = 0; back < 6 && !(await page.getByRole('tooltip').getByText('Down for').isVisible()); back += 1) {
      await page.keyboard.press('ArrowLeft');
    }
    await page
      .getByRole('tooltip')
      .getByText(/^Down for 1 h/)
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => bars(page, 'hour').count()).toBe(24);
    await card(page, 'Outages').getByText('1', { exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await bars(page, 'day').first().waitFor();
    expect(queryOf(page).has('zoom')).toBe(false);
  });
});

describe('entered days', () => {
  it('show their errors next to the field', async ({ open }) => {
    const page = await open('?range=2026-01-31..2026-01-01');
    await page.getByText('The last day is before the first one.').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText(/^At most 400 days|^The endpoint was added on/).waitFor();
    await page.getByLabel('To', { exact: true }).fill('2999-01-01');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('This day is in the future.').waitFor();
    expect(await chart(page).count()).toBe(0);
  });

  it('start from the range shown before', async ({ open }) => {
    const page = await open('?range=7d');
    await chart(page).waitFor();
    await page.getByRole('button', { name: 'Custom' }).click();
    const to = await page.getByLabel('To', { exact: true }).inputValue();
    await page.getByLabel('From', { exact: true }).fill(to);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await bars(page, 'hour').first().waitFor();
    expect(queryOf(page).get('range')).toBe(`${to}..${to}`);
  });
});

it('shows the hours of the week by response time or failures', async ({ open }) => {
  const page = await open('?range=30d');
  const hours = page.getByRole('group', { name: 'Hours of the week, from Monday' }).getByRole('button');
  await expect.poll(() => hours.count()).toBe(168);
  await page.getByText(/^Fastest: \w+day, \d\d:00–\d\d:00 \(\d+ ms\)/).waitFor();
  await hours.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tooltip').getByText('Tuesday, 01:00–02:00').waitFor();
  await page.getByLabel('What the colors show').selectOption('failures');
  await page.getByText(/^Most failures: /).waitFor();
});

describe('the check history', () => {
  it('goes back nine days, filters, and saves what it shows as CSV', async ({ open }) => {
    const page = await open();
    await page.getByRole('button', { name: 'Earlier day' }).click();
    await page.getByText('288 checks').waitFor();
    const date = queryOf(page).get('checks-day');
    await page.getByLabel('Location', { exact: true }).selectOption('th');
    await page.getByText('144 checks').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    // A day of the viewer is two of UTC, in which the file is.
    expect(download.suggestedFilename()).toMatch(new RegExp(`^site-alpha-checks-[\\d-]*${date}\\.csv$`));
    const lines = (await buffer(await download.createReadStream())).toString().trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFTime \(UTC\),Result,Location,Response time \(ms\),/);
    expect(lines.slice(1).filter((line) => /^\d{4}-.*\+00:00,(Up|Down),Thailand,\d+,/.test(line))).toHaveLength(144);
    for (let day = 2; day <= 9; day += 1) await page.getByRole('button', { name: 'Earlier day' }).click();
    await page.getByRole('table', { name: 'Check history' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Earlier day' }).isDisabled()).toBe(true);
  });

  it('lists the failed checks of the day of an outage', async ({ open }) => {
    const page = await open();
    const day = new Date(Date.now() - 5 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
    await page.goto(`${page.url()}?checks-day=${day}&checks-result=failed`);
    const failed = await cellsOf(page, 'Check history');
    expect(new Set(failed.map((row) => row[1]))).toEqual(new Set(['Down']));
  });
});
