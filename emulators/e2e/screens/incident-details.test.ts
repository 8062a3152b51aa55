import type { IncidentUpdate } from '@farwatch/core/documents/incident';
import type { LocationCode } from '@farwatch/core/values/locations';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';
import { site, variety } from '../testing/incident-samples.ts';
import { changeIncident, loseIncidents, refuseIncidents, seedIncidents } from '../testing/incidents.ts';
import { detail, dialog, expectListed, table, titles } from '../testing/incidents-screen.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

let owner: Account;
let monitorId: string;
let ids: string[];

beforeAll(async () => {
  owner = await makeAccount();
  const [seeded] = await seedMonitors(owner, [{ name: 'Web shop', paths: ['/site/alpha'] }]);
  monitorId = seeded?.monitorId ?? '';
  ids = await seedIncidents(owner, variety(monitorId, Date.now()));
});

const it = base.extend(
  'incidents',
  ({ tab }) =>
    (query = '', account = owner): Promise<Page> =>
      tab(account, `/incidents${query}`, {}),
);

describe('Incident Details', () => {
  it('opens from the row and by keyboard, keeps the focus and returns it', async ({ incidents }) => {
    const page = await incidents();
    await table(page).getByText('Accounts').click();
    const box = dialog(page);
    await box.getByText('Endpoint downtime detected').waitFor();
    await box.getByRole('link', { name: 'bravo' }).waitFor();
    await expect.poll(() => detail(box, 'Actual status').textContent()).toBe('500');
    await expect.poll(() => detail(box, 'Expected status').textContent()).toBe('200–399');
    await expect.poll(() => detail(box, 'Error').textContent()).toBe('The server answered with status 500');
    await expect.poll(() => detail(box, 'Duration').textContent()).toBe('10 min');
    await expect.poll(() => detail(box, 'Affected locations').textContent()).toBe('ThailandBangladesh');
    await expect.poll(() => detail(box, 'Affected now').textContent()).toBe('None');
    await expectAccessible(page);
    for (let tab = 0; tab < 8; tab += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => box.locator(':focus').count()).toBe(1);
    }
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    const title = titles(page).filter({ hasText: 'bravo' });
    const hasFocus = () => title.and(page.locator(':focus')).count();
    await expect.poll(hasFocus).toBe(1);
    await expect.poll(() => new URL(page.url()).search).toBe('');

    await page.keyboard.press('Enter');
    await box.getByText('Endpoint downtime detected').waitFor();
    await page.goBack();
    await box.waitFor({ state: 'detached' });
    await expect.poll(hasFocus).toBe(1);
    await page.keyboard.press('Enter');
    await box.waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await page.goForward();
    await box.getByText('Endpoint downtime detected').waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await titles(page).filter({ hasText: 'bravo' }).click();
    await box.getByRole('link', { name: 'bravo' }).click();
    await page.waitForURL('**/endpoint/*');
  });

  it('opens by its address, outside the range too, and shows a missing status as Warning', async ({ incidents }) => {
    const page = await incidents(`?incident=${ids[4]}`);
    const box = dialog(page);
    await box.getByText('Certificate expires soon').waitFor();
    await expect.poll(() => detail(box, 'Actual status').textContent()).toBe('Warning');
    await detail(box, 'Certificate expires').getByText('GMT+8').waitFor();
    await box.getByRole('button', { name: 'Close' }).last().click();
    await box.waitFor({ state: 'detached' });
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await expect.poll(() => page.evaluate("location.search + (history.state?.backCloses ?? '')")).toBe('');
    await page.goto(page.url().replace('/incidents', `/incidents?incident=${ids[5]}`));
    await box.getByRole('link', { name: 'foxtrot' }).waitFor();
    for (const id of ['none', 'a%2Fb', '__x__']) {
      await page.goto(page.url().replace(/incident=.*/, `incident=${id}`));
      await box.getByText('This incident does not exist, or it is not yours.').waitFor();
    }
  });

  it('follows the incident live, and so does the list', async ({ incidents }) => {
    const account = await makeAccount();
    const nowMs = Date.now();
    const [id = ''] = await seedIncidents(account, [
      { triggeredAt: nowMs - 60 * DAY_MS, endpoint: site('golf'), severity: 'minor', locations: ['tw', 'th'] },
    ]);
    const page = await incidents('', account);
    await titles(page).click();
    const box = dialog(page);
    const timeline = box.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await box.getByText('Still active').waitFor();
    await expect.poll(() => timeline.count()).toBe(1);
    const opening = { event: 'opened', status: 'active', severity: 'minor' } as const;
    const escalation = { event: 'widened', status: 'active', severity: 'critical' } as const;
    const recovery = { event: 'recovered', status: 'resolved', severity: 'critical' } as const;
    const both: LocationCode[] = ['tw', 'th'];
    const updates: IncidentUpdate[] = [
      { ...opening, locations: ['tw'], createdAt: nowMs - 60 * DAY_MS },
      { ...escalation, locations: both, createdAt: nowMs - MINUTE_MS },
    ];
    await changeIncident(id, { severity: 'critical', peakSeverity: 'critical', downLocations: both, updates });
    await timeline.first().getByText('Spread or became more severe').waitFor();
    await box.getByText('Critical', { exact: true }).waitFor();
    await page.locator('table').getByText('Critical').waitFor();
    await changeIncident(id, {
      status: 'resolved',
      resolvedAt: nowMs,
      downLocations: [],
      updates: [...updates, { ...recovery, locations: both, createdAt: nowMs }],
    });
    await timeline.first().getByText('Recovered').waitFor();
    await box.getByText('Resolved', { exact: true }).waitFor();
    await expect.poll(() => timeline.count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByText('No incidents found').waitFor();
  });
});

