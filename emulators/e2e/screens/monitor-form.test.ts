import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi, openTab, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';
import {
  addAll,
  button,
  isFocused,
  limit,
  listed,
  modal,
  nameField,
  openModal,
  paste,
  stockShop,
  urlAt,
} from '../testing/monitor-form-screen.ts';

const problems: string[] = [];
let browser: Browser;
let owner: Account;
let shopId = '';

/** Shop has three endpoints. */
beforeAll(async () => {
  browser = await startBrowser();
  owner = await makeAccount();
  shopId = await stockShop(owner);
});

afterAll(async () => {
  await browser?.close();
  expect(problems).toEqual([]);
});

async function open(path: string, view: View = {}, account = owner): Promise<Page> {
  const page = await openTab(browser, account, path, view, problems);
  return page;
}

function create(view: View = {}, account = owner): Promise<Page> {
  return open('/monitor/new', view, account);
}

async function edit(view: View = {}, account = owner, id = shopId): Promise<Page> {
  const page = await open(`/monitor/${id}/edit`, view, account);
  await page.getByText('URLs to Monitor (3)').waitFor();
  return page;
}

describe('making a monitor', () => {
  it('goes from an empty form to its page, by the keyboard alone', async () => {
    const account = await makeAccount();
    const page = await create({}, account);
    await nameField(page).focus();
    await page.keyboard.type('Front');
    await page.keyboard.press('Tab');
    await page.keyboard.type('What customers see');
    await button(page, 'Add URL').focus();
    await page.keyboard.press('Enter');
    await isFocused(urlAt(page, 1));
    await page.keyboard.type('front.farwatch.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Front page');
    await button(modal(page), 'Add Another URL').press('Enter');
    await isFocused(urlAt(page, 2));
    await page.keyboard.type('front.farwatch.test/news');
    await page.keyboard.press('Enter');
    await modal(page).getByText('All 2 URLs are valid.').waitFor();
    expect(await urlAt(page, 1).inputValue()).toBe('https://front.farwatch.test/');
    await page.keyboard.press('Enter');
    await modal(page).waitFor({ state: 'detached' });
    await isFocused(button(page, 'Add URL'));
    await page.getByText('Available endpoints: 2 of 200').waitFor();
    await page.getByText('Endpoint 2', { exact: true }).waitFor();
    await button(page, 'Create').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Front PENDING' }).waitFor();
    const links = page.getByRole('table', { name: 'Watchlist' }).getByRole('link');
    await links.filter({ hasText: 'front.farwatch.test/news' }).waitFor();
    expect(await links.count()).toBe(2);
    const { docs } = await database().collection('endpoints').where('ownerId', '==', account.uid).get();
    expect(docs.map((doc) => doc.get('name')).sort()).toEqual(['Endpoint 2', 'Front page']);
    await page.close();
  });

  it('says at each field what is wrong and goes to the first', async () => {
    const page = await create();
    await button(page, 'Create').click();
    await page.getByText('Give the monitor a name.').waitFor();
    await page.getByText('Add at least one URL.').waitFor();
    await isFocused(nameField(page));
    expect(await nameField(page).getAttribute('aria-invalid')).toBe('true');
    await nameField(page).fill('x'.repeat(201));
    await page.getByText('At most 200 characters, without line breaks.').waitFor();
    await nameField(page).fill('Shop');
    await page.getByLabel('Description').fill('x'.repeat(1001));
    await button(page, 'Create').click();
    await page.getByText('At most 1000 characters.').waitFor();
    await isFocused(page.getByLabel('Description'));
    await page.getByLabel('Description').fill('');
    for (const place of ['Taiwan', 'Thailand', 'Bangladesh']) {
      await page.getByRole('checkbox', { name: place }).press('Space');
    }
    await button(page, 'Create').click();
    await page.getByText('Choose at least one location.').waitFor();
    await isFocused(page.getByRole('checkbox', { name: 'Taiwan' }));
    await page.keyboard.press('Space');
    await button(page, 'Create').click();
    await isFocused(button(page, 'Add URL'));
    await expectAccessible(page);
    await page.close();
  });

  it('loses nothing when saving fails, and says why', async () => {
    const page = await create();
    await nameField(page).fill('Shop');
    await openModal(page);
    await urlAt(page, 1).fill('kept.farwatch.test');
    await addAll(page);
    for (const [how, reason] of [
      [500, null],
      ['offline', 'Network error. Please check your connection'],
      [403, 'You do not have permission to perform this action'],
    ] as const) {
      const mend = await failApi(page, '/monitors', how);
      await button(page, 'Create').click();
      const alert = page.getByRole('alert');
      await alert.getByText('Failed to create monitor. Please try again.').waitFor();
      if (reason) await alert.getByText(reason).waitFor();
      expect(await nameField(page).inputValue()).toBe('Shop');
      expect(await listed(page).count()).toBe(1);
      await mend();
    }
    await page.close();
  });

  it('says at each location, and above all, that no agent is active; the limit is 8 when it cannot be had', async () => {
    const page = await open('/settings');
    await failApi(page, '/monitors/endpoint-limits', 500);
    const none = ['tw', 'th', 'bd'].map((code) => ({ country_code: code, country_name: code, agent_count: 0 }));
    await page.route('**/api/agents/available-locations', (route) => route.fulfill({ json: none }));
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Create monitor' }).first().click();
    await page.getByText('No active agents detected').waitFor();
    const note = page.getByText('No active agents (monitoring will start when agents come online)');
    expect(await note.count()).toBe(3);
    await page.getByText('Available endpoints: 0 of 8').waitFor();
    await page.close();
  });
});

