import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesFromEnv } from '../../src/addresses.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, database, makeAccount } from '../testing/accounts.ts';
import { failApi, openApp, type View } from '../testing/app.ts';
import { startBrowser } from '../testing/browser.ts';
import { expectNoSidewaysScroll } from '../testing/layout.ts';
import { collectLongTasks } from '../testing/long-tasks.ts';
import { stockAccount } from '../testing/stock.ts';

const WAIT = { timeout: 20_000 };
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

async function stockShop(account: Account): Promise<string> {
  const stock = { name: 'Shop', description: 'All that sells', paths: ['/site/a', '/site/b', '/site/c'] };
  const [stocked] = await stockAccount(account, [stock]);
  return stocked?.monitorId ?? '';
}

async function open(path: string, view: View = {}, account = owner): Promise<Page> {
  const page = await openApp(browser, account, path, view, problems);
  page.setDefaultTimeout(WAIT.timeout);
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

const nameField = (page: Page) => page.getByLabel('Monitor Name');
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const modal = (page: Page) => page.getByRole('dialog', { name: 'Add URL' });
const limit = (page: Page) => page.getByRole('alertdialog', { name: 'Limit Reached' });
const unsaved = (page: Page) => page.getByRole('alertdialog', { name: 'Unsaved Changes' });
const urlAt = (page: Page, row: number) => page.getByLabel(`URL ${row}`, { exact: true });
const descriptionAt = (page: Page, row: number) => page.getByLabel(`Description ${row}`, { exact: true });
const listed = (page: Page) => page.getByRole('button', { name: /^Remove http/ });

function isFocused(locator: Locator) {
  return expect.poll(() => locator.evaluate((each) => each.matches(':focus')), WAIT).toBe(true);
}

async function openModal(page: Page): Promise<void> {
  await button(page, 'Add URL').click();
  await modal(page).waitFor();
}

/** As a browser pastes what a spreadsheet copied. Gives how long it took to be drawn, ms. */
async function paste(field: Locator, text: string): Promise<number> {
  await field.focus();
  return field.page().evaluate<number>(`(async () => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    const startedMs = performance.now();
    document.activeElement.dispatchEvent(event);
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    return performance.now() - startedMs;
  })()`);
}

/** Whether the browser would ask before it leaves the page. */
function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
}

/** Verifies and adds what is in the modal. */
async function addAll(page: Page): Promise<void> {
  await button(modal(page), 'Verify URLs').click();
  await button(modal(page), 'Add URL').click();
  await modal(page).waitFor({ state: 'detached' });
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
    await page.context().close();
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
    await page.context().close();
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
    await page.context().close();
  });

  it('says at each location, and above all, that no agent is active', async () => {
    const page = await open('/settings');
    const none = ['tw', 'th', 'bd'].map((code) => ({ country_code: code, country_name: code, agent_count: 0 }));
    await page.route('**/api/agents/available-locations', (route) => route.fulfill({ json: none }));
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Create monitor' }).first().click();
    await page.getByText('No active agents detected').waitFor();
    const note = page.getByText('No active agents (monitoring will start when agents come online)');
    expect(await note.count()).toBe(3);
    await page.context().close();
  });
});

