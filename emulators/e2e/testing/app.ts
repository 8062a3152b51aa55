import { type Language, regionalTagOf } from '@farwatch/core/values/languages';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';
import type { Account } from './accounts.ts';
import { type Stored, storedSession } from './stored-session.ts';

/** How somebody looks at the app; desktop width, light and English in Taipei where nothing is said. */
export type View = {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  language?: Language;
  timezoneId?: string;
  /** Device pixels to a CSS pixel. */
  scale?: number;
  /** Whether the app's is let in: what it asks for passes by the answers that tests make up. */
  serviceWorker?: boolean;
};

/** A view of which nothing is said. */
export const DESK = {
  width: 1280,
  height: 900,
  theme: 'light',
  language: 'en',
  timezoneId: 'Asia/Taipei',
  scale: 1,
} as const;

const sessions = new Map<string, Promise<Stored>>();

/** A page of the app at `path`, signed in as the account, in a context of its own. Close its context when done. */
export async function openApp(browser: Browser, account: Account, path: string, view: View = {}): Promise<Page> {
  const context = await newContext(browser, view, await sessionOf(account));
  return openAt(await context.newPage(), path);
}

/** Gives a page the width, height and theme of the view. */
export async function showAs(page: Page, view: View): Promise<void> {
  const { width, height, theme } = { ...DESK, ...view };
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** Goes to another address of the app as one of its links does, which costs a tenth of loading it. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

/** What the browser of the account keeps; asked for once. */
export function sessionOf(account: Account): Promise<Stored> {
  const stored = sessions.get(account.uid) ?? storedSession(account);
  sessions.set(account.uid, stored);
  return stored;
}

/** Loads the app at `path`. */
export async function openAt(page: Page, path: string): Promise<Page> {
  await page.goto(`${addressesFromEnv().origin}${path}`);
  return page;
}

/** A wait ends when what it waits for comes: only on a busy machine does it ever take long. */
const WAIT_MS = 60_000;

/** A context that nobody is signed in to, or as `storageState` has it. */
export async function newContext(browser: Browser, view: View, storageState?: Stored): Promise<BrowserContext> {
  const { width, height, theme, language, timezoneId, scale } = { ...DESK, ...view };
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    serviceWorkers: view.serviceWorker ? 'allow' : 'block',
    // Nothing waits for a dialog to fade.
    reducedMotion: 'reduce',
    locale: regionalTagOf(language),
    timezoneId,
    ...(storageState && { storageState }),
  });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

/**
 * Makes the API's answers to `path` (below /api, `*` for any part) fail with a status, or not come at all. Returns what
 * ends it.
 */
export async function failApi(page: Page, path: string, how: number | 'offline'): Promise<() => Promise<void>> {
  const url = `**/api${path}`;
  await page.route(url, (route) =>
    how === 'offline'
      ? route.abort('connectionfailed')
      : route.fulfill({ status: how, contentType: 'text/plain', body: 'made to fail' }),
  );
  return () => page.unroute(url);
}

/** Presses a notice's 'Try again', unless the page, which asks again by itself, was quicker. Ends when the notice is gone. */
export async function tryAgain(notice: Locator): Promise<void> {
  const pressed = notice.getByRole('button', { name: 'Try again' }).click();
  pressed.catch(() => undefined);
  await notice.waitFor({ state: 'detached' });
}
