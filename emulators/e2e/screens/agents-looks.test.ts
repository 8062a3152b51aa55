import { MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import type { Account } from '../testing/accounts.ts';
import { agentsInEachState, seedAgentList, makeAdmin, names, table } from '../testing/agents-screen.ts';
import type { View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { expectQuick, measureSteps } from '../testing/main-thread.ts';

let admin: Account;

beforeAll(async () => {
  admin = await makeAdmin();
  await seedAgentList(admin, agentsInEachState(Date.now()));
});

const it = base.extend(
  'agents',
  ({ tab }) =>
    (query = '', view: View = {}, account = admin): Promise<Page> =>
      tab(account, `/agents${query}`, view),
);

describe('for everybody', () => {
  it('fits every width, and has cards and 44 px targets on a phone', async ({ agents }) => {
    const page = await agents();
    await page.getByText('Showing 6 of 6 agents').waitFor();
    await page.getByRole('slider').first().waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark').waitFor();
    const transitions = 'document.getAnimations().filter((each) => each instanceof CSSTransition).length';
    expect(await page.evaluate(transitions), 'where less motion is wished for').toBe(0);
    for (const width of [1920, 1280, 768, 320, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole(width <= 768 ? 'list' : 'table', { name: 'Agents', exact: true }).waitFor();
      await expectNoHorizontalScroll(page);
      if (width === 1280 || width === 390) await expectAccessible(page);
    }
    const first = page.getByRole('list', { name: 'Agents' }).getByRole('listitem').first();
    await first.getByRole('link').waitFor();
    for (const label of ['Search agents...', 'Status', 'Sort by']) {
      expect((await page.getByLabel(label, { exact: true }).last().boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    const opener = page.getByRole('button', { name: 'Actions for Taipei spare' });
    expect((await opener.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await opener.click();
    await page.getByRole('menuitem', { name: 'Delete Agent' }).waitFor();
  });

  it('speaks Chinese, by night', async ({ agents }) => {
    const page = await agents('', { language: 'cn', theme: 'dark' });
    await page.getByRole('heading', { level: 1, name: '探针' }).waitFor();
    await page.getByText('显示 6 / 6 个探针').waitFor();
    await expectAccessible(page);
  });
});

it('lists, sorts and searches 200 agents at once', async ({ agents }) => {
  const owner = await makeAdmin();
  const nowMs = Date.now();
  const countries = ['tw', 'th', 'bd'] as const;
  await seedAgentList(
    owner,
    Array.from({ length: 200 }, (_, index) => ({
      name: `Rack ${index}`,
      location: countries[index % 3] ?? 'tw',
      lastReportAt: nowMs - index * MINUTE_MS,
    })),
  );
  const page = await agents('', {}, owner);
  await page.getByText('Showing 200 of 200 agents').waitFor();
  await page.getByRole('slider').first().waitFor();
  const measure = await measureSteps(page);
  const first = async (name: string) => expect.poll(async () => (await names(page))[0]).toBe(name);
  const costs = [
    await measure('sort by name', async () => {
      await table(page).getByRole('button', { name: 'Name' }).click();
      await first('Rack 0');
    }),
    await measure('the other way', async () => {
      await table(page).getByRole('button', { name: 'Name' }).click();
      await first('Rack 199');
    }),
    await measure('search for 6 letters', async () => {
      await page.getByLabel('Search agents...').pressSequentially('rack 1');
      await page.getByText('Showing 111 of 200 agents').waitFor();
    }),
    await measure('search for nothing', async () => {
      await page.getByLabel('Search agents...').fill('');
      await page.getByText('Showing 200 of 200 agents').waitFor();
    }),
    await measure('last page', async () => {
      await page.getByRole('button', { name: 'Page 8' }).click();
      await first('Rack 24');
    }),
    await measure('open a menu', async () => {
      await page.getByRole('button', { name: 'Actions for Rack 9', exact: true }).click();
      await page.getByRole('menu').waitFor();
    }),
  ];
  expectQuick('200 agents', costs, 1_000);
});
