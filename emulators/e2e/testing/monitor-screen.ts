import type { Page } from 'playwright-core';
import { type Account, makeAccount } from './accounts.ts';
import { type SeededMonitor, seedMonitors } from './seed-monitors.ts';

/** Paths of endpoints that end in the name and a number from 10 on. */
export const sites = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `/site/${name}${index + 10}`);

/** Creates an account with one monitor of that many endpoints, named from own10 on. */
export async function makeOwner(count: number): Promise<{ account: Account; seeded: SeededMonitor }> {
  const account = await makeAccount();
  const [seeded = NO_MONITOR] = await seedMonitors(account, [{ name: 'Own', paths: sites('own', count) }]);
  return { account, seeded };
}

/** A monitor that does not exist. */
export const NO_MONITOR: SeededMonitor = { monitorId: '', endpointIds: [] };

/** The table of a monitor's endpoints. */
export const table = (page: Page) => page.getByRole('table', { name: 'Watchlist' });

/** The last parts of the URLs shown, in order. */
export async function urls(page: Page): Promise<string[]> {
  const links = table(page).getByRole('link');
  await links.first().waitFor();
  return (await links.allTextContents()).map((text) => text.split('/').at(-1) ?? '');
}

/** The row of the endpoint whose path ends in `site`. */
export function rowOf(page: Page, site: string) {
  const link = page.getByRole('link', { name: new RegExp(`${site}(?!\\d)`) });
  return table(page).getByRole('row').filter({ has: link });
}
