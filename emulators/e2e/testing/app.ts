import type { Browser, BrowserContext, Page } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';
import type { Account } from './accounts.ts';
import { type Stored, storedSession } from './stored-session.ts';

/** How somebody looks at the app; desktop width, light and English in Taipei where nothing is said. */
export type View = {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  language?: 'en' | 'cn';
  timezoneId?: string;
  /** Whether the app's is let in: what it asks for passes by the answers that tests make up. */
  serviceWorker?: boolean;
};

const sessions = new Map<string, Promise<Stored>>();

/**
 * A page of the app at `path`, signed in as the account, in a context of its own. An uncaught error in it is added to
 * `problems`. Close its context when done.
 */
export async function openApp(
  browser: Browser,
  account: Account,
  path: string,
  view: View = {},
  problems: string[] = [],
): Promise<Page> {
  const stored = sessions.get(account.uid) ?? storedSession(account);
  sessions.set(account.uid, stored);
  const context = await newContext(browser, view, await stored);
  context.on('weberror', (error) => problems.push(error.error().message));
  const page = await context.newPage();
  await page.goto(`${addressesFromEnv().origin}${path}`);
  return page;
}

/** A wait ends when what it waits for comes: only on a busy machine does it ever take long. */
const WAIT_MS = 60_000;

/** A context that nobody is signed in to, or as `storageState` has it. */
export async function newContext(browser: Browser, view: View, storageState?: Stored): Promise<BrowserContext> {
  const { width = 1280, height = 900, theme = 'light', language = 'en', timezoneId = 'Asia/Taipei' } = view;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    serviceWorkers: view.serviceWorker ? 'allow' : 'block',
    // Nothing waits for a dialog to fade.
    reducedMotion: 'reduce',
    locale: language === 'cn' ? 'zh-CN' : 'en-US',
    timezoneId,
    ...(storageState && { storageState }),
  });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

/** Lets the API's answers to `path` (below /api, `*` for any part) fail with a status, or not come at all. Gives the end of it. */
export async function failApi(page: Page, path: string, how: number | 'offline'): Promise<() => Promise<void>> {
  const url = `**/api${path}`;
  await page.route(url, (route) =>
    how === 'offline'
      ? route.abort('connectionfailed')
      : route.fulfill({ status: how, contentType: 'text/plain', body: 'made to fail' }),
  );
  return () => page.unroute(url);
}
