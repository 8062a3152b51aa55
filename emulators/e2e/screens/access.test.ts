import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { accounts } from '../../src/project.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { isListening } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';
import { submitSignIn } from '../testing/browser.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

const { origin } = addressesFromEnv();
let owner: Account;

beforeAll(async () => {
  owner = await makeAccount();
  await seedMonitors(owner, [{ name: 'Alpha', paths: ['/site/alpha'] }]);
});

/** Opens the address and waits until it has led to the expected path. */
async function expectRedirect(page: Page, path: string, expected: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.locator('h1, [role=tabpanel]').first().waitFor();
  await expect.poll(() => new URL(page.url()).pathname, { message: path }).toBe(expected);
}

const countSessionsIn = (page: Page, storage: 'localStorage' | 'sessionStorage') =>
  page.evaluate(`Object.keys(${storage}).filter((key) => key.includes('authUser')).length`);

it('shows nothing of the previous account after a sign-in with another one', async ({ ownWindow }) => {
  const page = await ownWindow(owner, '/monitors');
  await page.getByRole('link', { name: 'Alpha' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await submitSignIn(page, await makeAccount());
  await page.getByText('No monitors found').waitFor();
  expect(await page.getByRole('link', { name: 'Alpha' }).count()).toBe(0);
});

describe('redirects', () => {
  it('a signed-out visitor to the sign-in page, except from public pages', async ({ tab }) => {
    const page = await tab(null, '/login');
    for (const [path, expected] of [
      ['/', '/'],
      ['/checkout', '/checkout'],
      ['/payment-success', '/payment-success'],
      ['/agents', '/login'],
      ['/monitor/new', '/login'],
      ['/not-found', '/login'],
    ] as const)
      await expectRedirect(page, path, expected);
  });

  it('a user with an unverified address to the verification page', async ({ tab }) => {
    const page = await tab(null, '/login');
    await page.goto(`${origin}/checkout?planName=Professional`);
    await page.getByRole('link', { name: 'Sign in first' }).click();
    await submitSignIn(page, accounts.unverified);
    await page.getByText('Verification email sent!').waitFor();
    for (const path of ['/', '/checkout', '/payment-success', '/monitors', '/signup', '/not-found'])
      await expectRedirect(page, path, '/verify-email');
    await expectRedirect(page, '/login', '/login');
  });

  it('a user away from the pages of admins, however the address is written', async ({ tab }) => {
    const page = await tab(owner, '/settings');
    for (const [path, expected] of [
      ['/', '/monitors'],
      ['/#pricing', '/'],
      ['/dashboard', '/monitors'],
      ['/agents', '/monitors'],
      ['/AGENTS', '/monitors'],
      ['/%61gents/a1', '/monitors'],
      ['/checkout', '/checkout'],
      ['/payment-success', '/payment-success'],
    ] as const)
      await expectRedirect(page, path, expected);
  });

  it('an admin back to the agents after the sign-in', async ({ tab }) => {
    const page = await tab(null, '/login');
    await page.goto(`${origin}/agents`);
    await page.waitForURL('**/login');
    await submitSignIn(page, accounts.admin);
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
  ] as const)('of %s keeps the address', async ([path, heading], { tab }) => {
    const page = await tab(owner, path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await expect.poll(() => page.url()).toBe(`${origin}${path}`);
  });
});

describe('signing in', () => {
  it('leads to the requested page with its whole query', async ({ tab }) => {
    const page = await tab(null, '/login');
    await page.goto(`${origin}/incidents?range=7d&status=resolved`);
    await page.waitForURL('**/login');
    await submitSignIn(page, owner);
    await page.waitForURL(`${origin}/incidents?range=7d&status=resolved`);
  });

  it('leads a visitor from a terminal to the question, which alone gives a program its key', async ({ tab }) => {
    const login = (path: string, body: object) =>
      fetch(`${origin}/api/v1/logins${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.json() as Promise<Record<string, string>>);
    const { deviceCode, userCode, path } = await login('', { host: 'cabinet-7', scope: 'write' });
    const page = await tab(null, '/login');
    await page.goto(`${origin}${path}`);
    await page.waitForURL('**/login');
    await submitSignIn(page, owner);
    await page.waitForURL(`${origin}${path}`);
    await page.getByText('cabinet-7').waitFor();
    expect(await page.getByText(String(userCode)).count()).toBe(1);
    expect(await login('/key', { deviceCode })).toMatchObject({ code: 'authorization_pending' });
    await page.setViewportSize({ width: 360, height: 640 });
    await expectNoHorizontalScroll(page);
    await page.getByRole('radio', { name: /^Read Sees/ }).check();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.getByText('Access allowed').waitFor();
    expect(await login('/key', { deviceCode })).toMatchObject({ name: 'farwatch on cabinet-7', scope: 'read' });
    await page.reload();
    await page.getByText(`No login is waiting with the code ${userCode}`).waitFor();
    await page.getByRole('button', { name: 'Enter another code' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill('bcdf ghja');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('A code has eight consonants').waitFor();
  });

  it('is remembered in every window, or in this tab only', async ({ tab, ownWindow }) => {
    const remembered = await tab(null, '/login');
    await submitSignIn(remembered, owner);
    await remembered.getByRole('link', { name: 'Alpha' }).waitFor();
    expect([
      await countSessionsIn(remembered, 'localStorage'),
      await countSessionsIn(remembered, 'sessionStorage'),
    ]).toEqual([1, 0]);
    const window2 = await remembered.context().newPage();
    await expectRedirect(window2, '/settings', '/settings');

    const page = await ownWindow(null, '/login');
    await page.getByRole('checkbox', { name: 'Remember me' }).press('Space');
    await submitSignIn(page, owner);
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    expect([await countSessionsIn(page, 'localStorage'), await countSessionsIn(page, 'sessionStorage')]).toEqual([
      0, 1,
    ]);
    await page.reload();
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    const other = await page.context().newPage();
    await expectRedirect(other, '/settings', '/login');
  });
});

/** The app treats a request as pending for two seconds; with this, for ten minutes. */
const KEEP_REQUESTS_PENDING = `const wait = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => wait(run, ms === 2000 ? 600_000 : ms, ...rest);`;

describe('signing out', () => {
  it('and in again immediately shows everything again', async ({ ownWindow }) => {
    const page = await ownWindow(null, '/favicon.svg');
    await page.addInitScript(KEEP_REQUESTS_PENDING);
    await page.goto(`${origin}/login`);
    for (let turn = 0; turn < 2; turn++) {
      await submitSignIn(page, owner);
      await page.getByRole('link', { name: 'Alpha' }).waitFor({ timeout: 30_000 });
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByPlaceholder('Email or phone number').waitFor();
    }
  });

  it('ends the session in every tab: nothing is shown, stored or listened to', async ({ tab }) => {
    const first = await tab(owner, '/monitors');
    const second = await first.context().newPage();
    await second.goto(`${origin}/monitors`);
    await second.getByRole('link', { name: 'Alpha' }).waitFor();
    await first.getByRole('button', { name: 'Logout' }).click();
    await first.getByPlaceholder('Email or phone number').waitFor();
    await second.getByPlaceholder('Email or phone number').waitFor();
    await expect.poll(() => new URL(second.url()).pathname).toBe('/login');
    const requests: string[] = [];
    second.on('request', (request) => {
      const url = request.url();
      if (isListening(url) || url.includes('/api/')) requests.push(url);
    });
    await second.getByPlaceholder('Email or phone number').fill(owner.email);
    expect(requests).toEqual([]);
    // Live data of the previous session would show before any listener responds.
    await second.context().route('**/google.firestore.v1.Firestore/Listen/**', () => {});
    await submitSignIn(second, owner);
    await second.getByText('Loading...').first().waitFor();
    expect(await second.getByRole('link', { name: 'Alpha' }).count()).toBe(0);
  });
});
