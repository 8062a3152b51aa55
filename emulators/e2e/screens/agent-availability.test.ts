import { DAY_MS, HOUR_MS, WINDOW_MS, windowStart } from '@farwatch/core/values/time';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { expectAccessible } from '../testing/accessible.ts';
import type { Account } from '../testing/accounts.ts';
import { seedAgent } from '../testing/agent-screen.ts';
import { makeAdmin } from '../testing/agents-screen.ts';
import { failApi, goInApp, tryAgain, type View } from '../testing/app.ts';
import { it as base } from '../testing/app-test.ts';
import { callApi } from '../testing/call-api.ts';
import { cellsOf } from '../testing/endpoint-screen.ts';
import { expectNoHorizontalScroll } from '../testing/layout.ts';

const LOAD_FAILED = 'Failed to load agent details. Please try again.';
const DETAILS = 'Daily Uptime Details';
const START = Date.now();
const YESTERDAY = Math.floor(START / DAY_MS) * DAY_MS - DAY_MS;
/** Noon of the day before yesterday, UTC. */
const ACTIVATED = YESTERDAY - DAY_MS / 2;
let admin: Account;
let id: string;
let newId: string;

/** Offline from 3:00 to 5:20 yesterday, UTC, and for the first ten minutes after it was activated. */
const isPresentAt = (slotMs: number) =>
  slotMs !== ACTIVATED && !(slotMs >= YESTERDAY + 3 * HOUR_MS && slotMs < YESTERDAY + 5 * HOUR_MS + 2 * WINDOW_MS);

beforeAll(async () => {
  admin = await makeAdmin();
  id = await seedAgent(admin, { agent: { activatedAt: ACTIVATED }, isPresentAt }, START);
  newId = await seedAgent(admin, {
    agent: { registered: false, device: null, condition: null, activatedAt: null, lastReportAt: null },
  });
  // The very first call may take longer than the app’s timeout.
  await callApi(admin, 'GET', `/agents/${id}/stats`);
});

/**
 * Whether the agent was present in a ten-minute slot; null if unknown. It reports nothing once the test has started.
 */
function presenceAt(slotMs: number, nowMs: number): boolean | null {
  if (slotMs < ACTIVATED || slotMs > nowMs) return null;
  if (slotMs > START) return slotMs < windowStart(nowMs) ? false : null;
  return isPresentAt(slotMs);
}

const formatPercent = (percent: number) => `${(Math.floor(percent * 10 + 1e-9) / 10).toFixed(1)}%`;

function uptimeOf(slots: (boolean | null)[]): string {
  const known = slots.filter((slot) => slot !== null);
  return known.length === 0 ? 'N/A' : formatPercent((100 * known.filter(Boolean).length) / known.length);
}

