import { type Language, regionalTagOf } from '@farwatch/core/values/languages';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { addressesFromEnv } from '../../src/addresses.ts';
import { signInForTokens } from '../../src/agents/sign-in.ts';
import { webEnv } from '../../src/build.ts';
import type { Account } from './accounts.ts';

/** The settings of a browser window. */
export type View = {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  language?: Language;
  timezoneId?: string;
  /** Device pixels per CSS pixel. */
  scale?: number;
  /** Whether the app's may start: its requests bypass a test's mocked responses. */
  serviceWorker?: boolean;
};

/** The default view. */
export const DESK = {
  width: 1280,
  height: 900,
  theme: 'light',
  language: 'en',
  timezoneId: 'Asia/Taipei',
  scale: 1,
} as const;

/** A browser's storage for a site. */
type StoredSession = Awaited<ReturnType<BrowserContext['storageState']>>;

const sessions = new Map<string, Promise<StoredSession>>();

/** Opens the app at `path`, signed in as the account, in its own context, which the caller closes. */
export async function openApp(browser: Browser, account: Account, path: string, view: View = {}): Promise<Page> {
  const context = await newContext(browser, view, await sessionOf(account));
  return openAt(await context.newPage(), path);
}

/** Applies the view's size and theme to a page. */
export async function showAs(page: Page, view: View): Promise<void> {
  const { width, height, theme } = { ...DESK, ...view };
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** Navigates within the app, as its links do; this costs a tenth of loading it. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

/** The account's stored session, created once. */
export function sessionOf(account: Account): Promise<StoredSession> {
  const stored = sessions.get(account.uid) ?? createSession(account);
  sessions.set(account.uid, stored);
  return stored;
}

/** Firebase Auth's stored entry with real tokens, which saves tests the sign-in form. */
async function createSession({ uid, email, password, displayName }: Account): Promise<StoredSession> {
  const addresses = addressesFromEnv();
  const apiKey = webEnv(addresses).VITE_FIREBASE_API_KEY ?? '';
  const { idToken, refreshToken, expiresIn } = await signInForTokens(addresses.authHost, { email, password });
  const now = Date.now();
  const user = {
    uid,
    email,
    emailVerified: true,
    displayName,
    isAnonymous: false,
    providerData: [{ providerId: 'password', uid: email, displayName, email, phoneNumber: null, photoURL: null }],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: now + expiresIn * 1_000 },
    createdAt: String(now),
    lastLoginAt: String(now),
    apiKey,
    appName: '[DEFAULT]',
  };
  const entry = { name: `firebase:authUser:${apiKey}:[DEFAULT]`, value: JSON.stringify(user) };
  return { cookies: [], origins: [{ origin: addresses.origin, localStorage: [entry] }] };
}

/** Loads the app at `path`. */
export async function openAt(page: Page, path: string): Promise<Page> {
  await page.goto(`${addressesFromEnv().origin}${path}`);
  return page;
}

/** Long enough for a busy machine; a wait ends as soon as its condition holds. */
const WAIT_MS = 60_000;

/** A context with the session in `storageState`, or signed out. */
export async function newContext(browser: Browser, view: View, storageState?: StoredSession): Promise<BrowserContext> {
  const { width, height, theme, language, timezoneId, scale } = { ...DESK, ...view };
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    serviceWorkers: view.serviceWorker ? 'allow' : 'block',
    // Tests need not wait for a dialog to fade.
    reducedMotion: 'reduce',
    locale: regionalTagOf(language),
    timezoneId,
    ...(storageState && { storageState }),
  });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

/**
 * Makes API calls to `path` (below /api, `*` for any part) fail with a status or without a response. Returns a function
 * that restores them.
 */
export async function failApi(page: Page, path: string, failure: number | 'offline'): Promise<() => Promise<void>> {
  const url = `**/api${path}`;
  await page.route(url, (route) =>
    failure === 'offline'
      ? route.abort('connectionfailed')
      : route.fulfill({ status: failure, contentType: 'text/plain', body: 'made to fail' }),
  );
  return () => page.unroute(url);
}

/** Holds API calls to `path` (as in `failApi`). Returns a function that lets them through. */
export async function holdApi(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/api${path}`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

/** Whether the request with that URL starts or continues a Firestore listener. */
export function isListening(url: string): boolean {
  return url.includes(addressesFromEnv().firestoreHost) && url.includes('Listen') && !url.includes('TYPE=terminate');
}

/** Presses an alert's 'Try again', unless the page has already retried. Resolves when the alert is gone. */
export async function tryAgain(alert: Locator): Promise<void> {
  const pressed = alert.getByRole('button', { name: 'Try again' }).click();
  pressed.catch(() => undefined);
  await alert.waitFor({ state: 'detached' });
}

/** Hides the page for an instant, as another tab does, so that a deletion can no longer be undone. */
export async function hideForInstant(page: Page): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    delete document.visibilityState`);
}