describe('when Firestore refuses', () => {
  it('shows an error in place of the list, and recovers automatically', async ({ freshTab }) => {
    const page = await freshTab(owner, '/monitors');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const allow = await refuseIncidents(page, owner);
    await page.getByRole('link', { name: 'Incidents', exact: true }).click();
    await page.getByText('Failed to load incidents. Please try again later').waitFor();
    await page.getByRole('heading', { name: 'Incidents' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Web shop' }).click();
    await page.getByText('Could not load incidents. Please try again later.').waitFor();
    await page.getByRole('heading', { name: 'Watchlist' }).waitFor();
    await allow();
    await page.getByRole('table', { name: 'Recent Incidents' }).waitFor();
  });
});

describe('when a response is lost', () => {
  it('shows that updates are interrupted, not a partial list, and retries', async ({ freshTab }) => {
    const page = await freshTab(owner, '/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await loseIncidents(page);
    await page.getByRole('link', { name: 'Incidents', exact: true }).click();
    await page.getByText('Live updates interrupted. Reconnecting…').waitFor();
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await page.getByText('Live updates interrupted. Reconnecting…').waitFor({ state: 'detached' });
  });
});

describe('when updates are refused', () => {
  it('shows it and keeps the list', async ({ incidents }) => {
    const page = await incidents();
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    const allow = await refuseIncidents(page, owner);
    await page.getByLabel('Time range').selectOption('7d');
    await page.getByText('Live updates interrupted. Reconnecting…').waitFor();
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await allow();
    await expectListed(page, ['alpha', 'echo', 'bravo', 'charlie']);
    await page.getByText('Live updates interrupted. Reconnecting…').waitFor({ state: 'detached' });
  });
});

describe('when a longer range cannot be loaded', () => {
  it('does not show it as empty until it is loaded', async ({ incidents }) => {
    const account = await makeAccount();
    const page = await incidents('', account);
    await page.getByText('No incidents in the last 24 hours.').waitFor();
    const allow = await refuseIncidents(page, account);
    await page.getByRole('button', { name: 'Show the last 30 days' }).click();
    await page.getByText('Live updates interrupted. Reconnecting…').waitFor();
    expect(await page.getByText('No incidents found').count()).toBe(0);
    expect(await page.getByText('0 incidents', { exact: true }).count()).toBe(0);
    await allow();
    await page.getByText('No incidents in the last 30 days.').waitFor();
  });
});

describe('Recent Incidents', () => {
  it('lists the incidents of the monitor on its page', async ({ tab }) => {
    const page = await tab(owner, `/monitor/${monitorId}`, {});
    await page.getByText('1 incident', { exact: true }).waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('resolved');
    await page.getByText('No incidents found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('table', { name: 'Recent Incidents' }).getByRole('link', { name: 'alpha' }).click();
    await dialog(page).getByText('Still active').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByRole('table', { name: 'Recent Incidents' }).getByRole('link', { name: 'alpha' }).click();
    await dialog(page).getByRole('link', { name: 'Web shop' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Watchlist' }).waitFor();
  });
});
