import { buffer } from 'node:stream/consumers';
import { outageSample } from '@farwatch/core/testing/samples';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi, holdApi, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { site, variety } from '../testing/incident-samples.ts';
import { seedIncidents } from '../testing/incidents.ts';
import { count, expectListed, table } from '../testing/incidents-screen.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

let owner: Account;
let monitors: SeededMonitor[];
const nowMs = Date.now();
/** A day of the browser's calendar, which has the zone of this process. */
const day = (daysAgo: number) => new Date(nowMs - daysAgo * DAY_MS).toLocaleDateString('en-CA');

const outage = (daysAgo: number, minutes: number) => {
  const startedAt = nowMs - daysAgo * DAY_MS;
  const endedAt = startedAt + minutes * MINUTE_MS;
  const outage = outageSample({ startedAt, endedAt });
  return { triggeredAt: startedAt, resolvedAt: endedAt, status: 'resolved' as const, outage };
};

beforeAll(async () => {
  owner = await makeAccount();
  monitors = await seedMonitors(owner, [
    { name: 'Web shop', paths: ['/site/a'] },
    { name: 'Blog', paths: ['/site/b'] },
  ]);
  const [shop = '', blog = ''] = monitors.map(({ monitorId }) => monitorId);
  await database()
    .doc(`monitors/${shop}`)
    .update({ tags: ['Prod'] });
  await seedIncidents(owner, [
    ...variety(shop, nowMs),
    { ...outage(60, 65), monitorId: shop, endpoint: site('golf'), severity: 'minor', downLocations: [] },
    {
      ...outage(100, 30),
      ...{ monitorId: blog, monitor: { name: 'Blog' }, endpoint: { ...site('hotel'), name: '=HOTEL()' } },
      maintenance: {
        id: 'w',
        name: 'Night',
        startsAt: nowMs - 101 * DAY_MS,
        endsAt: nowMs - 100 * DAY_MS + 10 * MINUTE_MS,
      },
    },
    { ...outage(390, 5), monitorId: 'gone', monitor: { name: 'Old shop' }, endpoint: site('india') },
  ]);
});

const it = base.extend(
  'incidents',
  ({ tab }) =>
    (query = '', view: View = {}): Promise<Page> =>
      tab(owner, `/incidents${query}`, view),
);

const choose = (page: Page, label: string, value: string | { label: string }) =>
  page.getByLabel(label, { exact: true }).selectOption(value);

describe('the filters of all incidents', () => {
  it('list a quarter and a year, with the downtime in them', async ({ incidents }) => {
    const page = await incidents();
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await page.getByText('No downtime in this range').waitFor();
    await choose(page, 'Time range', '90d');
    await expectListed(page, ['alpha', 'echo', 'bravo', 'charlie', 'delta', 'foxtrot', 'golf']);
    await page.getByText('Downtime in this range: 1 h 5 min in 1 outage', { exact: true }).waitFor();
    await choose(page, 'Time range', '365d');
    await expectListed(page, ['alpha', 'echo', 'bravo', 'charlie', 'delta', 'foxtrot', 'golf', 'hotel']);
    // Ten minutes of the second outage were planned.
    await page.getByText('Downtime in this range: 1 h 25 min in 2 outages', { exact: true }).waitFor();
    await choose(page, 'Status', 'active');
    await page.getByText('No downtime in this range').waitFor();
    await expectAccessible(page);
  });

  it('select by severity, monitor and tag, and are in the address', async ({ incidents }) => {
    const page = await incidents('?range=365d');
    await choose(page, 'Severity', 'minor');
    await expectListed(page, ['bravo', 'golf']);
    await choose(page, 'Severity', 'all');
    await choose(page, 'Monitor', { label: 'Blog' });
    await expectListed(page, ['hotel']);
    await choose(page, 'Monitor', { label: 'All monitors' });
    await choose(page, 'Tag', 'Prod');
    await expectListed(page, ['alpha', 'golf']);
    await choose(page, 'Severity', 'minor');
    await expectListed(page, ['golf']);
    await page.reload();
    await expectListed(page, ['golf']);
    expect(new URL(page.url()).search).toBe('?range=365d&tag=Prod&severity=minor');
    await choose(page, 'Monitor', { label: 'Blog' });
    await page.getByText('No incidents in this time range match your filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await count(page, '8 incidents').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?range=365d');
  });

  it('name a monitor that is gone', async ({ incidents }) => {
    const page = await incidents(`?range=custom&from=${day(391)}&to=${day(380)}&monitor=gone`);
    await expectListed(page, ['india']);
    const selected = page.getByLabel('Monitor', { exact: true }).locator('option:checked');
    await expect.poll(() => selected.textContent()).toBe('Old shop');
  });

  it('list a range of days, with what was active then, and show the errors of others', async ({ incidents }) => {
    const page = await incidents();
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await choose(page, 'Time range', 'custom');
    const form = page.getByRole('form', { name: 'Custom range' });
    const [from, to] = [form.getByLabel('From'), form.getByLabel('To')];
    const show = form.getByRole('button', { name: 'Show' });
    const problems: [string, string, string][] = [
      [day(5), day(6), 'The last day is before the first one.'],
      [day(-2), day(-1), 'This day is in the future.'],
      [day(402), day(1), 'At most 400 days can be listed.'],
      ['', day(1), 'Enter a date.'],
    ];
    for (const [first, last, text] of problems) {
      await from.fill(first);
      await to.fill(last);
      await show.click();
      await form.getByText(text).waitFor();
    }
    await expectAccessible(page);
    expect(new URL(page.url()).search).toBe('');
    await from.fill(day(61));
    await to.fill(day(41));
    await show.click();
    await expectListed(page, ['foxtrot', 'golf']);
    await page.getByText('Downtime in this range: 1 h 5 min in 1 outage').waitFor();
    expect(new URL(page.url()).search).toBe(`?range=custom&from=${day(61)}&to=${day(41)}`);
    await page.reload();
    await expectListed(page, ['foxtrot', 'golf']);
    await from.fill(day(30));
    await to.fill(day(2));
    await show.click();
    await expectListed(page, ['echo', 'charlie', 'delta']);
    await choose(page, 'Time range', '24h');
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });
});

