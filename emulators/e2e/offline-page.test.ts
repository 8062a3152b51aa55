import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rootDir } from '../src/platform/paths.ts';
import { expectAccessible } from './testing/accessible.ts';
import { type Account, database, makeAccount } from './testing/accounts.ts';
import { newContext, sessionOf, type View } from './testing/app.ts';
import { type AppProxy, startAppProxy } from './testing/app-proxy.ts';
import { startBrowser } from './testing/browser.ts';
import { untilInPage } from './testing/in-page.ts';
import { expectNoHorizontalScroll } from './testing/layout.ts';
import { type SeededMonitor, seedMonitors } from './testing/seed-monitors.ts';
import { watchPolicies } from './testing/violations.ts';

const FILES = ['/offline.html', '/offline.js', '/theme.js'];

let browser: Browser;
let proxy: AppProxy;
let owner: Account;
let seeded: SeededMonitor | undefined;

beforeAll(async () => {
  browser = await startBrowser();
  proxy = await startAppProxy();
  owner = await makeAccount();
  [seeded] = await seedMonitors(owner, [{ name: 'Shop', paths: ['/site/a'] }]);
});

beforeEach(() => {
  proxy.restore();
  proxy.deploy((_path, text) => text);
});

afterAll(async () => {
  await browser?.close();
  await proxy?.close();
});

/** The signed-in app, once its service worker controls the page. */
async function openControlled(path: string, view: View = {}): Promise<{ page: Page; refused: string[] }> {
  const stored = await sessionOf(owner);
  const origins = stored.origins.map((each) => ({ ...each, origin: proxy.origin }));
  const context = await newContext(browser, { ...view, serviceWorker: true }, { ...stored, origins });
  const refused = await watchPolicies(context);
  const page = await context.newPage();
  await page.goto(`${proxy.origin}${path}`);
  await untilInPage(page, 'navigator.serviceWorker.controller?.state === "activated"');
  return { page, refused };
}

/** The paths that the service worker has cached, by cache. */
function cachedPaths(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(`(async () => {
    const found = {};
    for (const name of await caches.keys()) {
      found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }
    return found;
  })()`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

describe('with no network', () => {
  it('shows the offline page in place of any other, and the requested page once it can be loaded', async () => {
    const { page, refused } = await openControlled('/monitors');
    proxy.cut();
    await page.goto(`${proxy.origin}/incidents?range=7d`);
    await heading(page, 'Cannot reach Farwatch').waitFor();
    expect(await page.title()).toBe('Cannot reach Farwatch – Farwatch');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Cannot reach Farwatch').waitFor();
    await expectAccessible(page);
    proxy.restore();
    await heading(page, 'Incidents').waitFor();
    expect(page.url()).toBe(`${proxy.origin}/incidents?range=7d`);
    expect(refused).toEqual([]);
    await page.context().close();
  });

  it('shows it in Chinese, on a phone, in the chosen theme', async () => {
    const { page } = await openControlled('/settings', { language: 'cn', width: 320, height: 640 });
    await page.evaluate(`localStorage.setItem('theme', 'dark')`);
    proxy.cut();
    await page.goto(`${proxy.origin}/monitors`);
    await heading(page, '无法连接到 Farwatch').waitFor();
    expect(await page.locator('html').getAttribute('class')).toBe('dark');
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await expectNoHorizontalScroll(page);
    await page.context().close();
  });

  it('does not handle the addresses of the sign-in and of the API', async () => {
    const { page } = await openControlled('/monitors');
    proxy.cut();
    for (const path of ['/__/auth/handler', '/__/auth/iframe', '/api/openapi.json']) {
      await expect(page.goto(`${proxy.origin}${path}`)).rejects.toThrow('net::ERR_');
    }
    await page.context().close();
  });
});

describe('with a network', () => {
  it('caches only the offline page, and the listeners keep running', async () => {
    const { page } = await openControlled('/monitors');
    await page.reload();
    await page.getByRole('link', { name: 'Shop' }).waitFor();
    await database().doc(`monitors/${seeded?.monitorId}`).update({ name: 'Bakery' });
    await page.getByRole('link', { name: 'Bakery' }).waitFor();
    expect(Object.values(await cachedPaths(page))).toEqual([FILES]);
    await page.context().close();
  });

  it('shows a new deployment at the next load', async () => {
    const { page } = await openControlled('/monitors');
    proxy.deploy((_path, text) => text.replace('</head>', '<meta name="deployed" content="new" /></head>'));
    await page.reload();
    await page.locator('meta[name=deployed]').waitFor({ state: 'attached' });
    await page.context().close();
  });

  it('caches the offline page of the newest deployment', async () => {
    const { page } = await openControlled('/monitors');
    const [before] = Object.keys(await cachedPaths(page));
    proxy.deploy((path, text) => {
      if (path === '/offline.html') return text.replaceAll('Cannot reach Farwatch', 'Farwatch is out of reach');
      return path === '/service-worker.js' ? text.replace(/VERSION = '\w+'/, "VERSION = 'newer'") : text;
    });
    await page.reload();
    await expect.poll(() => cachedPaths(page)).toEqual({ 'offline-page-newer': FILES });
    expect(before).toMatch(/^offline-page-[0-9a-f]{12}$/);
    proxy.cut();
    await page.reload();
    await heading(page, 'Farwatch is out of reach').waitFor();
    await page.context().close();
  });

  it('removes the service worker and its cache after a deployment without it', async () => {
    const { page } = await openControlled('/monitors');
    const off = readFileSync(join(rootDir, 'web/service-worker/off.js'), 'utf8');
    proxy.deploy((path, text) => (path === '/service-worker.js' ? off : text));
    await page.reload();
    const registrations = 'navigator.serviceWorker.getRegistrations().then((all) => all.length)';
    await expect.poll(() => page.evaluate(registrations)).toBe(0);
    expect(await cachedPaths(page)).toEqual({});
    await page.context().close();
  });
});

it('can be installed by Chromium, with a valid manifest', async () => {
  const { page } = await openControlled('/monitors');
  const devtools = await page.context().newCDPSession(page);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${proxy.origin}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Tests run in private windows, which cannot install apps.
  const faults = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito');
  expect(faults).toEqual([]);
  await page.context().close();
});
