import { randomBytes } from 'node:crypto';
import { CONDITION, DEVICE } from '@farwatch/core/testing/samples';
import { NEWEST_AGENT } from '@farwatch/core/values/release';
import { HOUR_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { changeAgent, type EndpointSeed, seedAgent } from '../testing/agent-screen.ts';
import { makeAdmin } from '../testing/agents-screen.ts';
import { failApi, goInApp, tryAgain } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { callApi } from '../testing/call-api.ts';
import { cellsOf } from '../testing/endpoint-screen.ts';
import { detail } from '../testing/incidents-screen.ts';
import { expectQuick, measureSteps } from '../testing/main-thread.ts';

const LOAD_FAILED = 'Failed to load agent details. Please try again.';
const PHONE = { ...DEVICE, deviceName: 'pixel-7', osName: 'Android', osVersion: '15', appVersion: '1.4.2' };
/** The admin's page. */
let page: Page;
let admin: Account;
let healthyId: string;
let newId: string;

const site = (name: string, last: boolean | null, group = 'Shop'): EndpointSeed => {
  return { name, url: `https://${name.toLowerCase()}.farwatch.test/`, group, last };
};

const newOwnerId = () => `owner${randomBytes(6).toString('hex')}`;

/** An agent with every detail, whose endpoints belong to owners of its own. */
function seedHealthyAgent(): Promise<string> {
  const ownerId = newOwnerId();
  return seedAgent(admin, {
    agent: {
      name: 'Taipei, cabinet 7',
      description: 'In the basement, next to the switch',
      device: { ...PHONE, batteryPercent: 87, batteryCharging: true, memoryUsage: 41.6 },
    },
    endpoints: {
      [`${ownerId}a`]: [site('Charlie', null), site('Alpha', false, 'Zoo')],
      [`${ownerId}b`]: [site('Bravo', true, 'Mail')],
    },
  });
}

beforeAll(async () => {
  admin = await makeAdmin();
  healthyId = await seedHealthyAgent();
  newId = await seedAgent(admin, {
    agent: {
      name: 'Not yet there',
      location: 'th',
      ...{ registered: false, device: null, condition: null, activatedAt: null, lastReportAt: null, lastSyncAt: null },
    },
  });
  // The very first call may take longer than the app’s timeout.
  await callApi(admin, 'GET', `/agents/${healthyId}/stats`);
});

/** Opens an agent. */
async function show(id: string, query = '') {
  await goInApp(page, `/agents/${id}${query}`);
  await page.getByRole('button', { name: `Copy ID ${id}` }).waitFor();
}

const section = (name: string) => page.getByRole('region', { name, exact: true });
const value = (part: string, name: string) => detail(section(part), name);

it.beforeEach(async ({ tab }) => {
  page = await tab(admin, '/not-found');
});

describe('the overview', () => {
  it('shows the agent, its device and its check results', async () => {
    await show(healthyId);
    await page.getByRole('heading', { name: 'Taipei, cabinet 7' }).getByText('Active').waitFor();
    await expect.poll(() => page.title()).toBe('Taipei, cabinet 7 · Farwatch');
    const info = (name: string) => value('Agent Information', name).innerText();
    await value('Agent Information', 'Endpoints assigned').getByText('1 success').waitFor();
    await expect.poll(() => info('Endpoints assigned')).toContain('3 of at most 5,000');
    await expect.poll(() => info('Endpoints assigned')).toContain('1 successful, 1 failed, 1 not checked yet');
    await expect.poll(() => info('Status')).toBe('Active');
    await expect.poll(() => info('Location')).toBe('Taiwan');
    await expect.poll(() => info('Description')).toBe('In the basement, next to the switch');
    await expect.poll(() => info('Last sync')).toMatch(/^1 hour ago\n+\w+ \d+, \d{4}, \d\d:\d\d:\d\d GMT\+8$/);
    await expect.poll(() => info('Last report')).toMatch(/^(Just now|\d minutes? ago)/);
    await expect.poll(() => info('Version')).toBe('1.4.2');
    const device = (name: string) => value('Device Information', name).innerText();
    await expect.poll(() => device('Device name')).toBe('pixel-7');
    await expect.poll(() => device('Operating system')).toBe('Android 15');
    await expect.poll(async () => (await device('Battery')).split(/\s+/)).toEqual(['87%', 'Charging']);
    await expect.poll(() => device('Memory usage')).toBe('42%');
    await expect.poll(() => value('Reporting', 'Votes').innerText()).toBe('Counted');
    await page.getByRole('link', { name: 'Back to Agents' }).click();
    await page.waitForURL('**/agents');
  });

  it('copies the id and confirms it for three seconds', async () => {
    await show(healthyId);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: `Copy ID ${healthyId}` }).press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(healthyId);
    await page.getByText('Copied', { exact: true }).waitFor({ state: 'detached' });
  });

  it('has no device information for an agent without a device', async () => {
    await show(newId);
    await page.getByRole('heading', { name: 'Not yet there' }).getByText('Unknown').waitFor();
    await section('Device Information').getByText('No device information available.').waitFor();
    await expect.poll(() => value('Agent Information', 'Activated').innerText()).toBe('Not yet');
    await expect.poll(() => value('Agent Information', 'Last report').innerText()).toBe('Never');
  });

  it('shows problems live, without a reload', async () => {
    const id = await seedAgent(admin, {});
    await show(id);
    await page.getByRole('heading', { level: 1 }).getByText('Active').waitFor();
    await page.evaluate("document.documentElement.dataset.kept = ''");
    await changeAgent(id, {
      condition: { ...CONDITION, abstaining: true, droppedChecks: 12, inMemory: true, clockOffsetMs: -42_000 },
      abstainingSince: Date.now(),
      device: { ...PHONE, batteryPercent: 15, batteryCharging: false, appVersion: '0.0.9' },
    });
    await page.getByRole('heading', { level: 1 }).getByText('Critical').waitFor();
    const status = value('Agent Information', 'Status');
    await status.getByText('12 checks were lost before they could be reported.').waitFor();
    await status.getByText('The battery is at 15% and not charging.').waitFor();
    await status.getByText(/^Version 0\.0\.9 is no longer supported\. Update to .* or later\.$/).waitFor();
    await expect
      .poll(() => value('Agent Information', 'Version').innerText())
      .toMatch(new RegExp(`^0\\.0\\.9\\s+${NEWEST_AGENT.version} is available$`));
    await value('Reporting', 'Votes')
      .getByText(/^Abstaining since/)
      .waitFor();
    await expect.poll(() => value('Reporting', 'Results lost').innerText()).toContain('12 checks dropped');
    await expect.poll(() => value('Reporting', 'Clock').innerText()).toBe('42 s behind');
    await expect.poll(() => value('Reporting', 'Storage').innerText()).toContain('Memory only');
    await expect.poll(() => value('Device Information', 'Battery').innerText()).toBe('15%');
    await changeAgent(id, { lastReportAt: Date.now() - 2.5 * HOUR_MS });
    await page.getByRole('heading', { level: 1 }).getByText('Inactive').waitFor();
    await status.getByText(/^Not seen since \w+ \d+, \d\d:\d\d\.$/).waitFor();
    await expect.poll(() => value('Agent Information', 'Last report').innerText()).toMatch(/^2 hours ago/);
    await expect.poll(() => page.locator('html[data-kept]').count()).toBe(1);
  });

  it('shows why its statistics cannot be loaded, keeps the rest, and loads them on retry', async () => {
    const id = await seedHealthyAgent();
    const restore = await failApi(page, '/agents/*/stats', 'offline');
    await show(id);
    const failed = page.getByRole('alert').filter({ hasText: `Error: ${LOAD_FAILED}` });
    await failed.getByText('Network error. Please check your connection').waitFor();
    await expect.poll(() => value('Agent Information', 'Version').innerText()).toBe('1.4.2');
    await expectAccessible(page);
    await restore();
    await tryAgain(failed);
    await page.getByText('1 successful, 1 failed').waitFor();
  });
});

