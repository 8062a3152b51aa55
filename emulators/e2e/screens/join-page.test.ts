import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { accounts } from '../../src/project.ts';
import { UIDS } from '../../src/seed/users.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';

const { origin } = addressesFromEnv();
const CODE = 'anAgentOfNobody12345-0123456789abcdefABCDEF';
const PATH = `/agent/register?code=${CODE}&name=${encodeURIComponent('台北机房')}&country=tw`;
const unverified: Account = { ...accounts.unverified, uid: UIDS.unverified, displayName: 'Nia New' };
const it = base.extend('visit', ({ tab }) => async (path = PATH) => {
  const page = await tab(null, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
});

const code = (page: Page) => page.getByLabel('Registration Code', { exact: true });

it.for<[string, () => Promise<Account> | Account | null]>([
  ['a signed-out visitor', () => null],
  ['a user', () => makeAccount()],
  ['a user with an unverified address', () => unverified],
])('shows %s how to register with the code, and calls no service', async ([, who], { freshTab }) => {
  const account = await who();
  const visitor = await freshTab(account, '/favicon.svg');
  const requests: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  await visitor.goto(origin + PATH);
  await expect.poll(() => code(visitor).inputValue()).toBe(CODE);
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
  expect(requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
  expect(requests.filter((url) => /firestore|auth|app-shell|session|\/api\//i.test(new URL(url).pathname))).toEqual([]);
});

it('switches between both languages', async ({ visit }) => {
  const page = await visit();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('cn');
  await page.getByRole('heading', { level: 1, name: '注册探针' }).waitFor();
  await page.getByRole('tab', { name: '安卓手机' }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('code')).toBe(CODE);
  await page.getByRole('combobox').selectOption('en');
  await page.getByRole('heading', { level: 1, name: 'Register an agent' }).waitFor();
});

it.for([
  ['/agent/register', 'This link has no registration code.'],
  ['/agent/register?code=&name=Rack', 'This link has no registration code.'],
  ['/agent/register?code=abc', 'This registration code is incomplete.'],
  [`/agent/register?code=${CODE};reboot`, 'This registration code is incomplete.'],
] as const)('%s: %s', async ([path, text], { visit }) => {
  const page = await visit(path);
  await page.getByRole('alert').getByText(text).waitFor();
  await expect.poll(() => code(page).inputValue()).toBe('No code');
  expect(await page.getByText('curl').count()).toBe(0);
});

it('shows the link’s values as text, truncated', async ({ visit }) => {
  const name = encodeURIComponent(`<img src=x onerror="document.title='hacked'">${'x'.repeat(3000)}`);
  const page = await visit(`/agent/register?code=${CODE}&name=${name}&country=%3Cb%3E`);
  await page.getByText('<img src=x').waitFor();
  expect(await page.locator('main img').count()).toBe(0);
  await expect.poll(() => page.getByText('xxxx').textContent()).toHaveLength(81);
  await expect.poll(() => page.title()).toBe('Register an agent · Farwatch');
});

it('is hidden from search engines, and sends no referrer', async ({ freshTab }) => {
  const page = await freshTab(null, PATH);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await expect.poll(() => page.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer');
});

it('serves the installer with the SHA-256 of the agent’s program', async ({ freshTab }) => {
  const page = await freshTab(null, PATH);
  const served = async (file: string) => (await page.request.get(`${origin}/agent/${file}`)).body();
  const [script, bundle] = [(await served('install.sh')).toString(), await served('farwatch-agent.mjs')];
  expect(script).toContain(`SHA256='${createHash('sha256').update(bundle).digest('hex')}'`);
});

it('shows a phone the steps for phones first', async ({ browser }) => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 10)', locale: 'en-US' });
  const phone = await context.newPage();
  await phone.goto(origin + PATH);
  await phone.getByText('termux-wake-lock').waitFor();
  await context.close();
});
