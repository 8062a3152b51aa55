import type { EndpointHistory } from '@farwatch/core/contracts/api/endpoints';
import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { failApi, tryAgain, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { callApi } from '../testing/call-api.ts';
import { card, cellsOf, changeEndpoint, putFreshEndpoint } from '../testing/endpoint-screen.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

const ALL: ('tw' | 'th' | 'bd')[] = ['tw', 'th', 'bd'];
const NAME = 'site/alpha';
const vote = (up: boolean, since: number) => ({ up, generation: 1, agentSeq: 1, since });
let owner: Account;
let endpointId: string;
let steadyId: string;
let newId: string;

/** The first endpoint was down for half an hour, ten hours ago; the second never; the third was never checked. */
beforeAll(async () => {
  owner = await makeAccount();
  const outages = [{ hoursAgo: 10.2, minutes: 30, locations: ALL, statusCode: 503 }];
  const paths = [`/${NAME}`, '/site/steady'];
  const [seeded] = await seedMonitors(owner, [{ name: 'Shop', locations: ALL, paths, outages }]);
  [endpointId = '', steadyId = ''] = seeded?.endpointIds ?? [];
  newId = await putFreshEndpoint(owner, seeded?.monitorId ?? '');
});

const chart = (page: Page) => page.getByRole('img', { name: /^Median response time by hour/ });

/** The API's hours in the format of the chart's table, newest first. */
async function hoursFromApi(): Promise<string[][]> {
  const hours = (await callApi(owner, 'GET', `/endpoints/${endpointId}/history`)) as EndpointHistory;
  const ms = (value: number | null) => (value === null ? '–' : `${Math.round(value).toLocaleString('en')} ms`);
  return hours
    .map((hour) => [
      String(hour.count),
      String(hour.failures),
      ms(hour.medianMs),
      ms(hour.successAverageMs),
      ms(hour.failureAverageMs),
    ])
    .toReversed();
}

const it = base.extend(
  'open',
  ({ tab }) =>
    (id: string, view: View = {}, query = ''): Promise<Page> =>
      tab(owner, `/endpoint/${id}${query}`, view),
);

it('breaks a name that has no spaces, at every width', async ({ tab }) => {
  const account = await makeAccount();
  const [seeded] = await seedMonitors(account, [{ name: 'Shop', paths: [`/${'a'.repeat(80)}`] }]);
  const page = await tab(account, `/endpoint/${seeded?.endpointIds[0]}`);
  await page.getByRole('heading', { level: 1, name: 'aaa' }).waitFor();
  for (const width of [320, 640, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
  }
});

describe('the last 24 hours', () => {
  it('keep each badge within its card at every width', async ({ open }) => {
    const page = await open(endpointId);
    const availability = card(page, 'Availability (24h)');
    const badge = availability.getByText('Warning');
    await badge.waitFor();
    for (const width of [320, 640, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = async () => {
        const [inner, outer] = [await badge.boundingBox(), await availability.boundingBox()];
        return inner && outer ? inner.x + inner.width - (outer.x + outer.width) : null;
      };
      await expect.poll(beyond).toBeLessThanOrEqual(0);
    }
  });

  it('are summarized by status, availability, downtime and incidents', async ({ open }) => {
    const page = await open(endpointId);
    await page.getByRole('heading', { name: NAME }).getByText('Up').waitFor();
    const status = card(page, 'Current Status');
    for (const each of ['Taiwan: Up', 'Thailand: Up', 'Bangladesh: Up']) await status.getByText(each).waitFor();
    await status.getByText('Last change: 9 hours ago').waitFor();
    await card(page, 'Availability (24h)')
      .getByText(/^97\.\d\d%$/)
      .waitFor();
    await card(page, 'Availability (24h)').getByText('Warning').waitFor();
    await card(page, 'Downtime (24h)')
      .getByText(/^(30 min|29 min|30 min 1 s)/)
      .waitFor();
    await card(page, 'Downtime (24h)').getByText('in 1 outage').waitFor();
    await card(page, 'Incidents (24h)').getByText('1', { exact: true }).waitFor();
    const link = page.getByRole('link', { name: `/${NAME}` });
    await expect.poll(() => link.getAttribute('rel')).toBe('noopener noreferrer');
    await page.getByRole('link', { name: 'Back to Shop' }).waitFor();
  });

  it('are shown as a chart and as a table of the same values', async ({ open }) => {
    const page = await open(endpointId);
    await chart(page).waitFor();
    await page.getByRole('button', { name: 'Show as table' }).press('Enter');
    const rows = await cellsOf(page, 'Response time by hour');
    expect(rows).toHaveLength(24);
    const differences = async () => {
      const [shown, hours] = [await cellsOf(page, 'Response time by hour'), await hoursFromApi()];
      return shown
        .map(([, ...values], index) => [values, hours[index]])
        .filter(([one, other]) => `${one}` !== `${other}`);
    };
    await expect.poll(differences, { message: 'hours that differ from the API' }).toEqual([]);
    expect(rows[0]?.[0]).toMatch(/^\w+ \d+, \d\d:00–\d\d:00 GMT\+8 \(this hour\)$/);
    await page.getByRole('button', { name: 'Hide table' }).click();
    await expect.poll(() => page.getByRole('table', { name: 'Response time by hour' }).count()).toBe(0);
  });

  it('are in hours of the viewer’s zone, even if these start at half past', async ({ open }) => {
    const page = await open(endpointId, { timezoneId: 'Asia/Kolkata' });
    await page.getByText('Hours in GMT+5:30').waitFor();
    await chart(page).waitFor();
    const ticks = () =>
      chart(page)
        .getByText(/^\d\d:\d\d$/)
        .allTextContents();
    await expect.poll(async () => (await ticks()).length).toBeGreaterThan(5);
    expect((await ticks()).filter((tick) => !tick.endsWith(':30'))).toEqual([]);
    await page.getByRole('button', { name: 'Show as table' }).click();
    const [newest = []] = await cellsOf(page, 'Response time by hour');
    expect(newest[0]).toMatch(/\d\d:30–\d\d:30 GMT\+5:30/);
  });

  it('list each check with pages, sorting and the reason of a failure', async ({ open }) => {
    const page = await open(endpointId);
    const pager = page.getByRole('navigation', { name: 'Pages' });
    await pager.waitFor();
    await expect.poll(() => cellsOf(page, 'Check history')).toHaveLength(5);
    await expect.poll(() => pager.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
    await pager.getByRole('button', { name: /^Page/ }).last().click();
    await expect.poll(() => pager.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Result', exact: true }).click();
    await pager.getByRole('button', { name: 'Page 1', exact: true }).click();
    const failed = await cellsOf(page, 'Check history');
    expect(new Set(failed.map((row) => row[1]))).toEqual(new Set(['Down']));
    expect(failed[0]?.[5]).toBe('The server answered with status 503');
    await page.getByRole('button', { name: 'Result', exact: true }).click();
    await page.getByRole('table', { name: 'Check history' }).getByText('Up').first().waitFor();
  });

  it('show the timings of a check, by keyboard too', async ({ open }) => {
    const page = await open(endpointId);
    const ms = (text: string | null) => Number(text?.replace(/[^0-9]/g, ''));
    const row = page.getByRole('table', { name: 'Check history' }).locator('tbody tr').first();
    const opener = row.getByRole('button');
    const tookMs = ms(await row.getByText(/^[\d,]+ ms$/).textContent());
    await opener.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Check Details' });
    await dialog.getByText('Waiting for the first byte').waitFor();
    const names = await dialog.getByRole('term').allTextContents();
    expect(names.slice(3)).toEqual(['DNS lookup', 'Connection', 'Waiting for the first byte', 'Body']);
    const each = (await dialog.getByRole('definition').allTextContents()).slice(3).map(ms);
    expect(each.reduce((sum, one) => sum + one, 0)).toBe(tookMs);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  });
});

describe('status changes', () => {
  it('are listed newest first in a tab that works by keyboard and stays after a reload', async ({ open }) => {
    const page = await open(endpointId);
    await page.getByRole('tab', { name: 'Overview' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Status Changes', selected: true }).waitFor();
    const changes = await cellsOf(page, 'Status Changes');
    expect(changes.map(([, previous, next]) => [previous, next])).toEqual([
      ['Down', 'Up'],
      ['Up', 'Down'],
      ['Pending', 'Up'],
    ]);
    expect(changes[0]?.[0]).toMatch(/^\w{3} \d+, \d\d:\d\d\n9 hours ago$/);
    expect(changes[0]?.[3]).toMatch(/^Was down for (30 m|29 m)/);
    expect(changes[1]?.[3]).toMatch(/^Was up for /);
    await page.reload();
    await page.getByRole('columnheader', { name: 'Changed At' }).getByRole('button').click();
    await expect
      .poll(async () => (await cellsOf(page, 'Status Changes')).map((row) => row[1]))
      .toEqual(['Pending', 'Up', 'Down']);
  });
});

describe('an empty state', () => {
  it('is shown in every part of an endpoint without checks', async ({ open }) => {
    const page = await open(newId);
    await card(page, 'Current Status').getByText('Pending', { exact: true }).waitFor();
    await card(page, 'Current Status').getByText('Taiwan: no result yet').waitFor();
    await card(page, 'Availability (24h)').getByText('Unknown').waitFor();
    await card(page, 'Downtime (24h)').getByText('None').waitFor();
    await expect.poll(() => page.getByText('No checks in the last 24 hours').count()).toBe(2);
    await page.getByRole('tab', { name: 'Status Changes' }).click();
    await page.getByText('No status changes yet').waitFor();
  });

  it('replaces an endpoint that does not exist or belongs to another user', async ({ open }) => {
    const page = await open('missing');
    await page.getByText('This endpoint does not exist, or it is not yours.').waitFor();
    await page.getByRole('link', { name: 'Back to Monitors' }).waitFor();
    for (const id of ['demoShop', 'a%2Fb', '__x__']) {
      await page.goto(page.url().replace(/[^/]+$/, id));
      await page.getByText('This endpoint does not exist, or it is not yours.').waitFor();
    }
  });
});

describe('failing parts', () => {
  it('show their error in place and load on retry; the rest stays', async ({ tab }) => {
    const page = await tab(owner, '/monitors');
    const restore = [
      await failApi(page, '/endpoints/*/history', 500),
      await failApi(page, '/endpoints/*/checks*', 500),
    ];
    await page.goto(page.url().replace('/monitors', `/endpoint/${endpointId}`));
    await page.getByText('Failed to load response times.').waitFor();
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to load check history.' });
    await failed.waitFor();
    await card(page, 'Downtime (24h)').getByText('in 1 outage').waitFor();
    await expectAccessible(page);
    for (const each of restore) await each();
    await tryAgain(failed);
    await expect.poll(() => cellsOf(page, 'Check history')).toHaveLength(5);
    await tryAgain(page.getByRole('alert').filter({ hasText: 'Failed to load response times.' }));
    await chart(page).waitFor();
  });

  it('keep the table if the chart’s code cannot be loaded', async ({ tab }) => {
    const page = await tab(owner, '/monitors');
    await page.route(/\/response-chart-.*\.js$/, (route) => route.abort('connectionfailed'));
    await page.goto(page.url().replace('/monitors', `/endpoint/${endpointId}`));
    await page.getByText('The chart could not be loaded. The table has the same values.').waitFor();
    await expect.poll(() => cellsOf(page, 'Response time by hour')).toHaveLength(24);
    await expect.poll(() => cellsOf(page, 'Check history')).toHaveLength(5);
    await expectAccessible(page);
  });

  it('include the status changes', async ({ tab }) => {
    const page = await tab(owner, '/monitors');
    await failApi(page, '/endpoints/*/status-history*', 'offline');
    await page.goto(page.url().replace('/monitors', `/endpoint/${endpointId}?tab=changes`));
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to load status changes.' });
    await failed.getByText('Network error. Please check your connection').waitFor();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await chart(page).waitFor();
  });
});

it('follows changes of the endpoint without a reload', async ({ open }) => {
  const page = await open(steadyId);
  await card(page, 'Downtime (24h)').getByText('None').waitFor();
  await page.evaluate("document.documentElement.dataset.kept = ''");
  const since = Date.now() - 90 * MINUTE_MS;
  await changeEndpoint(steadyId, {
    status: 'down',
    since,
    votes: { tw: vote(false, since), th: vote(false, since), bd: vote(false, since) },
    transitions: [{ at: since, from: 'up', to: 'down', locations: ALL }],
    lastError: { at: Date.now() - 5 * MINUTE_MS, location: 'th', statusCode: null, error: 'timeout' },
  });
  await card(page, 'Current Status').getByText('Down', { exact: true }).waitFor();
  await card(page, 'Downtime (24h)')
    .getByText(/^1 h 30 m/)
    .waitFor();
  await card(page, 'Availability (24h)').getByText('Critical').waitFor();
  await page.getByRole('alert').getByText('No answer in time. Seen from Taiwan, Thailand, and Bangladesh.').waitFor();
  // Thailand, whose error was the latest, is up again: it is no longer named, nor its error.
  await changeEndpoint(steadyId, {
    votes: { tw: vote(false, since), th: vote(true, Date.now()), bd: vote(false, since) },
  });
  await page.getByRole('alert').getByText('Failing from Taiwan and Bangladesh.').waitFor();
  await expect.poll(() => page.locator('html[data-kept]').count()).toBe(1);
});
