import { type Language, regionalTagOf } from '@farwatch/core/languages';
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

const DESK = { width: 1280, height: 900, theme: 'light', language: 'en', timezoneId: 'Asia/Taipei', scale: 1 } as const;

const sessions = new Map<string, Promise<Stored>>();
const shared = new WeakMap<Browser, Map<string, BrowserContext>>();

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
  const context = await signedIn(browser, account, view, problems);
  return openAt(await context.newPage(), path);
}

/**
 * Like `openApp`, but as another tab beside those that the account has in the same language and zone, which loads in half
 * the time. Close the page when done, or its context where the test changed what all tabs share.
 */
export async function openTab(
  browser: Browser,
  account: Account,
  path: string,
  view: View = {},
  problems: string[] = [],
): Promise<Page> {
  const contexts = shared.get(browser) ?? new Map<string, BrowserContext>();
  shared.set(browser, contexts);
  const key = [account.uid, view.language, view.timezoneId].join();
  const known = contexts.get(key);
  const context = known ?? (await signedIn(browser, account, view, problems));
  if (!known) context.once('close', () => contexts.delete(key));
  contexts.set(key, context);
  const page = await context.newPage();
  const { width, height, theme } = { ...DESK, ...view };
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  return openAt(page, path);
}

/** Goes to another address of the app as one of its links does, which costs a tenth of loading it. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

async function signedIn(browser: Browser, account: Account, view: View, problems: string[]): Promise<BrowserContext> {
  const stored = sessions.get(account.uid) ?? storedSession(account);
  sessions.set(account.uid, stored);
  const context = await newContext(browser, view, await stored);
  context.on('weberror', (error) => problems.push(error.error().message));
  return context;
}

async function openAt(page: Page, path: string): Promise<Page> {
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
