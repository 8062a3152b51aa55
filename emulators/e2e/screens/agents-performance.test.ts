import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import type { Account } from '../testing/accounts.ts';
import { makeAdmin, seedAgentList } from '../testing/agents-screen.ts';
import { failApi } from '../testing/app.ts';
import { it } from '../testing/app-test.ts';

/** Zones without summer time, by how far they are ahead of UTC. */
const ZONES = [
  { timeZone: 'Asia/Taipei', offset: 'GMT+8', aheadMs: 8 * HOUR_MS },
  { timeZone: 'Asia/Kolkata', offset: 'GMT+5:30', aheadMs: 5.5 * HOUR_MS },
  { timeZone: 'America/Bogota', offset: 'GMT-5', aheadMs: -5 * HOUR_MS },
] as const;

function midnight(atMs: number, aheadMs: number): number {
  return Math.floor((atMs + aheadMs) / DAY_MS) * DAY_MS - aheadMs;
}

/**
 * tw was offline yesterday from 03:00 to 05:00 and from 06:00 to 06:30; th was activated yesterday at noon and is
 * online since; bd has no device yet.
 */
async function seedAgents(todayMs: number): Promise<Account> {
  const yesterdayMs = todayMs - DAY_MS;
  const wasOffline = (hour: number) => (hour >= 3 && hour < 5) || (hour >= 6 && hour < 6.5);
  const admin = await makeAdmin();
  await seedAgentList(admin, [
    { name: 'Steady', isPresentAt: (atMs) => !wasOffline((atMs - yesterdayMs) / HOUR_MS) },
    { name: 'Young', location: 'th', activatedAt: yesterdayMs + 12 * HOUR_MS, isPresentAt: () => true },
    { name: 'Never', location: 'bd', registered: false, activatedAt: null, lastReportAt: null },
  ]);
  return admin;
}

function rowOf(page: Page, location: string) {
  return page.getByRole('table', { name: 'Location Performance' }).getByRole('row').filter({ hasText: location });
}

/**
 * The text of each of a location's 24 hours. The page itself presses the keys: 24 cost less there than one from here.
 */
async function hoursOf(page: Page, location: string): Promise<string[]> {
  await rowOf(page, location).getByRole('slider').press('Home');
  return page.evaluate<string[]>(`(async () => {
    const slider = document.activeElement;
    const texts = [];
    for (let hour = 0; hour < 24; hour += 1) {
      texts.push(slider.getAttribute('aria-valuetext') ?? '');
      slider.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
    }
    return texts;
  })()`);
}

const dayOf = (atMs: number, timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, month: 'short', day: 'numeric' }).format(atMs);

/** Chooses a day of this or the previous month in the calendar. */
async function chooseDay(page: Page, atMs: number, timeZone: string): Promise<void> {
  const fullDate: Intl.DateTimeFormatOptions = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' };
  const name = `Choose ${new Intl.DateTimeFormat('en-US', { ...fullDate, timeZone }).format(atMs)}`;
  await page.getByRole('button', { name: 'Choose a day' }).click();
  await page.getByRole('grid').waitFor();
  const day = page.getByRole('grid').getByRole('button', { name });
  const isShown = (await day.count()) === 1 && (await day.getAttribute('data-outside-range')) === null;
  if (!isShown) await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await day.click();
  await page.getByRole('grid').waitFor({ state: 'detached' });
}

const clockHour = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

it.for(ZONES)(
  'shows today and yesterday by hour in $timeZone, with the current and future hours',
  async ({ timeZone, offset, aheadMs }, { tab }) => {
    const nowMs = Date.now();
    const todayMs = midnight(nowMs, aheadMs);
    const page = await tab(await seedAgents(todayMs), '/agents', { timezoneId: timeZone });
    await rowOf(page, 'Taiwan').waitFor();
    const latest = await hoursOf(page, 'Taiwan');
    const hour = Math.floor((nowMs - todayMs) / HOUR_MS);
    expect(latest.at(-1)).toContain(`${clockHour(hour)}–${clockHour(hour + 1)} ${offset} (this hour), UP, 100.00%`);
    expect(new Set(latest).size).toBe(24);

    await chooseDay(page, todayMs, timeZone);
    await expect.poll(async () => (await hoursOf(page, 'Taiwan'))[0]).toContain(`${dayOf(todayMs, timeZone)}, 00:00`);
    const today = await hoursOf(page, 'Taiwan');
    expect(today[hour]).toContain('(this hour), UP, 100.00%');
    expect(today.filter((text) => text.endsWith('Future Time'))).toEqual(today.slice(hour + 1));

    await chooseDay(page, todayMs - DAY_MS, timeZone);
    await rowOf(page, 'Taiwan').getByText('89.58%').waitFor();
    await expectYesterday(page, dayOf(todayMs - DAY_MS, timeZone), offset);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Latest 24 hours' }).and(page.locator(':focus')).waitFor();
    await expect.poll(() => hoursOf(page, 'Taiwan')).toEqual(latest);
  },
);