/** The expected rows of the last 30 days in a zone that far ahead of UTC, newest first, and both averages. */
function expectedMetrics(aheadMs: number, nowMs: number) {
  const today = Math.floor((nowMs + aheadMs) / DAY_MS) * DAY_MS - aheadMs;
  const slotsOf = (startMs: number) =>
    Array.from({ length: DAY_MS / WINDOW_MS }, (_, index) =>
      presenceAt(windowStart(startMs + index * WINDOW_MS), nowMs),
    );
  const days = Array.from({ length: 30 }, (_, back) => slotsOf(today - back * DAY_MS));
  const rows = days.map((slots, back) => {
    const name = new Date(today - back * DAY_MS + aheadMs).toLocaleDateString('en', {
      ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
    });
    return [back === 0 ? `${name} (today)` : name, uptimeOf(slots)];
  });
  return { rows, today: uptimeOf(days[0] ?? []), average: uptimeOf(days.flat()) };
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The rows and averages that the page shows. */
async function shownMetrics(page: Page) {
  const rows = (await cellsOf(page, DETAILS)).map((row) => [row[0], row.at(-1)]);
  const card = async (name: string) => (await section(page, name).innerText()).match(/N\/A|[\d.]+%/)?.[0];
  return { rows, today: await card('Today’s Uptime'), average: await card('30-Day Average') };
}

const it = base.extend(
  'open',
  ({ tab }) =>
    (agentId: string, view: View = {}): Promise<Page> =>
      tab(admin, `/agents/${agentId}?tab=availability`, view),
);

describe('the last thirty days', () => {
  it.for([
    ['UTC', 0],
    ['Asia/Taipei', 8 * HOUR_MS],
    ['Asia/Kolkata', 5.5 * HOUR_MS],
  ] as const)(
    'are listed by the days of %s, newest first, with the averages',
    async ([timezoneId, aheadMs], { open }) => {
      const page = await open(id, { timezoneId });
      await page.getByRole('img', { name: /^Daily uptime over [34] days with data/ }).waitFor();
      // A ten-minute slot may end meanwhile; the page refetches every 30 seconds.
      await expect
        .poll(async () => {
          const shown = await shownMetrics(page);
          return { shown, isRight: JSON.stringify(shown) === JSON.stringify(expectedMetrics(aheadMs, Date.now())) };
        })
        .toMatchObject({ isRight: true });
    },
  );

  it('have no data for an agent that never reported', async ({ open }) => {
    const page = await open(newId);
    await page.getByText('No availability data available for this agent.').waitFor();
  });

  it('show an error, load on retry, and keep their tab after a reload', async ({ freshTab }) => {
    const page = await freshTab(admin, '/settings');
    const restore = await failApi(page, '/agents/*/availability', 500);
    await goInApp(page, `/agents/${id}?tab=availability`);
    const failed = page.getByRole('alert').filter({ hasText: `Error: ${LOAD_FAILED}` });
    await failed.waitFor();
    await restore();
    await tryAgain(failed);
    await page.getByRole('table', { name: DETAILS }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Availability', selected: true }).waitFor();
    await page.getByRole('table', { name: DETAILS }).waitFor();
  });

  it('keep their table if the chart’s code cannot be loaded', async ({ freshTab }) => {
    const page = await freshTab(admin, '/settings');
    await page.route(/\/uptime-chart-.*\.js$/, (route) => route.abort('connectionfailed'));
    await goInApp(page, `/agents/${id}?tab=availability`);
    await page.getByText('The chart could not be loaded. The table has the same values.').waitFor();
    await expect.poll(() => cellsOf(page, DETAILS)).toHaveLength(30);
  });
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Segment Details' });

/** The states of a UTC day's segments, hour by hour. */
async function shownSegments(page: Page): Promise<string[][]> {
  await dialog(page).getByRole('table').waitFor();
  return page.evaluate<string[][]>(
    "[...document.querySelectorAll('[role=dialog] tbody tr')].map((row) => [...row.querySelectorAll('li')].map((each) => each.dataset.state))",
  );
}

function expectedSegments(dayMs: number, nowMs: number): string[][] {
  const stateAt = (slotMs: number) => {
    const isPresent = presenceAt(slotMs, nowMs);
    if (isPresent !== null) return isPresent ? 'present' : 'absent';
    return slotMs + WINDOW_MS > nowMs ? 'future' : 'none';
  };
  return Array.from({ length: 24 }, (_, hour) =>
    Array.from({ length: 6 }, (_, index) => stateAt(dayMs + hour * HOUR_MS + index * WINDOW_MS)),
  );
}

/** Opens a UTC day from its row and compares its segments with the seeded ones. */
async function openDay(page: Page, dayMs: number, press: 'click' | 'Enter'): Promise<void> {
  const name = new Date(dayMs).toLocaleDateString('en', {
    ...{ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' },
  });
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
  if (press === 'Enter') await row.getByRole('button').press('Enter');
  else await row.getByText(/%|N\/A/).click();
  await dialog(page).getByText(name, { exact: true }).waitFor();
  await expect
    .poll(async () => {
      const shown = await shownSegments(page);
      return { shown, isRight: JSON.stringify(shown) === JSON.stringify(expectedSegments(dayMs, Date.now())) };
    })
    .toMatchObject({ isRight: true });
}

describe('the segments of a day', () => {
  it.for([
    ['Asia/Kolkata', '05:30'],
    ['America/Bogota', '19:00'],
  ] as const)('are in UTC hours in %s too, and explain this', async ([zone, startsAt], { open }) => {
    const page = await open(id, { timezoneId: zone });
    for (const [dayMs, press] of [
      [YESTERDAY, 'Enter'],
      [YESTERDAY - DAY_MS, 'click'],
    ] as const) {
      await openDay(page, dayMs, press);
      const text = dialog(page).getByText('Each segment is ten minutes. Hours are in UTC.');
      await expect.poll(() => text.innerText()).toContain(`${startsAt} your time`);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
  });

  it('of today end with future ones', async ({ open }) => {
    const page = await open(id, { timezoneId: 'UTC' });
    await openDay(page, YESTERDAY + DAY_MS, 'click');
    await dialog(page).getByTitle('23:50–00:00 UTC: Future').waitFor();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Close' }).first().click();
    await page
      .getByRole('row', { name: /\(today\)/ })
      .getByRole('button')
      .and(page.locator(':focus'))
      .waitFor();
  });

  it('show an error and load on retry', async ({ open }) => {
    const page = await open(id);
    await page.getByRole('table', { name: DETAILS }).waitFor();
    const restore = await failApi(page, '/agents/*/availability/segments*', 500);
    await page.getByRole('table', { name: DETAILS }).getByRole('button').first().click();
    const failed = dialog(page)
      .getByRole('alert')
      .filter({ hasText: `Error: ${LOAD_FAILED}` });
    await failed.waitFor();
    await restore();
    await tryAgain(failed);
    await expect.poll(() => shownSegments(page)).toHaveLength(24);
  });

  it('are six per line, four on a phone', async ({ open }) => {
    const page = await open(id);
    await page.getByRole('table', { name: DETAILS }).getByRole('button').nth(1).click();
    await shownSegments(page);
    for (const [width, perLine] of [
      [1280, 6],
      [390, 4],
      [320, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      const tops = await page.evaluate<number[]>(
        "[...document.querySelector('[role=dialog] tbody tr').querySelectorAll('li')].map((each) => each.getBoundingClientRect().top)",
      );
      expect(
        tops.filter((top) => top === tops[0]),
        `${width} px`,
      ).toHaveLength(perLine);
      await expectNoHorizontalScroll(page);
    }
  });
});
