import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { makeAccount } from '../testing/accounts.ts';
import { newContext, openApp, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';

const { origin } = addressesFromEnv();
const BUDGET_KB = 160;
const PAGES = ['/', '/privacy', '/terms', '/cn/', '/cn/privacy', '/cn/terms'];

const problems: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

/** A page in a context of its own; what its scripts throw or complain of is added to `problems`. */
async function open(
  path: string,
  view: View = {},
  before?: (context: BrowserContext) => Promise<unknown>,
): Promise<Page> {
  const context = await newContext(browser, view);
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await before?.(context);
  const page = await context.newPage();
  await page.goto(origin + path);
  return page;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const heading = (page: Page) => page.locator('h1').innerText();

describe('the public pages as documents', () => {
  it.each([
    ['/', 'en', 'The alert that wakes you is true.', 'Professional'],
    ['/cn/', 'zh-Hans', '叫醒您的，一定是真故障。', '专业版'],
    ['/privacy', 'en', 'Privacy', 'What agents see'],
    ['/cn/terms', 'zh-Hans', '服务条款', 'NOWPayments'],
  ])('%s can be read without scripts', async (path, lang, title, text) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(origin + path);
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    expect(await heading(page)).toBe(title);
    await page.getByText(text).first().waitFor();
    await context.close();
  });

  it('opens questions without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(origin);
    const answer = page.getByText('follows at most five redirects');
    expect(await answer.isVisible()).toBe(false);
    await page.getByText('What does a check do?').click();
    await answer.waitFor();
    await context.close();
  });

  it(`loads at most ${BUDGET_KB} kB of script, and neither Firebase nor the app`, async () => {
    const scripts = new Set<string>();
    const page = await open('/', {}, async (context) => {
      context.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
      });
    });
    await page.waitForLoadState('networkidle');
    expect([...scripts].filter((path) => path.includes('start-live'))).toEqual([]);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(
      [...scripts].map(
        async (path) => gzipSync(new Uint8Array(await (await fetch(origin + path)).arrayBuffer())).length,
      ),
    );
    const kB = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    console.log(`The landing page: ${kB.toFixed(1)} kB of script, gzip, in ${scripts.size} files`);
    expect(kB).toBeGreaterThan(30);
    expect(kB).toBeLessThanOrEqual(BUDGET_KB);
    expect([...scripts].filter((path) => /firestore|auth|schemas/.test(path))).toEqual([]);
    await page.context().close();
  });

  it('is named to search engines, with its other language and a picture that exists', async () => {
    const page = await open('/cn/');
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(canonical).toMatch(/^https:\/\/.*\/cn\/$/);
    expect(await page.locator('link[rel=alternate]').count()).toBe(3);
    expect((await fetch(`${origin}/social.png`)).headers.get('content-type')).toBe('image/png');
    expect(await (await fetch(`${origin}/robots.txt`)).text()).toContain('sitemap.xml');
    expect(await (await fetch(`${origin}/sitemap.xml`)).text()).toContain('/cn/privacy</loc>');
    await page.context().close();
  });
});

