import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rootDir } from '../src/platform/paths.ts';
import { expectAccessible } from './testing/accessible.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { newContext, type View } from './testing/app.ts';
import { type AppProxy, startAppProxy } from './testing/app-proxy.ts';
import { startBrowser } from './testing/browser.ts';
import { untilInPage } from './testing/in-page.ts';
import { expectNoHorizontalScroll } from './testing/layout.ts';
import { type SeededMonitor, seedMonitors } from './testing/seed-monitors.ts';
import { storedSession } from './testing/stored-session.ts';
import { watchPolicies } from './testing/violations.ts';

const FILES = ['/offline.html', '/offline.js', '/theme.js'];

let browser: Browser;
let front: AppProxy;
let owner: Account;
let seeded: SeededMonitor | undefined;

beforeAll(async () => {
  browser = await startBrowser();
  front = await startAppProxy();
  owner = await makeAccount();
  [seeded] = await seedMonitors(owner, [{ name: 'Shop', paths: ['/site/a'] }]);
});

beforeEach(() => {
  front.restore();
  front.deploy((_path, text) => text);
});

afterAll(async () => {
  await browser?.close();
  await front?.close();
});

/** The signed-in app, once its service worker looks after the page. */
async function openKept(path: string, view: View = {}): Promise<{ page: Page; refused: string[] }> {
  const stored = await storedSession(owner);
  const origins = stored.origins.map((each) => ({ ...each, origin: front.origin }));
  const context = await newContext(browser, { ...view, serviceWorker: true }, { ...stored, origins });
  const refused = await watchPolicies(context);
  const page = await context.newPage();
  await page.goto(`${front.origin}${path}`);
  await untilInPage(page, 'navigator.serviceWorker.controller?.state === "activated"');
  return { page, refused };
}

/** What the browser keeps of the app for when there is no network: paths by the names of their caches. */
function kept(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(`(async () => {
    const caught = {};
    for (const name of await caches.keys()) {
      caught[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }
    return caught;
  })()`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('with no network', () => {
  it('shows the offline page in place of any, and the one that was asked for once it can be had', async () => {
    const { page, refused } = await openKept('/monitors');
    front.cut();
    await page.goto(`${front.origin}/incidents?range=7d`);
    await heading(page, 'Cannot reach Farwatch').waitFor();
    expect(await page.title()).toBe('Cannot reach Farwatch – Farwatch');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Cannot reach Farwatch').waitFor();
    await expectAccessible(page);
    front.restore();
    await heading(page, 'Incidents').waitFor();
    expect(page.url()).toBe(`${front.origin}/incidents?range=7d`);
    expect(refused).toEqual([]);
    await page.context().close();
  });

  it('says it in Chinese, on a phone, in the theme that was chosen', async () => {
    const { page } = await openKept('/settings', { language: 'cn', width: 320, height: 640 });
    await page.evaluate(`localStorage.setItem('theme', 'dark')`);
    front.cut();
    await page.goto(`${front.origin}/monitors`);
    await heading(page, '无法连接到 Farwatch').waitFor();
    expect(await page.locator('html').getAttribute('class')).toBe('dark');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await expectNoHorizontalScroll(page);
    await page.context().close();
  });

  it('leaves the addresses of the sign-in and of the API to the browser', async () => {
    const { page } = await openKept('/monitors');
    front.cut();
    for (const path of ['/__/auth/handler', '/__/auth/iframe', '/api/openapi.json']) {
      await expect(page.goto(`${front.origin}${path}`)).rejects.toThrow('net::ERR_');
    }
    await page.context().close();
  });
});

describe('with a network', () => {
  it('keeps nothing but the offline page, and the listeners run on', async () => {
    const { page } = await openKept('/monitors');
    await page.reload();
    await page.getByRole('link', { name: 'Shop' }).waitFor();
    await database().doc(`monitors/${seeded?.monitorId}`).update({ name: 'Bakery' });
    await page.getByRole('link', { name: 'Bakery' }).waitFor();
    expect(Object.values(await kept(page))).toEqual([FILES]);
    await page.context().close();
  });

  it('shows a new deployment at the first load after it', async () => {
    const { page } = await openKept('/monitors');
    front.deploy((_path, text) => text.replace('</head>', '<meta name="deployed" content="anew" /></head>'));
    await page.reload();
    await page.locator('meta[name=deployed]').waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('keeps the offline page of the newest deployment', async () => {
    const { page } = await openKept('/monitors');
    const [before] = Object.keys(await kept(page));
    front.deploy((path, text) => {
      if (path === '/offline.html') return text.replaceAll('Cannot reach Farwatch', 'Farwatch is out of reach');
      return path === '/service-worker.js' ? text.replace(/VERSION = '\w+'/, "VERSION = 'newer'") : text;
    });
    await page.reload();
    await expect.poll(() => kept(page)).toEqual({ 'offline-page-newer': FILES });
    expect(before).toMatch(/^offline-page-[0-9a-f]{12}$/);
    front.cut();
    await page.reload();
    await heading(page, 'Farwatch is out of reach').waitFor();
    await page.context().close();
  });

  it('a deployment without the service worker removes it and all that it kept', async () => {
    const { page } = await openKept('/monitors');
    const off = readFileSync(join(rootDir, 'web/service-worker/off.js'), 'utf8');
    front.deploy((path, text) => (path === '/service-worker.js' ? off : text));
    await page.reload();
    const registrations = 'navigator.serviceWorker.getRegistrations().then((all) => all.length)';
    await expect.poll(() => page.evaluate(registrations)).toBe(0);
    expect(await kept(page)).toEqual({});
    await page.context().close();
  });
});

it('Chromium would install it, and finds nothing wrong with its manifest', async () => {
  const { page } = await openKept('/monitors');
  const devtools = await page.context().newCDPSession(page);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${front.origin}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Pages of tests are in private windows, which install nothing.
  const faults = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  expect(faults).toEqual([]);
  await page.context().close();
});