describe('the Add URL modal', () => {
  it('says of every row what is wrong with it, and is rid of them in one go', async () => {
    const page = await edit();
    await openModal(page);
    const rows = [
      ['good.farwatch.test\tGood', ''],
      ['ftp://files.farwatch.test', 'Only http:// and https:// URLs can be watched.'],
      ['https:/one.farwatch.test', 'Two slashes belong after http: or https:.'],
      ['https://', 'The host name is missing.'],
      ['two words', 'A host name has no spaces.'],
      ['farwatch.test:99999', 'The port must be a number up to 65535.'],
      ['https://999.1.1.1/', 'This is not a valid host name.'],
      [`farwatch.test/${'x'.repeat(2048)}`, 'The URL is longer than 2048 characters.'],
      [`long.farwatch.test\t${'x'.repeat(1001)}`, 'The description is longer than 1000 characters.'],
      ['\tonly words', 'The URL is missing.'],
      ['GOOD.farwatch.test', 'The same URL as in row 1.'],
      [`${addressesFromEnv().targets}/site/a`, 'This monitor already has this URL.'],
      ['https://me@farwatch.test', 'Agents do not check URLs with a user name or password: this will show as down.'],
      ['farwatch.test:25', 'Agents do not connect to this port: this will show as down.'],
    ] as const;
    await paste(urlAt(page, 1), `URL\tDescription\r\n${rows.map(([text]) => text).join('\r\n')}\r\n\r\n`);
    await modal(page).getByText('14 rows pasted.').waitFor();
    await button(modal(page), 'Verify URLs').click();
    await modal(page).getByText('11 rows need a correction.').waitFor();
    await isFocused(urlAt(page, 2));
    const said = await modal(page).locator('[data-row]').allTextContents();
    expect(said).toEqual(rows.map(([, text], index) => `${index + 1}${text}`));
    await urlAt(page, 4).fill('https://mended.farwatch.test');
    await modal(page).getByText('10 rows need a correction.').waitFor();
    await button(modal(page), 'Remove invalid rows').click();
    await addAll(page);
    await page.getByText('URLs to Monitor (7)').waitFor();
    await page.context().close();
  });

  it('takes what a spreadsheet copies into either column of any row', async () => {
    const page = await create();
    await openModal(page);
    expect(await button(modal(page), 'Verify URLs').isDisabled()).toBe(true);
    await paste(urlAt(page, 1), 'a.test\t"Two\nlines"\nb.test\t"He said ""go"""\n');
    expect(await descriptionAt(page, 1).inputValue()).toBe('Two lines');
    expect(await descriptionAt(page, 2).inputValue()).toBe('He said "go"');
    await isFocused(urlAt(page, 1));
    await paste(urlAt(page, 1), 'c.test\nd.test');
    await paste(descriptionAt(page, 2), 'C\nD\nB');
    expect(await urlAt(page, 2).inputValue()).toBe('c.test');
    expect(await Promise.all([2, 3, 4].map((row) => descriptionAt(page, row).inputValue()))).toEqual(['C', 'D', 'B']);
    await button(modal(page), 'Remove row 2').click();
    await isFocused(button(modal(page), 'Remove row 2'));
    await button(modal(page), 'Remove row 3').click();
    await isFocused(button(modal(page), 'Remove row 2'));
    await page.context().close();
  });

  it('asks before it throws away what was typed, however it is closed', async () => {
    const page = await create();
    await openModal(page);
    await page.keyboard.press('Escape');
    await modal(page).waitFor({ state: 'detached' });
    await isFocused(button(page, 'Add URL'));
    await openModal(page);
    await urlAt(page, 1).fill('kept.farwatch.test');
    const asked = page.getByRole('alertdialog', { name: 'Discard URLs' });
    const ways = [
      () => page.keyboard.press('Escape'),
      () => button(modal(page), 'Cancel').click(),
      () => button(modal(page), 'Close').click(),
      () => page.mouse.click(5, 5),
    ];
    for (const close of ways) {
      await close();
      await asked.getByText('1 row is not added yet').waitFor();
      await page.keyboard.press('Escape');
      await asked.waitFor({ state: 'detached' });
      expect(await urlAt(page, 1).inputValue()).toBe('kept.farwatch.test');
    }
    await page.keyboard.press('Escape');
    await button(asked, 'Discard').click();
    await modal(page).waitFor({ state: 'detached' });
    expect(await listed(page).count()).toBe(0);
    await page.context().close();
  });

  it('shows 200 pasted rows at once, and stays quick', async () => {
    const page = await create({}, await makeAccount());
    await openModal(page);
    const longTasks = await collectLongTasks(page);
    const lines = Array.from({ length: 250 }, (_, index) => `s${index}.farwatch.test\tSite ${index}`).join('\n');
    const pasteMs = Math.round(await paste(urlAt(page, 1), lines));
    await urlAt(page, 200).waitFor();
    await modal(page).getByText('50 pasted rows were left out: at most 200 fit at a time.').waitFor();
    await descriptionAt(page, 100).focus();
    const typed = await longTasks();
    const beforeTyping = Date.now();
    await page.keyboard.type('abcdefghij');
    const typeMs = Date.now() - beforeTyping;
    const whileTyping = (await longTasks()).slice(typed.length);
    await addAll(page);
    await page.getByText('URLs to Monitor (200)').waitFor();
    const beforeName = (await longTasks()).length;
    await nameField(page).focus();
    await page.keyboard.type('A name');
    const all = await longTasks();
    console.log(
      `250 lines pasted: shown in ${pasteMs} ms, long tasks ${typed.join(', ') || 'none'}; ten keys in a row in ${typeMs} ms, ` +
        `long tasks ${whileTyping.join(', ') || 'none'}; typing the name beside 200 URLs: ${all.slice(beforeName).join(', ') || 'none'}`,
    );
    expect(pasteMs).toBeLessThan(1500);
    expect(Math.max(0, ...whileTyping)).toBeLessThan(200);
    await page.context().close();
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
    await page.context().close();
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
    await page.context().close();
  });

  it('is 8 when it cannot be had', async () => {
    const page = await open('/settings');
    await failApi(page, '/monitors/endpoint-limits', 500);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: 'Create monitor' }).first().click();
    await page.getByText('Available endpoints: 0 of 8').waitFor();
    await page.context().close();
  });
});

