import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { makeAccount } from '../testing/accounts.ts';
import { openAt, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';

const { origin } = addressesFromEnv();
const BUDGET_KB = 160;

/** Opens a page signed out; a test also fails if the page logs an error. */
const it = base.extend('visit', async ({ freshTab }, { onCleanup }) => {
  const errors: string[] = [];
  onCleanup(() => expect(errors).toEqual([]));
  return async (path: string, view: View = {}) => {
    const page = await freshTab(null, '/favicon.svg', view);
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    return openAt(page, path);
  };
});

const heading = (page: Page) => page.locator('h1').innerText();

describe('the public pages as documents', () => {
  let plain: Page;

  it.beforeEach(async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    plain = await context.newPage();
    return () => context.close();
  });

  it.for([
    ['/cn/', 'zh-Hans', '叫醒您的，一定是真故障。', '专业版'],
    ['/privacy', 'en', 'Privacy', 'What agents see'],
    ['/cn/terms', 'zh-Hans', '服务条款', 'NOWPayments'],
    ['/checks', 'en', 'Checks from Farwatch', 'How to stop them'],
    ['/', 'en', 'The alert that wakes you is true.', 'Professional'],
  ] as const)('%s can be read without scripts', async ([path, lang, title, text]) => {
    await plain.goto(origin + path);
    await expect.poll(() => plain.locator('html').getAttribute('lang')).toBe(lang);
    await expect.poll(() => heading(plain)).toBe(title);
    await plain.getByText(text).first().waitFor();
  });

  it('reserve the space of lazy pictures, so that links to sections below them scroll far enough', async () => {
    const document = await (await fetch(origin)).text();
    const pictures = document.match(/<img [^>]*loading="lazy"[^>]*>/g) ?? [];
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((each) => !/ width="\d+" height="\d+"/.test(each))).toEqual([]);
  });

  it('opens questions without scripts', async () => {
    await plain.goto(origin);
    const answer = plain.getByText('follows up to five redirects');
    await expect.poll(() => answer.isVisible()).toBe(false);
    await plain.getByText('What does a check do?').click();
    await answer.waitFor();
  });

  it(`loads at most ${BUDGET_KB} kB of script, and neither Firebase nor the app`, async ({ visit }) => {
    const scripts = new Set<string>();
    const addScript = (request: Request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
    };
    const page = await visit('/favicon.svg');
    page.on('request', addScript);
    await openAt(page, '/');
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
  });

  it('has metadata for search engines, its other language and an existing picture', async ({ visit }) => {
    const page = await visit('/cn/');
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(canonical).toMatch(/^https:\/\/.*\/cn\/$/);
    await expect.poll(() => page.locator('link[rel=alternate]').count()).toBe(3);
    expect((await fetch(`${origin}/social.png`)).headers.get('content-type')).toBe('image/png');
    expect(await (await fetch(`${origin}/robots.txt`)).text()).toContain('sitemap.xml');
    expect(await (await fetch(`${origin}/sitemap.xml`)).text()).toContain('/cn/privacy</loc>');
  });
});

