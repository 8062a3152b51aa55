import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { isListening, openAt, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { submitSignIn } from '../testing/browser.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

const { origin } = addressesFromEnv();
/** A page of the same origin outside the app, which would prefetch its pages. */
const OUTSIDE = '/favicon.svg';
let owner: Account;

beforeAll(async () => {
  owner = await makeAccount();
  await seedMonitors(owner, [{ name: 'Alpha', paths: ['/site/alpha'] }]);
});

async function isSamePage(page: Page): Promise<boolean> {
  return (await page.locator('html[data-kept]').count()) === 1;
}

async function mark(page: Page): Promise<void> {
  await page.evaluate("document.documentElement.dataset.kept = ''");
}

const it = base.extend(
  'open',
  ({ tab }) =>
    (path: string, view: View = {}, account = owner): Promise<Page> =>
      tab(account, path, view),
);

describe('navigation', () => {
  it('shows the user as Premium, and links to every page without a reload', async ({ open }) => {
    const page = await open('/dashboard');
    await page.waitForURL('**/monitors');
    await mark(page);
    const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
    await sidebar.getByRole('link').first().waitFor();
    await expect
      .poll(() => sidebar.getByRole('link').allTextContents())
      .toEqual(['Dashboard', 'Incidents', 'Status pages', 'Reports', 'Settings']);
    for (const [name, path] of [
      ['Incidents', '/incidents'],
      ['Status pages', '/pages'],
      ['Reports', '/reports'],
      ['Settings', '/settings'],
      ['Dashboard', '/monitors'],
    ] as const) {
      await sidebar.getByRole('link', { name }).click();
      await page.waitForURL(`**${path}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expect.poll(() => sidebar.getByRole('link', { name }).getAttribute('aria-current')).toBe('page');
    }
    const account = page.getByRole('link', { name: 'Vera Viewer Premium' });
    await account.click();
    await page.waitForURL('**/settings');
    await expect.poll(() => isSamePage(page)).toBe(true);
  });

  it('shows a user without a name as User', async ({ open }) => {
    const page = await open('/settings', {}, await makeAccount(''));
    await page.getByRole('link', { name: 'User Premium' }).waitFor();
  });

  it('skips to the content by keyboard, and shows the focus', async ({ freshTab }) => {
    const page = await freshTab(owner, '/monitors');
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await skip.and(page.locator(':focus')).waitFor();
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const outline = 'getComputedStyle(document.activeElement).outlineStyle';
      await expect.poll(() => page.evaluate(outline)).not.toBe('none');
    }
  });

  it('shows that a page does not exist', async ({ open }) => {
    const page = await open('/not-found');
    await page.getByText('This page does not exist').waitFor();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await page.waitForURL('**/monitors');
  });
});

describe('on a phone', () => {
  it('has a drawer that keeps the focus and returns it', async ({ open }) => {
    const page = await open('/monitors', { width: 390, height: 844 });
    const opener = page.getByRole('button', { name: 'Open navigation' });
    await opener.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'Incidents' }).waitFor();
    await expectAccessible(page);
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => drawer.locator(':focus').count()).toBe(1);
    }
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
    await opener.click();
    await drawer.getByRole('link', { name: 'Incidents' }).click();
    await page.waitForURL('**/incidents');
    await drawer.waitFor({ state: 'detached' });
    await expectNoHorizontalScroll(page);
  });
});

describe('the theme', () => {
  it('follows the device until one is chosen, which is remembered', async ({ ownWindow }) => {
    const page = await ownWindow(owner, '/monitors', { theme: 'dark' });
    const dark = () => page.locator('html.dark').count();
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await expect.poll(() => dark()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor();
    await expect.poll(() => dark()).toBe(0);
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(dark).toBe(0);
  });
});

describe('the end of a session', () => {
  it('signs out without a reload, stores nothing of the account, and stops listening', async ({ tab }) => {
    const page = await tab(null, '/login');
    await submitSignIn(page, owner);
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    // This is the state that is stored when the mail's link was opened in another tab.
    const pending = { email: owner.email, sentAtMs: null, isVerified: true };
    await page.evaluate(`sessionStorage.setItem('pendingEmail', ${JSON.stringify(JSON.stringify(pending))})`);
    await mark(page);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByPlaceholder('Email or phone number').waitFor();
    await expect.poll(() => page.getByPlaceholder('Email or phone number').inputValue()).toBe('');
    const keys = 'Object.keys({ ...localStorage, ...sessionStorage }).join()';
    await expect.poll(() => page.evaluate(keys)).not.toMatch(/authUser|pendingEmail|leftAddresses/);
    const requests: string[] = [];
    page.on('request', (request: Request) => {
      if (isListening(request.url())) requests.push(request.url());
    });
    const other = await makeAccount('Otto Other');
    await page.getByPlaceholder('Email or phone number').fill(other.email);
    expect(requests).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(other.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('No monitors found').waitFor();
    await page.getByRole('link', { name: 'Otto Other Premium' }).waitFor();
    await expect.poll(() => isSamePage(page)).toBe(true);
  });

  it('confirms that unsaved changes are lost before it signs out', async ({ open }) => {
    const page = await open('/monitor/new');
    await page.getByLabel('Monitor Name').fill('Half done');
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: 'Unsaved Changes' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Monitor Name').inputValue()).toBe('Half done');
    await page.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByPlaceholder('Email or phone number').waitFor();
    await expect.poll(() => page.evaluate('Object.keys(localStorage).join()')).not.toContain('authUser');
  });

  it('signs out even if the sign-in page cannot be loaded', async ({ ownWindow }) => {
    const page = await ownWindow(owner, '/monitors');
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect.poll(() => page.evaluate('Object.keys(localStorage).join()')).not.toContain('authUser');
  });
});

describe('a failure', () => {
  it('to load a page is shown in its place, and the page appears once it can be loaded', async ({ freshTab }) => {
    const page = await freshTab(owner, OUTSIDE);
    await page.route('**/settings-page-*.js*', (route) => route.abort());
    await openAt(page, '/monitors');
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/settings-page-*.js*');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  it('of the network leaves prefetched pages usable, and others open once it is back', async ({ ownWindow }) => {
    const page = await ownWindow(owner, '/monitors');
    const ahead = page.waitForResponse(/\/settings-page-[^/]+\.js$/);
    await page.route('**/incidents-page-*.js*', (route) => route.abort());
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    await (await ahead).finished();
    await page.context().setOffline(true);
    await page.getByText('No internet connection.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByText('Live updates interrupted').count()).toBe(0);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Account' }).waitFor();
    await page.getByRole('link', { name: 'Incidents' }).click();
    await page.getByText('This page opens automatically once you are online again.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/incidents-page-*.js*');
    await page.context().setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Incidents' }).waitFor();
  });

  it('to find a page of an old version reloads the app once, not repeatedly', async ({ freshTab }) => {
    const page = await freshTab(owner, OUTSIDE);
    const requests: string[] = [];
    let loads = 0;
    await page.route('**/settings-page-*.js*', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.route('**/app.html', (route) => {
      requests.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/start-newer.js">' });
    });
    await openAt(page, '/monitors');
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    page.on('load', () => {
      loads += 1;
    });
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect.poll(() => loads).toBe(1);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await expect.poll(() => requests.length).toBeGreaterThan(2);
    expect(loads).toBe(1);
    await page.unroute('**/settings-page-*.js*');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(loads).toBe(1);
  });

  it('to receive live data is shown after 10 s, and the data once it arrives', async ({ ownWindow }) => {
    const page = await ownWindow(owner, '/settings');
    const listen = '**/google.firestore.v1.Firestore/Listen/**';
    await page.context().route(listen, (route) => route.abort());
    await page.clock.install();
    await page.goto(`${origin}/monitors`);
    await page.getByText('Loading...').waitFor();
    await page.clock.fastForward(10_000);
    await page.getByRole('alert').getByText('Request timed out. Please check your connection').waitFor();
    await page.context().unroute(listen);
    await page.clock.fastForward(60_000);
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});
