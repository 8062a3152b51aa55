import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { accounts } from '../../src/project.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { goInApp } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import type { Credentials } from '../testing/browser.ts';
import { isListening } from '../testing/listening.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

const { origin } = addressesFromEnv();
let owner: Account;

beforeAll(async () => {
  owner = await makeAccount();
  await seedMonitors(owner, [{ name: 'Alpha', paths: ['/site/alpha'] }]);
});

/** Signs in at the login page that is shown. */
async function enter(page: Page, { email, password }: Credentials, remembered = true): Promise<void> {
  await page.getByPlaceholder('Email or phone number').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const box = page.getByRole('checkbox', { name: 'Remember me' });
  if (!remembered) await box.press('Space');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Where the address leads once nothing loads any more. */
async function expectRedirect(page: Page, path: string, expected: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.locator('h1, [role=tabpanel]').first().waitFor();
  await expect.poll(() => new URL(page.url()).pathname, { message: path }).toBe(expected);
}

const countSessionsIn = (page: Page, where: 'localStorage' | 'sessionStorage') =>
  page.evaluate(`Object.keys(${where}).filter((key) => key.includes('authUser')).length`);

it('who signs in over another account is let in, and finds nothing of the other', async ({ ownWindow }) => {
  const page = await ownWindow(owner, '/monitors');
  await page.getByRole('link', { name: 'Alpha' }).waitFor();
  await goInApp(page, '/login');
  await enter(page, await makeAccount());
  await page.getByText('No monitors found').waitFor();
  expect(await page.getByRole('link', { name: 'Alpha' }).count()).toBe(0);
});

describe('where an address leads', () => {
  it('who is signed out', async ({ tab }) => {
    const page = await tab(null, '/login');
    for (const [path, expected] of [
      ['/', '/'],
      ['/checkout', '/checkout'],
      ['/payment-success', '/payment-success'],
      ['/agents', '/login'],
      ['/monitor/new', '/login'],
      ['/nowhere', '/login'],
    ] as const)
      await expectRedirect(page, path, expected);
  });

  it('who has not verified the address', async ({ tab }) => {
    const page = await tab(null, '/login');
    await page.goto(`${origin}/checkout?planName=Professional`);
    await page.getByRole('link', { name: 'Sign in first' }).click();
    await enter(page, accounts.unverified);
    await page.getByText('Verification email sent!').waitFor();
    for (const path of ['/', '/checkout', '/payment-success', '/monitors', '/signup', '/nowhere'])
      await expectRedirect(page, path, '/verify-email');
    await expectRedirect(page, '/login', '/login');
  });

  it('who is verified, and no admin however the address is written', async ({ tab }) => {
    const page = await tab(owner, '/settings');
    for (const [path, expected] of [
      ['/', '/monitors'],
      ['/dashboard', '/monitors'],
      ['/agents', '/monitors'],
      ['/AGENTS', '/monitors'],
      ['/%61gents/a1', '/monitors'],
      ['/checkout', '/checkout'],
      ['/payment-success', '/payment-success'],
    ] as const)
      await expectRedirect(page, path, expected);
  });

  it('who is an admin', async ({ tab }) => {
    const page = await tab(null, '/login');
    await page.goto(`${origin}/agents`);
    await page.waitForURL('**/login');
    await enter(page, accounts.admin);
    await page.waitForURL('**/agents');
  });
});

describe('a reload', () => {
  it.for([
    ['/monitors', 'Dashboard'],
    ['/monitor/new', 'Create'],
    ['/incidents?range=7d', 'Incidents'],
    ['/settings?tab=languages', 'Settings'],
    ['/checkout?planName=Professional&planPrice=20', 'Professional plan'],
    ['/payment-success', 'No payment to show here'],
  ] as const)('of %s stays there', async ([path, heading], { tab }) => {
    const page = await tab(owner, path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect.poll(() => page.url()).toBe(`${origin}${path}`);
  });
});

describe('signing in', () => {
  it('comes back to what was asked for, with all of its address', async ({ tab }) => {
    const page = await tab(null, '/login');
    await page.goto(`${origin}/incidents?range=7d&status=resolved`);
    await page.waitForURL('**/login');
    await enter(page, owner);
    await page.waitForURL(`${origin}/incidents?range=7d&status=resolved`);
  });

  it('is remembered by every window, or by this tab only', async ({ tab, ownWindow }) => {
    const remembered = await tab(null, '/login');
    await enter(remembered, owner);
    await remembered.getByRole('link', { name: 'Alpha' }).waitFor();
    expect([await countSessionsIn(remembered, 'localStorage'), await countSessionsIn(remembered, 'sessionStorage')]).toEqual([1, 0]);
    const window2 = await remembered.context().newPage();
    await expectRedirect(window2, '/settings', '/settings');

    const page = await ownWindow(null, '/login');
    await enter(page, owner, false);
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    expect([await countSessionsIn(page, 'localStorage'), await countSessionsIn(page, 'sessionStorage')]).toEqual([0, 1]);
    await page.reload();
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    const other = await page.context().newPage();
    await expectRedirect(other, '/settings', '/login');
  });
});

/** The app takes a request of two seconds ago for one under way; on this page, however long ago it was. */
const LONG_UNDER_WAY = `const wait = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => wait(run, ms === 2000 ? 600_000 : ms, ...rest);`;

describe('signing out', () => {
  it('and in again at once shows everything anew', async ({ ownWindow }) => {
    const page = await ownWindow(null, '/favicon.svg');
    await page.addInitScript(LONG_UNDER_WAY);
    await page.goto(`${origin}/login`);
    for (let turn = 0; turn < 2; turn++) {
      await enter(page, owner);
      await page.getByRole('link', { name: 'Alpha' }).waitFor({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByPlaceholder('Email or phone number').waitFor();
    }
  });

  it('ends the session in every tab: nothing is shown, kept or listened to there', async ({ tab }) => {
    const first = await tab(owner, '/monitors');
    const second = await first.context().newPage();
    await second.goto(`${origin}/monitors`);
    await second.getByRole('link', { name: 'Alpha' }).waitFor();
    await first.getByRole('button', { name: 'Logout' }).click();
    await first.getByPlaceholder('Email or phone number').waitFor();
    await second.getByPlaceholder('Email or phone number').waitFor();
    await expect.poll(() => new URL(second.url()).pathname).toBe('/login');
    const later: string[] = [];
    second.on('request', (request) => {
      const url = request.url();
      if (isListening(url) || url.includes('/api/')) later.push(url);
    });
    await second.getByPlaceholder('Email or phone number').fill(owner.email);
    expect(later).toEqual([]);
    // Live data of the former account would show at once, before any listener has answered.
    await second.context().route('**/google.firestore.v1.Firestore/Listen/**', () => {});
    await enter(second, owner);
    await second.getByText('Loading...').first().waitFor();
    expect(await second.getByRole('link', { name: 'Alpha' }).count()).toBe(0);
  });
});