async function expectYesterday(page: Page, day: string, offset: string): Promise<void> {
  const offline: Record<number, string> = { 3: 'DOWN, 0.00%', 4: 'DOWN, 0.00%', 6: 'PARTIAL, 50.00%' };
  const line = (hour: number, text: string) => `${day}, ${clockHour(hour)}–${clockHour(hour + 1)} ${offset}, ${text}`;
  const lines = (text: (hour: number) => string) => Array.from({ length: 24 }, (_, hour) => line(hour, text(hour)));
  await expect.poll(() => hoursOf(page, 'Taiwan')).toEqual(lines((hour) => offline[hour] ?? 'UP, 100.00%'));
  await expect
    .poll(() => hoursOf(page, 'Thailand'))
    .toEqual(lines((hour) => (hour < 12 ? 'No Data Available' : 'UP, 100.00%')));
  await expect.poll(() => hoursOf(page, 'Bangladesh')).toEqual(lines(() => 'No Data Available'));
  const metrics = async (location: string) => (await rowOf(page, location).getByRole('cell').allInnerTexts()).slice(2);
  await expect.poll(() => metrics('Thailand')).toEqual(['1', '1', expect.stringMatching(/^100\.00%/)]);
  await expect.poll(() => metrics('Bangladesh')).toEqual(['1', '0', expect.stringMatching(/^N\/A/)]);
}

it('sorts, shows one tooltip on hover, disables future days and months, and reports a failing day', async ({ tab }) => {
  const nowMs = Date.now();
  const page = await tab(await seedAgents(midnight(nowMs, 0)), '/agents', { timezoneId: 'UTC' });
  const table = page.getByRole('table', { name: 'Location Performance' });
  const order = async () => (await table.locator('tbody tr td:first-child').allInnerTexts()).map((text) => text.trim());
  await expect.poll(order).toEqual(['Bangladesh', 'Taiwan', 'Thailand']);
  for (const [column, expected] of [
    ['Location', ['Thailand', 'Taiwan', 'Bangladesh']],
    ['Active Agents', ['Bangladesh', 'Taiwan', 'Thailand']],
    ['Total Agents', ['Bangladesh', 'Taiwan', 'Thailand']],
  ] as const) {
    await table.getByRole('columnheader', { name: column }).getByRole('button').click();
    await expect.poll(order).toEqual(expected);
  }
  await table.getByRole('columnheader', { name: 'Availability (24h)' }).getByRole('button').click();
  await expect.poll(async () => (await order()).at(-1)).toBe('Bangladesh');
  await rowOf(page, 'Taiwan').getByRole('slider').locator('span').last().hover();
  await page.getByRole('tooltip').getByText('UP, 100.00%').waitFor();
  await expect.poll(() => page.getByRole('tooltip').count()).toBe(1);

  await page.getByRole('button', { name: 'Choose a day' }).click();
  await page.getByRole('grid').waitFor();
  await expectAccessible(page);
  await expect.poll(() => page.getByRole('button', { name: 'Next', exact: true }).isDisabled()).toBe(true);
  const disabled = page.getByRole('grid').locator('[role=button][aria-disabled=true]:not([data-outside-range])');
  const date = new Date(nowMs);
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  await expect.poll(() => disabled.count()).toBe(daysInMonth - date.getUTCDate());
  await page.getByRole('button', { name: 'Choose month or year' }).click();
  await page.getByRole('grid').getByText('Jan').waitFor();
  await expect.poll(() => disabled.count()).toBe(11 - date.getUTCMonth());
  await page.keyboard.press('Escape');
  await page.getByRole('grid').waitFor({ state: 'detached' });
  await expectFailedDay(page, midnight(nowMs, 0) - DAY_MS);
});

/** Expects an error instead of the hours of a day that cannot be loaded, and the hours after a retry. */
async function expectFailedDay(page: Page, dayMs: number): Promise<void> {
  const restore = await failApi(page, '/agents/location-performance?date=*', 500);
  await chooseDay(page, dayMs, 'UTC');
  await page.getByRole('alert').getByText('Failed to load data. Please try again later.').waitFor();
  expect(await rowOf(page, 'Taiwan').count()).toBe(0);
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await rowOf(page, 'Taiwan').getByText('89.58%').waitFor();
  const section = page.getByRole('region', { name: 'Location Performance' });
  await expect.poll(() => section.getByRole('alert').count()).toBe(0);
}

it('refetches every 30 seconds', async ({ ownWindow }) => {
  const admin = await makeAdmin();
  const page = await ownWindow(admin, '/settings', { timezoneId: 'UTC' });
  await page.clock.install();
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByText('No location performance data available').waitFor();
  await seedAgentList(admin, [{ name: 'Late', isPresentAt: () => true }]);
  const refetch = page.waitForResponse((response) => response.url().includes('/api/agents/location-performance'));
  // A request may be skipped after a recent one, so one interval may be too short.
  const shown = async () => {
    await page.clock.fastForward(MINUTE_MS / 2 + 1_000);
    return rowOf(page, 'Taiwan').count();
  };
  await expect.poll(shown, { interval: 500 }).toBe(1);
  await refetch;
});