describe('an agent that cannot be shown', () => {
  it('is reported as deleted if it is deleted while shown', async () => {
    const id = await seedAgent(admin, { agent: { name: 'Short-lived' } });
    await show(id);
    await page.getByRole('heading', { name: 'Short-lived' }).waitFor();
    await database().doc(`agents/${id}`).delete();
    await page.getByRole('heading', { name: 'Agent data is missing.' }).waitFor();
    await page.getByText('Short-lived was deleted.').waitFor();
    await expectAccessible(page);
  });

  it('is reported as missing if it does not exist or belongs to another admin', async () => {
    const others = await seedAgent(await makeAdmin(), {});
    for (const id of ['missing', others, 'a%2Fb', '__x__']) {
      await show(healthyId);
      await page.getByRole('heading', { name: 'Taipei, cabinet 7' }).waitFor();
      await goInApp(page, `/agents/${id}`);
      await page.getByText('Agent data is missing.').waitFor();
    }
  });

  it('redirects users who are not admins', async ({ tab }) => {
    const user = await tab(await makeAccount(), `/agents/${healthyId}`);
    await user.waitForURL('**/monitors');
  });

  it('shows an error if it cannot be loaded, and retries on request', async () => {
    const channel = /google\.firestore\.v1\.Firestore\/Listen/;
    await page.route(channel, (route) => route.abort('connectionfailed'));
    await goInApp(page, `/agents/${healthyId}`);
    await page.reload();
    const failed = page.getByRole('alert').filter({ hasText: `Error: ${LOAD_FAILED}` });
    await failed.waitFor();
    await expectAccessible(page);
    // The page would also recover by itself.
    await tryAgain(failed);
    await failed.waitFor({ state: 'detached' });
    await page.unroute(channel);
    await page.getByRole('heading', { name: 'Taipei, cabinet 7' }).waitFor();
  });
});