describe('the limit', () => {
  it('is told before more is added than there is room for, and nothing typed is lost', async () => {
    const account = await makeAccount('Vera Viewer', { maxEndpoints: 4 });
    const id = await stockShop(account);
    const page = await edit({}, account, id);
    await page.getByText('Available endpoints: 3 of 4').waitFor();
    await openModal(page);
    await paste(urlAt(page, 1), 'a.farwatch.test\nb.farwatch.test');
    await modal(page).getByText('2 URLs, but there is room for only 1.').waitFor();
    await button(modal(page), 'Verify URLs').click();
    await button(modal(page), 'Add URL').click();
    await limit(page).getByText('Maximum number of endpoints reached.').waitFor();
    await limit(page).getByText('Remove existing endpoints to add more.').waitFor();
    expect(await limit(page).getByRole('button').allTextContents()).toEqual(['Confirm']);
    await button(limit(page), 'Confirm').click();
    await limit(page).waitFor({ state: 'detached' });
    expect(await urlAt(page, 2).inputValue()).toBe('https://b.farwatch.test/');
    await button(modal(page), 'Remove row 2').click();
    await button(modal(page), 'Add URL').click();
    await page.getByText('Available endpoints: 4 of 4').waitFor();
    await button(page, 'Add URL').click();
    await limit(page).waitFor();
    await page.keyboard.press('Escape');
    await limit(page).waitFor({ state: 'detached' });
    await isFocused(button(page, 'Add URL'));
    await page.close();
  });

  it('is told when the server finds it reached, and nothing is lost', async () => {
    const account = await makeAccount('Vera Viewer', { maxEndpoints: 5 });
    const page = await create({}, account);
    await nameField(page).fill('Late');
    await openModal(page);
    await paste(urlAt(page, 1), 'a.farwatch.test\nb.farwatch.test');
    await addAll(page);
    await database().doc(`users/${account.uid}`).update({ endpointCount: 4 });
    await button(page, 'Create').click();
    await limit(page).getByText('Maximum number of endpoints reached.').waitFor();
    await expectAccessible(page);
    await button(limit(page), 'Confirm').click();
    expect(await nameField(page).inputValue()).toBe('Late');
    expect(await listed(page).count()).toBe(2);
    await page.close();
  });
});

describe('for everybody', () => {
  it('has nothing that axe objects to, also on a phone', async () => {
    const page = await edit();
    await expectAccessible(page);
    await openModal(page);
    await paste(urlAt(page, 1), 'a.farwatch.test\nftp://b');
    await button(modal(page), 'Verify URLs').click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const box = await modal(page).boundingBox();
    expect([box?.width, box?.height]).toEqual([390, 844]);
    for (const name of ['Remove row 1', 'Verify URLs', 'Cancel', 'Close']) {
      const target = await button(modal(page), name).boundingBox();
      expect(Math.min(target?.width ?? 0, target?.height ?? 0), name).toBeGreaterThanOrEqual(44);
    }
    await button(modal(page), 'Remove row 2').click();
    await button(modal(page), 'Add URL').click();
    await page.getByText('URLs to Monitor (4)').waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const update = await button(page, 'Update').boundingBox();
    expect((update?.y ?? 0) + (update?.height ?? 0)).toBeLessThanOrEqual(844);
    await page.close();
  });

  it('speaks Chinese', async () => {
    const page = await create({ language: 'cn', width: 390, height: 844 });
    await button(page, '创建').click();
    await page.getByText('请填写监控名称。').waitFor();
    await button(page, '添加网址').click();
    await page.getByLabel('网址 1', { exact: true }).fill('ftp://x');
    await button(page, '验证网址').click();
    await page.getByText('只能监控 http:// 和 https:// 网址。').waitFor();
    await page.getByText('有 1 行需要修正。').waitFor();
    await expectNoSidewaysScroll(page);
    await page.close();
  });
});