describe('unsaved changes', () => {
  it('are asked about on Cancel, on a link and on going back; Stay stays', async () => {
    const page = await open(`/monitor/${shopId}`);
    await page.getByRole('link', { name: 'Edit Monitor' }).click();
    await page.getByText('URLs to Monitor (3)').waitFor();
    await nameField(page).fill('Changed');
    const ways = [
      () => button(page, 'Cancel').click(),
      () => page.getByRole('link', { name: 'Incidents' }).click(),
      () => page.getByRole('link', { name: 'Back to Monitors' }).click(),
      () => page.goBack(),
    ];
    for (const leave of ways) {
      await leave();
      await button(unsaved(page), 'Stay').click();
      await unsaved(page).waitFor({ state: 'detached' });
      expect(await nameField(page).inputValue()).toBe('Changed');
      expect(page.url()).toContain('/edit');
    }
    await page.goBack();
    await expectAccessible(page);
    await button(unsaved(page), 'Leave').click();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    expect(page.url()).not.toContain('/edit');
    await page.context().close();
  });

  it('are asked about by the browser when its tab is closed, also while they are only typed into the modal', async () => {
    const page = await open('/monitors');
    await page.getByRole('link', { name: 'Create monitor' }).first().click();
    await nameField(page).fill('x');
    await expect.poll(() => asksBeforeLeaving(page), WAIT).toBe(true);
    await nameField(page).fill('');
    await expect.poll(() => asksBeforeLeaving(page), WAIT).toBe(false);
    await openModal(page);
    await urlAt(page, 1).fill('x');
    await expect.poll(() => asksBeforeLeaving(page), WAIT).toBe(true);
    await page.goBack();
    await button(unsaved(page), 'Stay').click();
    expect(await urlAt(page, 1).inputValue()).toBe('x');
    await page.context().close();
  });

  it('are none where nothing was changed', async () => {
    const page = await edit();
    await nameField(page).fill('Changed');
    await nameField(page).fill('Shop');
    await button(page, 'Cancel').click();
    await page.waitForURL(`**/monitor/${shopId}`);
    await page.context().close();
  });
});

describe('editing', () => {
  it('saves, says so, and asks no more', async () => {
    const account = await makeAccount();
    const id = await stockShop(account);
    const page = await edit({}, account, id);
    await nameField(page).fill('Shop two');
    await listed(page).first().click();
    await isFocused(listed(page).first());
    await database().doc(`monitors/${id}`).update({ description: 'changed elsewhere' });
    await button(page, 'Update').click();
    const done = page.getByRole('alertdialog', { name: 'Monitor Updated' });
    await done.getByText('Your changes have been saved successfully.').waitFor();
    await button(done, 'Confirm').click();
    await page.getByRole('heading', { level: 1, name: 'Shop two' }).waitFor();
    await page.getByText('All that sells').waitFor();
    const { size } = await database().collection('endpoints').where('monitorId', '==', id).get();
    expect(size).toBe(2);
    await page.getByRole('link', { name: 'Edit Monitor' }).click();
    await page.getByText('URLs to Monitor (2)').waitFor();
    await page.context().close();
  });

  it('says what of it failed, and loses nothing', async () => {
    const page = await edit();
    await failApi(page, `/monitors/${shopId}`, 500);
    const alert = page.getByRole('alert');
    await listed(page).first().click();
    await button(page, 'Update').click();
    await alert.getByText('Failed to remove endpoint. Please try again.').waitFor();
    await nameField(page).fill('Changed');
    await button(page, 'Update').click();
    await alert.getByText('Failed to update monitor. Please try again.').waitFor();
    expect(await nameField(page).inputValue()).toBe('Changed');
    expect(await listed(page).count()).toBe(2);
    await button(page, 'Delete Monitor').click();
    await button(page.getByRole('alertdialog'), 'Delete Monitor').click();
    await alert.getByText('Failed to delete monitor. Please try again.').waitFor();
    await page.context().close();
  });

  it('says that adding failed', async () => {
    const page = await edit();
    await openModal(page);
    await urlAt(page, 1).fill('more.farwatch.test');
    await addAll(page);
    await failApi(page, `/monitors/${shopId}`, 'offline');
    await button(page, 'Update').click();
    await page.getByRole('alert').getByText('Failed to add endpoints. Please try again.').waitFor();
    await page.getByRole('alert').getByText('Network error. Please check your connection').waitFor();
    expect(await listed(page).count()).toBe(4);
    await page.context().close();
  });

  it('deletes after asking, unsaved changes or not', async () => {
    const account = await makeAccount();
    const id = await stockShop(account);
    const page = await edit({}, account, id);
    await nameField(page).fill('Changed');
    await button(page, 'Delete Monitor').click();
    const ask = page.getByRole('alertdialog', { name: 'Delete Monitor' });
    await ask.getByText('Are you sure you want to delete Shop?').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await isFocused(button(page, 'Delete Monitor'));
    await page.keyboard.press('Enter');
    await button(ask, 'Delete Monitor').click();
    await button(page.getByRole('alertdialog', { name: 'Monitor Deleted' }), 'Confirm').click();
    await page.waitForURL('**/monitors');
    await page.getByText('No monitors found').waitFor();
    expect((await database().doc(`monitors/${id}`).get()).exists).toBe(false);
    await page.context().close();
  });

  it('says that there is no such monitor', async () => {
    const page = await open('/monitor/gone/edit');
    await page.getByText('This monitor does not exist, or it is not yours.').waitFor();
    await page.context().close();
  });
});

describe('for everybody', () => {
  it.each(['light', 'dark'] as const)('has nothing that axe objects to, %s, also on a phone', async (theme) => {
    const page = await edit({ theme });
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
    await page.context().close();
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
    await page.context().close();
  });
});