describe('navigation', () => {
  it('scrolls to every section of the page', async ({ visit }) => {
    const page = await visit('/');
    const links = page.locator('header > div > nav a');
    const parts = ['home', 'why', 'features', 'how', 'pricing', 'faq'];
    const hrefs = "[...document.querySelectorAll('header > div > nav a')].map((link) => link.getAttribute('href'))";
    await expect.poll(() => page.evaluate(hrefs)).toEqual(parts.map((id) => `#${id}`));
    for (const [index, id] of parts.entries()) {
      await links.nth(index).click();
      await page.waitForURL(`**/#${id}`);
      const top = `document.getElementById('${id}').getBoundingClientRect().top`;
      await expect.poll(() => page.evaluate<number>(top)).toBeLessThan(100);
    }
  });

  it('has a menu on a phone that closes after a choice', async ({ visit }) => {
    const page = await visit('/');
    await page.setViewportSize({ width: 390, height: 900 });
    const menu = page.locator('details[data-menu]');
    await menu.locator('summary').click();
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await expect.poll(() => menu.getAttribute('open')).toBeNull();
    await expect.poll(() => page.url()).toContain('#pricing');
    await menu.locator('summary').press('Enter');
    await menu.getByRole('link', { name: 'Pricing' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.getAttribute('open')).toBeNull();
  });

  it('links each plan to its checkout', async ({ visit }) => {
    const page = await visit('/');
    const links = `[...document.querySelectorAll('#pricing article a[href^="/checkout"]')]`;
    const targets = `${links}.map((link) => [link.textContent, link.getAttribute('href')])`;
    await expect
      .poll(() => page.evaluate(targets))
      .toEqual([
        ['Choose Standard', '/checkout?planName=Standard&planPrice=10'],
        ['Choose Professional', '/checkout?planName=Professional&planPrice=20'],
        ['Choose Custom Plan', '/checkout?planName=Standard&planPrice=25'],
      ]);
  });

  it('links to the sign-up, and to a demo by mail', async ({ visit }) => {
    const page = await visit('/');
    const main = page.getByRole('main');
    await expect.poll(() => main.getByRole('link', { name: 'Request Demo' }).getAttribute('href')).toMatch(/^mailto:/);
    await main.getByRole('link', { name: 'Start Free' }).first().click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/signup');
    await page.locator('a[href="/"]').click();
    await page.getByRole('heading', { name: 'The alert that wakes you is true.' }).waitFor();
  });

  it('redirects signed-in users to the dashboard, without the landing page in the history', async ({ ownWindow }) => {
    const account = await makeAccount();
    for (const path of ['/', '/cn/']) {
      const tab = await ownWindow(account, path);
      await tab.waitForURL('**/monitors');
      expect(await tab.evaluate('history.length')).toBeLessThanOrEqual(2);
    }
  });
});

describe('language and theme', () => {
  it('remembers a chosen language for every address without one', async ({ visit }) => {
    const own = await visit('/');
    await own.getByRole('link', { name: '中文' }).click();
    await own.waitForURL('**/cn/');
    await own.goto(`${origin}/privacy`);
    await own.waitForURL('**/cn/privacy');
    await own.getByRole('link', { name: 'English' }).click();
    await own.waitForURL((url) => url.pathname === '/privacy');
    await own.goto(origin);
    await expect.poll(() => heading(own)).toBe('The alert that wakes you is true.');
  });

  it('shows Chinese to a Chinese browser, and English if the address requests it', async ({ visit }) => {
    const own = await visit('/', { language: 'cn' });
    await own.waitForURL('**/cn/');
    await own.goto(`${origin}/?lng=en`);
    await expect.poll(() => heading(own)).toBe('The alert that wakes you is true.');
    await own.goto(`${origin}/cn/?lng=en`);
    await own.waitForURL((url) => url.pathname === '/');
  });

  it('keeps Chinese at the sign-up', async ({ visit }) => {
    const own = await visit('/cn/');
    await own.getByRole('main').getByRole('link', { name: '免费开始' }).first().click();
    await own.waitForURL('**/signup?lng=cn');
    await own.locator('html[lang=zh-CN]').waitFor();
  });

  it('switches the theme and remembers it', async ({ visit }) => {
    const own = await visit('/');
    await own.getByRole('button', { name: 'Switch to dark theme' }).click();
    await own.locator('html.dark').waitFor();
    const back = own.getByRole('button', { name: 'Switch to light theme' });
    await expect.poll(() => own.evaluate('document.activeElement.ariaLabel')).toBe('Switch to light theme');
    await own.reload();
    await own.locator('html.dark').waitFor();
    await back.press('Enter');
    await own.locator('html:not(.dark)').waitFor();
  });
});

describe('the outage in the hero', () => {
  it('is paused with reduced motion, and plays on request', async ({ visit }) => {
    const page = await visit('/');
    const live = page.getByRole('figure', { name: 'How Farwatch reports an outage, step by step' });
    await live.getByText('MAJOR: Storefront › Checkout is down').waitFor();
    await live.getByRole('button', { name: 'Play' }).click();
    await live.getByText('Storefront › Checkout is up again').waitFor();
    await live.getByRole('button', { name: 'Pause' }).click();
    await live.getByRole('button', { name: 'Play' }).waitFor();
  });
});