describe('the export', () => {
  const saved = async (page: Page, press: () => Promise<void>): Promise<[Download, string[]]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    const text = (await buffer(await download.createReadStream())).toString();
    return [
      download,
      text
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n'),
    ];
  };

  it('saves all that matches as one file, and tries again after a failure', async ({ incidents }) => {
    const page = await incidents('?range=365d&status=resolved');
    await count(page, '6 incidents').waitFor();
    const start = page.getByRole('button', { name: 'Export CSV' });
    const repair = await failApi(page, '/v1/incidents/export*', 500);
    await start.click();
    await page.getByRole('alert').getByText('The export failed. Nothing was saved.').waitFor();
    await expectAccessible(page);
    await repair();
    const [download, lines] = await saved(page, () => page.getByRole('button', { name: 'Try again' }).click());
    expect(download.suggestedFilename()).toMatch(/^incidents-\d{4}-\d\d-\d\d\.csv$/);
    await page.getByText(`6 incidents saved as ${download.suggestedFilename()}.`).waitFor();
    const [header, ...rows] = lines;
    expect(header).toContain('Severity,Status,Type,Monitor,Endpoint,URL,Started (UTC),Ended (UTC),Duration (s),');
    expect(rows).toHaveLength(6);
    expect(rows.at(-1)).toContain("Critical,Resolved,Downtime,Blog,'=HOTEL(),https://hotel.farwatch.test/,");
    expect(rows.at(-1)).toContain(',1800,1,1200,');
    await choose(page, 'Severity', 'minor');
    await page.getByText(/incidents saved as/).waitFor({ state: 'detached' });
    expect((await saved(page, () => start.click()))[1]).toHaveLength(3);
  });

  it('can be cancelled', async ({ incidents }) => {
    const page = await incidents('?range=365d');
    await count(page, '8 incidents').waitFor();
    const start = page.getByRole('button', { name: 'Export CSV' });
    const release = await holdApi(page, '/v1/incidents/export*');
    await start.click();
    await page.getByText('0 incidents loaded…').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await start.waitFor();
    release();
    expect(await page.getByText(/saved as/).count()).toBe(0);
  });

  it('has the filters of the list', async ({ incidents }) => {
    const page = await incidents(`?range=custom&from=${day(101)}&to=${day(50)}&tag=prod&search=golf`);
    await expectListed(page, ['golf']);
    const [, lines] = await saved(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('https://golf.farwatch.test/');
  });
});

it('fits on a phone', async ({ incidents }) => {
  const page = await incidents('?range=90d', { width: 390, height: 844 });
  await page.getByText('Downtime in this range: 1 h 5 min in 1 outage').waitFor();
  await choose(page, 'Time range', 'custom');
  await page.getByRole('form', { name: 'Custom range' }).waitFor();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  const height = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.height;
  for (const label of ['From', 'To']) expect(await height(label)).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expectAccessible(page);
  for (const label of ['Status', 'Location', 'Severity', 'Monitor', 'Tag']) {
    expect(await height(label)).toBeGreaterThanOrEqual(44);
  }
  await choose(page, 'Severity', 'minor');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await choose(page, 'Tag', 'Prod');
  await page.getByRole('button', { name: 'Show incidents' }).click();
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
  await choose(page, 'Time range', '90d');
  await page.getByRole('list', { name: 'Incidents' }).getByRole('link', { name: 'golf' }).waitFor();
  expect(await table(page).count()).toBe(0);
});
