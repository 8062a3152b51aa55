import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { accounts } from '../../src/project.ts';
import { UIDS } from '../../src/seed/users.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { newContext, openApp, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';

const { origin } = addressesFromEnv();
const CODE = 'anAgentOfNobody12345-0123456789abcdefABCDEF';
const PATH = `/agent/register?code=${CODE}&name=${encodeURIComponent('台北机房')}&country=tw`;
const unverified: Account = { ...accounts.unverified, uid: UIDS.unverified, displayName: 'Nia New' };
const problems: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

async function visit(path = PATH, view: View = {}): Promise<Page> {
  const context = await newContext(browser, view);
  context.on('weberror', (error) => problems.push(error.error().message));
  const page = await context.newPage();
  await page.goto(origin + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const code = (page: Page) => page.getByLabel('Registration Code', { exact: true });

it.each<[string, () => Promise<Account> | Account | null]>([
  ['nobody', () => null],
  ['a user', () => makeAccount()],
  ['somebody whose address is not verified', () => unverified],
])('tells %s how to join with the code, and asks nobody for anything', async (_, who) => {
  const account = await who();
  const context = (account ? await openApp(browser, account, '/login') : await visit('/login')).context();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(origin + PATH);
  expect(await code(page).inputValue()).toBe(CODE);
  await page.getByText('台北机房').waitFor();
  await page.getByText('Taiwan').waitFor();
  await page
    .getByText(`node farwatch-agent.mjs register ${CODE} --server ${origin} && node farwatch-agent.mjs run`)
    .waitFor();
  await page.getByRole('tab', { name: 'Android phone' }).click();
  await page.getByText('pkg install').waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
  expect(asked.filter((url) => /firestore|auth|app-shell|session|\/api\//i.test(new URL(url).pathname))).toEqual([]);
  await context.close();
});

it('speaks both languages, by its own switch', async () => {
  const page = await visit();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('cn');
  await page.getByRole('heading', { level: 1, name: '接入探针' }).waitFor();
  await page.getByRole('tab', { name: '安卓手机' }).waitFor();
  expect(new URL(page.url()).searchParams.get('code')).toBe(CODE);
  await page.context().close();
});

it.each([
  ['/agent/register', 'This address has no registration code.'],
  ['/agent/register?code=&name=Rack', 'This address has no registration code.'],
  ['/agent/register?code=abc', 'This registration code is not complete.'],
  [`/agent/register?code=${CODE};reboot`, 'This registration code is not complete.'],
])('%s: %s', async (path, text) => {
  const page = await visit(path);
  await page.getByRole('alert').getByText(text).waitFor();
  expect(await code(page).inputValue()).toBe('No code');
  expect(await page.getByText('npm').count()).toBe(0);
  await page.context().close();
});

it('shows what a link says as text, cut short', async () => {
  const name = encodeURIComponent(`<img src=x onerror="document.title='hacked'">${'x'.repeat(3000)}`);
  const page = await visit(`/agent/register?code=${CODE}&name=${name}&country=%3Cb%3E`);
  await page.getByText('<img src=x').waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.getByText('xxxx').textContent()).toHaveLength(81);
  expect(await page.title()).toBe('Join an agent · Farwatch');
  await page.context().close();
});

it('is not for search engines, and no other site learns of its address', async () => {
  const page = await visit();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
  await page.context().close();
});

it('shows a phone its own way first', async () => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 10)', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(origin + PATH);
  await page.getByText('termux-wake-lock').waitFor();
  await context.close();
});

it.each([320, 768, 1920])('is accessible and fits a window of %i px', async (width) => {
  for (const path of [PATH, '/agent/register']) {
    const page = await visit(path, { width });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.context().close();
  }
});
