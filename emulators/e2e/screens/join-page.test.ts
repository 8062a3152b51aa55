import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { accounts } from '../../src/project.ts';
import { UIDS } from '../../src/seed/users.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { newContext } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';
import { storedSession } from '../testing/stored-session.ts';

const { origin } = addressesFromEnv();
const CODE = 'anAgentOfNobody12345-0123456789abcdefABCDEF';
const PATH = `/agent/register?code=${CODE}&name=${encodeURIComponent('台北机房')}&country=tw`;
const unverified: Account = { ...accounts.unverified, uid: UIDS.unverified, displayName: 'Nia New' };
const problems: string[] = [];
let browser: Browser;
/** Nobody is signed in to it; it goes from test to test. */
let page: Page;

beforeAll(async () => {
  browser = await startBrowser();
  const context = await newContext(browser, {});
  context.on('weberror', (error) => problems.push(error.error().message));
  page = await context.newPage();
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

async function visit(path = PATH): Promise<void> {
  await page.goto(origin + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const code = (used: Page) => used.getByLabel('Registration Code', { exact: true });

it.each<[string, () => Promise<Account> | Account | null]>([
  ['nobody', () => null],
  ['a user', () => makeAccount()],
  ['somebody whose address is not verified', () => unverified],
])('tells %s how to join with the code, and asks nobody for anything', async (_, who) => {
  const account = await who();
  const context = await newContext(browser, {}, account ? await storedSession(account) : undefined);
  context.on('weberror', (error) => problems.push(error.error().message));
  const visitor = await context.newPage();
  const asked: string[] = [];
  visitor.on('request', (request) => asked.push(request.url()));
  await visitor.goto(origin + PATH);
  expect(await code(visitor).inputValue()).toBe(CODE);
  await visitor.getByText('台北机房').waitFor();
  await visitor.getByText('Taiwan').waitFor();
  const link = `'${origin}/agent/register?code=${CODE}'`;
  await visitor.getByText(`curl -fsSL ${origin}/agent/install.sh | sh -s -- ${link}`, { exact: true }).waitFor();
  await visitor
    .getByText(`node farwatch-agent.mjs register ${CODE} --server ${origin} && node farwatch-agent.mjs run`)
    .waitFor();
  await visitor.getByRole('tab', { name: 'Android phone' }).click();
  await visitor.getByText('pkg install').waitFor();
  await visitor.waitForLoadState('networkidle');
  expect(asked.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
  expect(asked.filter((url) => /firestore|auth|app-shell|session|\/api\//i.test(new URL(url).pathname))).toEqual([]);
  await context.close();
});

it('speaks both languages, by its own switch', async () => {
  await visit();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('cn');
  await page.getByRole('heading', { level: 1, name: '接入探针' }).waitFor();
  await page.getByRole('tab', { name: '安卓手机' }).waitFor();
  expect(new URL(page.url()).searchParams.get('code')).toBe(CODE);
  await page.getByRole('combobox').selectOption('en');
  await page.getByRole('heading', { level: 1, name: 'Join an agent' }).waitFor();
});

it.each([
  ['/agent/register', 'This address has no registration code.'],
  ['/agent/register?code=&name=Rack', 'This address has no registration code.'],
  ['/agent/register?code=abc', 'This registration code is not complete.'],
  [`/agent/register?code=${CODE};reboot`, 'This registration code is not complete.'],
])('%s: %s', async (path, text) => {
  await visit(path);
  await page.getByRole('alert').getByText(text).waitFor();
  expect(await code(page).inputValue()).toBe('No code');
  expect(await page.getByText('npm').count()).toBe(0);
});

it('shows what a link says as text, cut short', async () => {
  const name = encodeURIComponent(`<img src=x onerror="document.title='hacked'">${'x'.repeat(3000)}`);
  await visit(`/agent/register?code=${CODE}&name=${name}&country=%3Cb%3E`);
  await page.getByText('<img src=x').waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.getByText('xxxx').textContent()).toHaveLength(81);
  expect(await page.title()).toBe('Join an agent · Farwatch');
});

it('is not for search engines, and no other site learns of its address', async () => {
  await visit();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
});

it('serves the installer that its line fetches, and the agent’s program by its SHA-256', async () => {
  const served = async (file: string) => (await page.request.get(`${origin}/agent/${file}`)).body();
  const [script, bundle] = [(await served('install.sh')).toString(), await served('farwatch-agent.mjs')];
  expect(script).toContain(`SHA256='${createHash('sha256').update(bundle).digest('hex')}'`);
});

it('shows a phone its own way first', async () => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 10)', locale: 'en-US' });
  const phone = await context.newPage();
  await phone.goto(origin + PATH);
  await phone.getByText('termux-wake-lock').waitFor();
  await context.close();
});

it.each([
  ['with a code', PATH],
  ['without one', '/agent/register'],
])('is accessible and fits every window %s', async (_, path) => {
  await visit(path);
  for (const width of [1920, 768, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    if (width !== 768) await expectAccessible(page);
  }
});