describe('the way around', () => {
  it('leads to every part of the page', async () => {
    const page = await open('/');
    const links = page.locator('header > div > nav a');
    const parts = ['home', 'why', 'features', 'how', 'pricing', 'faq'];
    const hrefs = "[...document.querySelectorAll('header > div > nav a')].map((link) => link.getAttribute('href'))";
    expect(await page.evaluate(hrefs)).toEqual(parts.map((id) => `#${id}`));
    for (const [index, id] of parts.entries()) {
      await links.nth(index).click();
      await page.waitForURL(`**/#${id}`);
      const top = `document.getElementById('${id}').getBoundingClientRect().top`;
      await expect.poll(() => page.evaluate<number>(top)).toBeLessThan(100);
    }
    await page.context().close();
  });

  it('has a menu on a phone that closes behind one', async () => {
    const page = await open('/', { width: 390 });
    const menu = page.locator('details[data-menu]');
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await expect.poll(() => menu.getAttribute('open')).toBeNull();
    expect(page.url()).toContain('#pricing');
    await menu.locator('summary').press('Enter');
    await menu.getByRole('link', { name: 'Pricing' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.getAttribute('open')).toBeNull();
    await page.context().close();
  });

  it('sends who chooses a plan to its checkout', async () => {
    const page = await open('/');
    const links = "[...document.querySelectorAll('#pricing article a')]";
    const targets = `${links}.map((link) => [link.textContent, link.getAttribute('href')])`;
    expect(await page.evaluate(targets)).toEqual([
      ['Choose Standard', '/checkout?planName=Standard&planPrice=10'],
      ['Choose Professional', '/checkout?planName=Professional&planPrice=20'],
      ['Choose Custom Plan', '/checkout?planName=Standard&planPrice=25'],
    ]);
    await page.context().close();
  });

  it('starts for free at the sign-up, and asks for a demo by mail', async () => {
    const page = await open('/');
    const main = page.getByRole('main');
    expect(await main.getByRole('link', { name: 'Request Demo' }).getAttribute('href')).toMatch(/^mailto:/);
    await main.getByRole('link', { name: 'Start Free' }).first().click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    expect(pathOf(page)).toBe('/signup');
    await page.locator('a[href="/"]').click();
    await page.getByRole('heading', { name: 'The alert that wakes you is true.' }).waitFor();
    await page.context().close();
  });

  it('sends who is signed in on to the dashboard, without the landing page in the history', async () => {
    const account = await makeAccount();
    for (const path of ['/', '/cn/']) {
      const page = await openApp(browser, account, path, {}, problems);
      await page.waitForURL('**/monitors');
      expect(await page.evaluate('history.length')).toBeLessThanOrEqual(2);
      await page.context().close();
    }
  });
});

describe('language and theme', () => {
  it('remembers the language that is switched to, for every address without one', async () => {
    const page = await open('/');
    await page.getByRole('link', { name: '中文' }).click();
    await page.waitForURL('**/cn/');
    await page.goto(`${origin}/privacy`);
    await page.waitForURL('**/cn/privacy');
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL((url) => url.pathname === '/privacy');
    await page.goto(origin);
    expect(await heading(page)).toBe('The alert that wakes you is true.');
    await page.context().close();
  });

  it('shows Chinese to a Chinese browser, and English where the address asks for it', async () => {
    const page = await open('/', { language: 'cn' });
    await page.waitForURL('**/cn/');
    await page.goto(`${origin}/?lng=en`);
    expect(await heading(page)).toBe('The alert that wakes you is true.');
    await page.goto(`${origin}/cn/?lng=en`);
    await page.waitForURL((url) => url.pathname === '/');
    await page.context().close();
  });

  it('goes on in Chinese at the sign-up', async () => {
    const page = await open('/cn/');
    await page.getByRole('main').getByRole('link', { name: '免费开始' }).first().click();
    await page.waitForURL('**/signup?lng=cn');
    await page.locator('html[lang=zh-CN]').waitFor();
    await page.context().close();
  });

  it('turns day to night and keeps it', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await page.locator('html.dark').waitFor();
    const back = page.getByRole('button', { name: 'Switch to light theme' });
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Switch to light theme');
    await page.reload();
    await page.locator('html.dark').waitFor();
    await back.press('Enter');
    await page.locator('html:not(.dark)').waitFor();
    await page.context().close();
  });
});

describe('the outage in the hero', () => {
  it('is told and stands still where less motion is wished for, and goes on when it is played', async () => {
    const page = await open('/');
    const live = page.getByRole('figure', { name: 'How Farwatch tells of an outage, step by step' });
    await live.getByText('MAJOR: Checkout is down').waitFor();
    await live.getByRole('button', { name: 'Play' }).click();
    await live.getByText('Checkout is up again').waitFor();
    await live.getByRole('button', { name: 'Pause' }).click();
    await live.getByRole('button', { name: 'Play' }).waitFor();
    await page.context().close();
  });
});

describe('for everybody', () => {
  it.each(PAGES)('%s has nothing that axe objects to, by day and by night, and fits a narrow phone', async (path) => {
    const page = await open(path);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await page.context().close();
  });
});
