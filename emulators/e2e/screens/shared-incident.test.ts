import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi, tryAgain } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { incidentLinkPath } from '../testing/incident-link.ts';
import { site, variety } from '../testing/incident-samples.ts';
import { changeIncident, seedIncidents } from '../testing/incidents.ts';
import { detail } from '../testing/incidents-screen.ts';

const { origin } = addressesFromEnv();
let owner: Account;
let ids: string[];

beforeAll(async () => {
  owner = await makeAccount();
  ids = await seedIncidents(owner, variety('monitor', Date.now()));
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const openInApp = (page: Page) => page.getByRole('link', { name: 'Open in Farwatch' });

describe('the link of a message', () => {
  it('shows its incident signed out, without Firebase, and the sign-in form for the app', async ({ freshTab }) => {
    const page = await freshTab(null, '/favicon.svg', { width: 390, height: 800 });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(origin + (await incidentLinkPath(owner, ids[0] ?? '')));
    await heading(page, 'alpha').waitFor();
    await page.getByText('https://alpha.farwatch.test/').waitFor();
    const main = page.getByRole('main');
    await expect.poll(() => detail(main, 'Affected locations').textContent()).toBe('Taiwan');
    await expect.poll(() => detail(main, 'Error').textContent()).toBe('The server answered with status 500');
    await expect.poll(() => page.title()).toBe('alpha · Farwatch');
    await expect.poll(() => page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(requests.filter((url) => /firestore|auth|app-shell/i.test(new URL(url).pathname))).toEqual([]);
    await openInApp(page).click();
    await page.waitForURL('**/login');
  });

  it('leads its owner to the incident in the app', async ({ tab }) => {
    const page = await tab(owner, await incidentLinkPath(owner, ids[1] ?? ''));
    await heading(page, 'bravo').waitFor();
    await openInApp(page).click();
    await page.getByRole('dialog').getByRole('link', { name: 'bravo' }).waitFor();
  });

  it('shows the end once the page is visible again, and keeps the last state through a failure', async ({
    freshTab,
  }) => {
    const other = await makeAccount();
    const [incidentId = ''] = await seedIncidents(other, [{ endpoint: site('golf') }]);
    const page = await freshTab(null, '/favicon.svg');
    await page.clock.install();
    const restore = await failApi(page, '/v1/shared-incidents/*', 500);
    await page.goto(origin + (await incidentLinkPath(other, incidentId)));
    await page.getByText('The incident could not be loaded.').waitFor();
    await restore();
    await tryAgain(page.getByRole('alert'));
    await page.getByText('Active', { exact: true }).waitFor();
    const end = { status: 'resolved' as const, resolvedAt: Date.now(), downLocations: [] };
    await changeIncident(incidentId, end);
    await page.clock.fastForward(MINUTE_MS);
    await page.getByText('Resolved', { exact: true }).waitFor();
  });
});

it('takes the action of a visitor, who is remembered, and keeps what was typed through a failure', async ({
  freshTab,
}) => {
  const other = await makeAccount();
  const [incidentId = ''] = await seedIncidents(other, [{ endpoint: site('hotel') }]);
  const page = await freshTab(null, await incidentLinkPath(other, incidentId), { width: 390, height: 800 });
  await page.getByLabel('Your name').fill('Bob');
  const restore = await failApi(page, '/v1/shared-incidents/*/acknowledge', 500);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Restarting');
  await page.getByRole('button', { name: 'Acknowledge with note' }).click();
  await page.getByText('This could not be saved.').waitFor();
  await restore();
  await page.getByRole('button', { name: 'Acknowledge with note' }).click();
  await page.getByText('Acknowledged by Bob via').waitFor();
  await page.getByRole('list', { name: 'Timeline' }).getByText('Restarting').waitFor();
  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('button', { name: '1 h', exact: true }).click();
  await page.getByRole('button', { name: 'End snooze' }).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Bob');
  await page.getByRole('button', { name: 'Unacknowledge' }).click();
  await page.getByText('Acknowledgement withdrawn').waitFor();
});

it.for<[string, () => Promise<string>]>([
  ['此链接已过期。', () => incidentLinkPath(owner, ids[0] ?? '', Date.now() - 1)],
  ['此链接无效。', async () => (await incidentLinkPath(owner, ids[0] ?? '')).slice(0, -2)],
  ['此事件已不存在。', () => incidentLinkPath(owner, 'deleted')],
])('shows: %s', async ([text, pathOf], { tab }) => {
  const page = await tab(null, await pathOf(), { language: 'cn' });
  await heading(page, text).waitFor();
  expect(await page.getByRole('link', { name: '在 Farwatch 中打开' }).getAttribute('href')).toBe('/incidents');
});

it('changes nothing when a scanner opens it', async () => {
  const ref = database().doc(`incidents/${ids[2]}`);
  const before = (await ref.get()).updateTime;
  const path = await incidentLinkPath(owner, ids[2] ?? '');
  for (const url of [path, path.replace('/a/', '/api/v1/shared-incidents/')]) {
    expect((await fetch(origin + url)).status).toBe(200);
  }
  expect((await ref.get()).updateTime).toEqual(before);
});
