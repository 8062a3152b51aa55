import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import { it as base } from '../testing/app-test.ts';
import { callApi } from '../testing/call-api.ts';
import { type SeededMonitor, seedMonitors } from '../testing/seed-monitors.ts';

const it = base.extend('editor', ({ tab }) => async (slug: string): Promise<Page> => {
  const page = await tab(account, `/pages/${slug}`);
  await page.getByRole('tab', { name: 'Content' }).waitFor();
  return page;
});
const FIELDS = {
  ...{ description: '', website: null, language: 'en', timeZone: 'UTC', accent: null, access: 'public' },
  ...{ showsUptime: true, showsResponseTime: true, published: false, postsAutomatically: false },
  takesSubscribers: true,
};
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let account: Account;
let monitors: SeededMonitor[];

beforeAll(async () => {
  account = await makeAccount();
  monitors = await seedMonitors(account, [
    { name: 'Shop', paths: ['/site/shop'] },
    { name: 'Search', paths: ['/site/search'] },
  ]);
});

const title = (page: Page) => page.getByLabel('Title', { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const names = (page: Page) =>
  page.locator('[data-component] input').evaluateAll((fields) => fields.map((field) => Reflect.get(field, 'value')));

/** An address that no earlier attempt has taken. */
const newSlug = () => `acme-${randomBytes(4).toString('hex')}`;

/** Creates a draft with both monitors. Returns its slug. */
async function makePage(): Promise<string> {
  const slug = newSlug();
  const components = monitors.map(({ monitorId }, index) => {
    return { name: `Part ${index + 1}`, monitorId, endpointId: null };
  });
  await callApi(account, 'POST', '/v1/pages', { ...FIELDS, title: 'Acme', slug, groups: [{ name: '', components }] });
  return slug;
}

describe('a new page', () => {
  it('is created by the keyboard, after a refusal that leads to what is missing', async ({ editor }) => {
    const slug = newSlug();
    const page = await editor('new');
    await button(page, 'Publish').press('Enter');
    await expect.poll(() => title(page).evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.keyboard.type(slug);
    await page.getByText('This address is available.').waitFor();
    await button(page, 'Add components').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add components' });
    await dialog.getByLabel('Search monitors and URLs').fill('shop');
    await dialog.getByText('Search', { exact: true }).waitFor({ state: 'detached' });
    await dialog.getByRole('checkbox').press('Space');
    await button(page, 'Add 1').press('Enter');
    await button(page, 'Add group').press('Enter');
    await page.keyboard.type('Later');
    expect(await page.getByLabel('Heading of group 2').inputValue()).toBe('Later');
    await button(page, 'Save draft').press('Enter');
    await page.getByText('Saved. Visitors cannot see the page until you publish it.').waitFor();
    await expect.poll(() => page.url()).toMatch(new RegExp(`/pages/${slug}$`));
    await expect.poll(() => names(page)).toEqual(['Shop']);
  });
});

describe('a draft', () => {
  it('has its components moved, removed and restored by the keyboard', async ({ editor }) => {
    const page = await editor(await makePage());
    await button(page, 'Move Part 1 down').press('Enter');
    expect(await names(page)).toEqual(['Part 2', 'Part 1']);
    await page.getByText('Part 1 is now 2 of 2 in Group 1.').waitFor();
    expect(await button(page, 'Move Part 1 down').evaluate((each) => each.matches(':focus'))).toBe(true);
    await button(page, 'Remove Part 2').press('Enter');
    expect(await names(page)).toEqual(['Part 1']);
    await page.keyboard.press('Enter');
    expect(await names(page)).toEqual(['Part 2', 'Part 1']);
    expect(await button(page, 'Move Part 2 up').evaluate((each) => each.matches(':focus'))).toBe(true);
    await button(page, 'Save draft').press('Enter');
    await page.getByText('Saved. Visitors cannot see').waitFor();
  });

  it('asks which title to keep if both sides changed it, and combines the rest', async ({ editor }) => {
    const slug = await makePage();
    const page = await editor(slug);
    const groups = [{ name: '', components: [] }];
    const there = { ...FIELDS, title: 'Theirs', description: 'Saved there', groups, version: 0 };
    await callApi(account, 'PUT', `/v1/pages/${slug}`, there);
    await title(page).fill('Mine');
    await button(page, 'Save draft').click();
    const question = page.getByRole('alertdialog', { name: 'Changed elsewhere' });
    await question.getByText('both sides changed: title.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved. Visitors cannot see').waitFor();
    expect(await title(page).inputValue()).toBe('Mine');
    expect(await page.getByLabel('Description').inputValue()).toBe('Saved there');
    expect(await names(page)).toEqual([]);
  });

  it('refuses what is no logo, and shows one in the preview before and after it is saved', async ({ editor }) => {
    const page = await editor(`${await makePage()}?tab=appearance`);
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    const preview = page.frameLocator('iframe').locator('.brand img[src^="data:image/png"]');
    for (const [name, type] of [
      ['logo.svg', 'image/svg+xml'],
      ['renamed.png', 'image/png'],
    ] as const) {
      await choose(name, type, svg);
      await page.getByText('This is not a PNG, JPEG or WebP picture.').waitFor();
    }
    await choose('large.png', 'image/png', Buffer.alloc(10_000_000));
    await page.getByText('This picture is larger than 64 KB.').waitFor();
    expect(await page.getByRole('img', { name: 'The logo' }).count()).toBe(0);
    await choose('logo.png', 'image/png', png);
    await preview.waitFor();
    await button(page, 'Save draft').click();
    await page.getByText('Saved. Visitors cannot see').waitFor();
    await preview.waitFor();
    await page.getByRole('radio', { name: /^Password/ }).check();
    await page.getByRole('tab', { name: 'Content' }).click();
    await button(page, 'Publish').click();
    await page.getByText('Enter a password of 6 to 200 characters.').waitFor();
    await expect.poll(() => page.locator('input[type=password]').evaluate((each) => each.matches(':focus'))).toBe(true);
  });
});
