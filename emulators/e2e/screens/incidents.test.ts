import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import { type Account, makeAccount } from '../testing/accounts.ts';
import type { View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { many, variety } from '../testing/incident-samples.ts';
import { seedIncidents } from '../testing/incidents.ts';
import { count, dialog, expectListed, table, titles } from '../testing/incidents-screen.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';
import { expectQuick, measureSteps } from '../testing/main-thread.ts';
import { seedMonitors } from '../testing/seed-monitors.ts';

let owner: Account;
let busyOwner: Account;

beforeAll(async () => {
  [owner, busyOwner] = await Promise.all([makeAccount(), makeAccount()]);
  await seedIncidents(owner, variety('other', Date.now()));
  await seedIncidents(busyOwner, many(Date.now()));
});

const it = base.extend(
  'incidents',
  ({ tab }) =>
    (query = '', view: View = {}, account = owner): Promise<Page> =>
      tab(account, `/incidents${query}`, view),
);

describe('the list', () => {
  it('shows active incidents first, whatever their age, then those of the time range', async ({ incidents }) => {
    const page = await incidents();
    await page.getByText('View and manage system incidents').waitFor();
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await count(page, '3 incidents').waitFor();
    const first = table(page).locator('tbody tr').first();
    for (const text of ['Active', 'Web shop', 'Downtime', 'Critical', '1 hour ago']) {
      await first.getByText(text, { exact: true }).waitFor();
    }
    await expectAccessible(page);
  });

  it('filters by time range, status and location', async ({ incidents }) => {
    const page = await incidents('?range=nonsense&status=x');
    const cases: [string, string, string[]][] = [
      ['Time range', '24h', ['alpha', 'echo', 'bravo']],
      ['Time range', '7d', ['alpha', 'echo', 'bravo', 'charlie']],
      ['Time range', '30d', ['alpha', 'echo', 'bravo', 'charlie', 'delta']],
      ['Status', 'resolved', ['bravo', 'charlie', 'delta']],
      ['Location', 'tw', ['charlie', 'delta']],
      ['Location', 'th', ['bravo']],
      ['Status', 'all', ['bravo']],
      ['Location', 'bd', ['echo', 'bravo']],
      ['Status', 'active', ['echo']],
      ['Location', 'all', ['alpha', 'echo']],
    ];
    for (const [label, value, expected] of cases) {
      await page.getByLabel(label, { exact: true }).selectOption(value);
      await expectListed(page, expected);
    }
    await page.goto(new URL('/incidents?location=th&status=resolved&search=ACCOUNTS+bravo', page.url()).href);
    await expectListed(page, ['bravo']);
  });

  it('sorts by every column in both directions', async ({ incidents }) => {
    const page = await incidents('?range=30d');
    await expectListed(page, ['alpha', 'echo', 'bravo', 'charlie', 'delta']);
    const orders: [string, string[]][] = [
      ['ENDPOINT', ['alpha', 'bravo', 'charlie', 'delta', 'echo']],
      ['MONITOR', ['bravo', 'delta', 'echo', 'charlie', 'alpha']],
      ['TYPE', ['echo', 'alpha', 'delta', 'charlie', 'bravo']],
      ['START TIME', ['echo', 'delta', 'charlie', 'bravo', 'alpha']],
      ['DURATION', ['delta', 'bravo', 'alpha', 'charlie', 'echo']],
    ];
    for (const [column, expected] of orders) {
      const header = table(page).getByRole('columnheader', { name: column });
      await header.getByRole('button').click();
      await expectListed(page, expected);
      await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
      await header.getByRole('button').click();
      if (column === 'TYPE') await expectListed(page, ['bravo', 'charlie', 'alpha', 'delta', 'echo']);
      else await expectListed(page, expected.toReversed());
      await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    }
    await table(page).getByRole('button', { name: 'Locations' }).click();
    await expectListed(page, ['echo', 'alpha', 'charlie', 'delta', 'bravo']);
    await table(page).getByRole('button', { name: 'Locations' }).click();
    await expectListed(page, ['bravo', 'alpha', 'charlie', 'delta', 'echo']);
    await table(page).getByRole('button', { name: 'STATUS' }).click();
    await expectListed(page, ['alpha', 'echo', 'bravo', 'charlie', 'delta']);
    await table(page).getByRole('button', { name: 'STATUS' }).click();
    await expectListed(page, ['bravo', 'charlie', 'delta', 'alpha', 'echo']);
  });

  it('keeps filters in the address, and clears filters that hide everything', async ({ incidents }) => {
    const page = await incidents();
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await page.getByLabel('Time range').selectOption('7d');
    await page.getByLabel('Status', { exact: true }).selectOption('resolved');
    await page.getByLabel('Location', { exact: true }).selectOption('th');
    await expectListed(page, ['bravo']);
    await page.getByLabel('Search incidents').fill('nothing like it');
    await page.getByText('No incidents found').waitFor();
    await page.getByText('No incidents in this time range match your filters.').waitFor();
    await page.waitForURL((url) => url.searchParams.get('search') === 'nothing like it');
    await page.reload();
    await page.getByText('No incidents found').waitFor();
    await expect.poll(() => page.getByLabel('Search incidents').inputValue()).toBe('nothing like it');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectListed(page, ['alpha', 'echo', 'bravo', 'charlie']);
    await expect.poll(() => page.getByLabel('Search incidents').inputValue()).toBe('');
    await expect.poll(() => new URL(page.url()).search).toBe('?range=7d');
    await page.getByLabel('Time range').selectOption('24h');
    await expectListed(page, ['alpha', 'echo', 'bravo']);
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('offers the longest range if it is empty', async ({ incidents }) => {
    const page = await incidents('', {}, await makeAccount());
    await page.getByText('No incidents found').waitFor();
    await page.getByText('No incidents in the last 24 hours.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the last 30 days' }).click();
    await page.getByText('No incidents in the last 30 days.').waitFor();
  });
});

describe('five hundred incidents', () => {
  it('are paged from the first to the last', async ({ incidents }) => {
    const page = await incidents('', {}, busyOwner);
    await count(page, '500 incidents').waitFor();
    await page.getByText('Only the newest 500 incidents and those still active are listed.').waitFor();
    const pager = page.getByRole('navigation', { name: 'Pages' });
    const button = (name: string) => pager.getByRole('button', { name, exact: true });
    expect([await button('Previous').isDisabled(), await button('Next').isDisabled()]).toEqual([true, false]);
    await button('Page 50').click();
    await expectListed(page, ['host-489', ...Array.from({ length: 9 }, (_, index) => `host-${491 + index}`)]);
    expect([await button('Previous').isDisabled(), await button('Next').isDisabled()]).toEqual([false, true]);
    await button('Previous').click();
    await pager.locator('[aria-current=page]', { hasText: '49' }).waitFor();
  });

  it('do not claim that a monitor had no others', async ({ tab }) => {
    const [monitor] = await seedMonitors(busyOwner, [{ name: 'Quiet', paths: ['/site/alpha'] }]);
    const page = await tab(busyOwner, `/monitor/${monitor?.monitorId}`, {});
    await page.getByText('No incidents found').waitFor();
    await page.getByText('Only the newest 500 incidents of the account were searched.').waitFor();
  });

  it('stay fast', async ({ incidents }) => {
    const page = await incidents('', {}, busyOwner);
    await count(page, '500 incidents').waitFor();
    const measure = await measureSteps(page);
    const tens = (first: number) => Array.from({ length: 10 }, (_, index) => `host-${first - index * 10}`);
    const costs = [
      await measure('last page', async () => {
        await page.getByRole('button', { name: 'Page 50' }).click();
        await page.getByRole('link', { name: 'host-499' }).waitFor();
      }),
      await measure('search for 7 letters', async () => {
        await page.getByLabel('Search incidents').pressSequentially('host-12');
        await count(page, '11 incidents').waitFor();
      }),
      await measure('clear the search', async () => {
        await page.getByLabel('Search incidents').fill('');
        await count(page, '500 incidents').waitFor();
      }),
      await measure('filter', async () => {
        await page.getByLabel('Status', { exact: true }).selectOption('active');
        await count(page, '50 incidents').waitFor();
      }),
      await measure('sort twice', async () => {
        await table(page).getByRole('button', { name: 'DURATION' }).click();
        await table(page).getByRole('button', { name: 'DURATION' }).click();
        await expectListed(page, tens(490));
      }),
      await measure('open', async () => {
        await titles(page).first().click();
        await dialog(page).getByText('Still active').waitFor();
      }),
      await measure('close', async () => {
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'detached' });
      }),
    ];
    expectQuick('500 incidents', costs, 600);
  });
});

it('fits, with cards, and the dialog as a sheet', async ({ incidents }) => {
  const page = await incidents('', { width: 390, height: 844 });
  const cards = page.getByRole('list', { name: 'Incidents' });
  await cards.getByRole('link', { name: 'alpha' }).waitFor();
  await expectNoHorizontalScroll(page);
  await expectAccessible(page);
  const expectTall = async (labels: readonly string[]) => {
    for (const label of labels) {
      const field = page.getByLabel(label, { exact: true });
      await expect.poll(async () => (await field.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  };
  await expectTall(['Search incidents...', 'Time range']);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expectTall(['Status', 'Location', 'Severity', 'Monitor']);
  await page.getByRole('button', { name: 'Show incidents' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await cards.getByRole('link', { name: 'alpha' }).click();
  await dialog(page).getByText('Still active').waitFor();
  await expectAccessible(page);
  await expect.poll(() => dialog(page).boundingBox()).toMatchObject({ x: 0, width: 390, height: 844 });
});