describe('Trigger Sync', () => {
  it('requests a sync and confirms when it is done', async () => {
    const id = await seedAgent(admin, {});
    await show(id, '?tab=endpoints');
    const button = page.getByRole('button', { name: 'Trigger Sync' });
    await expect.poll(() => button.getAttribute('title')).toBe('Request agent to sync configuration');
    await button.click();
    await page.getByText('Sync trigger sent. Agent will update on its next check-in.').waitFor();
    expect((await database().doc(`commands/${id}`).get()).get('syncAt')).not.toBeNull();
    await changeAgent(id, { lastReportAt: Date.now() });
    await changeAgent(id, { lastSyncAt: Date.now() });
    await page.getByText('Synced just now').waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByText('Synced just now').count()).toBe(0);
  });

  it('shows why it failed', async () => {
    await show(healthyId);
    const restore = await failApi(page, '/agents/*/trigger-sync', 500);
    await page.getByRole('button', { name: 'Trigger Sync' }).click();
    await page.getByText('Failed to trigger sync: Internal server error. Please try again later').waitFor();
    await restore();
    await page.getByRole('button', { name: 'Trigger Sync' }).click();
    await page.getByText('Sync trigger sent.').waitFor();
  });
});

describe('the monitored endpoints', () => {
  const names = async () => (await cellsOf(page, 'Monitored Endpoints')).map((row) => row[0]);

  it('are sorted by each column, and their tab stays after a reload', async () => {
    await show(healthyId);
    await page.getByRole('tab', { name: 'Overview' }).press('ArrowLeft');
    await page.getByRole('tab', { name: 'Monitored Endpoints', selected: true }).waitFor();
    const rows = await cellsOf(page, 'Monitored Endpoints');
    expect(rows.map((row) => [row[0], row[1], row[2], row[4]])).toEqual([
      ['Alpha', 'alpha.farwatch.test/', 'Zoo', 'Failed'],
      ['Bravo', 'bravo.farwatch.test/', 'Mail', 'Success'],
      ['Charlie', 'charlie.farwatch.test/', 'Shop', 'N/A'],
    ]);
    expect(rows.map((row) => row[3]?.replace(/\d+ minutes?/, '# min'))).toEqual(['# min ago', '# min ago', 'Never']);
    await page.reload();
    const sort = (column: string) => page.getByRole('button', { name: column, exact: true }).click();
    for (const [column, ascending, descending] of [
      ['Status', ['Bravo', 'Alpha', 'Charlie'], ['Charlie', 'Alpha', 'Bravo']],
      ['Group', ['Bravo', 'Charlie', 'Alpha'], ['Alpha', 'Charlie', 'Bravo']],
      ['URL', ['Alpha', 'Bravo', 'Charlie'], ['Charlie', 'Bravo', 'Alpha']],
    ] as const) {
      await sort(column);
      await expect.poll(() => names(), { message: column }).toEqual(ascending);
      await sort(column);
      await expect.poll(() => names(), { message: column }).toEqual(descending);
    }
    await expect.poll(() => page.getByRole('searchbox').count()).toBe(0);
  });

  it('have an empty state', async () => {
    await show(newId, '?tab=endpoints');
    await page.getByText('This agent is not currently monitoring any endpoints.').waitFor();
  });

  it('show an error and load on retry', async () => {
    const id = await seedHealthyAgent();
    const restore = await failApi(page, '/agents/*/endpoints', 500);
    await show(id, '?tab=endpoints');
    const failed = page.getByRole('alert').filter({ hasText: `Error: ${LOAD_FAILED}` });
    await failed.waitFor();
    await expectAccessible(page);
    await restore();
    await tryAgain(failed);
    await expect.poll(() => names()).toEqual(['Alpha', 'Bravo', 'Charlie']);
  });

  it('stay fast with 5,000 rows', async () => {
    const owners = Array.from({ length: 25 }, newOwnerId);
    const endpoints = owners.map((ownerId, at) => {
      return [ownerId, Array.from({ length: 200 }, (_, index) => site(`Host-${at * 200 + index}`, index % 3 > 0))];
    });
    const id = await seedAgent(admin, { endpoints: Object.fromEntries(endpoints) });
    await show(id, '?tab=endpoints');
    const measure = await measureSteps(page);
    const shows = (first: string) => page.getByRole('row').nth(1).getByText(first, { exact: true }).waitFor();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await shows('Host-0');
    await page.getByText('5,000 endpoints', { exact: true }).waitFor();
    const costs = [
      await measure('by name, descending', () => press('Name').then(() => shows('Host-4999'))),
      await measure('the last page', () => press('Page 250').then(() => shows('Host-19'))),
      await measure('by status', () => press('Status').then(() => shows('Host-1'))),
      await measure('a search', () =>
        page
          .getByRole('searchbox')
          .fill('host-4321')
          .then(() => shows('Host-4321')),
      ),
      await measure('a search without a match', () =>
        page
          .getByRole('searchbox')
          .fill('missing')
          .then(() => page.getByText('No endpoints match “missing”').waitFor()),
      ),
      await measure('all again', () =>
        press('Clear search').then(() => page.getByText('5,000 endpoints', { exact: true }).waitFor()),
      ),
    ];
    expectQuick('5,000 endpoints of an agent', costs, 1_000);
  });
});
