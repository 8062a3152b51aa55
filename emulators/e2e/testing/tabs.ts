import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { text } from '../../screenshots/looks.ts';
import type { Account } from './accounts.ts';
import { DESK, goInApp, newContext, openAt, sessionOf, showAs, type View } from './app.ts';

/** Opens the app at `path`, signed in as the account or signed out. */
export type OpenPage = (account: Account | null, path: string, view?: View) => Promise<Page>;

/** Pages that show nothing of the page before, and their text. */
const NOT_FOUND = { path: '/not-found', text: inAnyLanguage('notFound.title') };
const NO_PAYMENT = { path: '/payment-success', text: inAnyLanguage('checkout.outcome.none') };
const LEAVE = inAnyLanguage('unsaved.leave');

/** Clears the browser's storage, except for the session. */
const CLEAR_STORAGE = `
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!key.startsWith('firebase:')) localStorage.removeItem(key);
`;
/**
 * Returns the user of the stored session, null if signed out; a falsy value if the page is not the app, such as a
 * public page.
 */
const SIGNED_IN = `document.getElementById('root') && !document.querySelector('script[src="/enter.js"]') && {
  uid: [localStorage, sessionStorage].flatMap((store) =>
    Object.keys(store).filter((key) => key.startsWith('firebase:authUser')).map((key) => JSON.parse(store[key]).uid),
  )[0] ?? null
}`;
const CLEARED_WITHIN_MS = 10_000;
/** The most contexts of one language and time zone that stay open. */
const CONTEXTS_PER_KEY = 2;

/** The page of a context that tests share, and the user who is signed in to it. */
type Slot = { page: Page; contextKey: string; uid: string | undefined; uses: number };

/**
 * The pages of one test file. Loading the app in a new context costs 3 s of CPU time, in a used page half of that, and
 * navigating within the app a tenth; so tests and accounts share pages.
 */
export class Tabs {
  readonly #browser: Browser;
  #idle: Slot[] = [];
  #lent: Slot[] = [];
  readonly #windows: BrowserContext[] = [];
  readonly #problems: string[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /**
   * Navigates within the app in a page of the account from an earlier test, if there is one. Only the app's cache of
   * API responses remains of that test. Tests that change more, such as the clock, use `ownWindow` or close the
   * context.
   */
  readonly tab: OpenPage = async (account, path, view = {}) => {
    const slot = this.#idle.find((each) => each.uid === account?.uid && each.contextKey === contextKeyOf(view));
    if (!slot || !(await isCleared(slot.page, account))) {
      return this.freshTab(account, path, view);
    }
    this.#lend(slot);
    await showAs(slot.page, view);
    await goInApp(slot.page, path);
    const blank = account ? NOT_FOUND : NO_PAYMENT;
    if (!path.startsWith(blank.path)) await slot.page.getByText(blank.text).waitFor({ state: 'detached' });
    return slot.page;
  };

  /** Loads the app in a new or used page. */
  readonly freshTab: OpenPage = async (account, path, view = {}) => {
    const page = await this.#pageFor(account, view);
    await showAs(page, view);
    return openAt(page, path);
  };

  /** Loads the app in its own context, which is closed after the test. */
  readonly ownWindow: OpenPage = async (account, path, view = {}) => {
    const context = await this.#newContext(account, view);
    this.#windows.push(context);
    return openAt(await context.newPage(), path);
  };

  /** Ends a test, and closes all pages if it failed. Returns the uncaught errors of its pages. */
  async endTest(failed: boolean): Promise<string[]> {
    const slots = [...this.#lent.splice(0), ...this.#idle.splice(0)];
    this.#idle = slots.filter(({ page }) => !failed && !page.isClosed());
    const ended = slots.filter((slot) => !this.#idle.includes(slot)).map(({ page }) => page.context());
    for (const context of [...this.#windows.splice(0), ...ended]) await context.close();
    for (const { page } of this.#idle) {
      for (const other of page.context().pages()) if (other !== page) await other.close();
    }
    return this.#problems.splice(0);
  }

  #lend(slot: Slot): Page {
    this.#idle = this.#idle.filter((each) => each !== slot);
    this.#lent.push(slot);
    slot.uses += 1;
    return slot.page;
  }

  async #pageFor(account: Account | null, view: View): Promise<Page> {
    const [contextKey, uid] = [contextKeyOf(view), account?.uid];
    const isOwn = (slot: Slot) => slot.contextKey === contextKey && slot.uid === uid;
    const lent = this.#lent.find(isOwn);
    if (lent) return lent.page.context().newPage();
    const alike = this.#idle
      .filter((slot) => slot.contextKey === contextKey)
      .toSorted((one, other) => one.uses - other.uses);
    const slot = alike.find(isOwn) ?? (alike.length < CONTEXTS_PER_KEY ? undefined : alike[0]);
    if (!slot) {
      const page = await (await this.#newContext(account, view)).newPage();
      return this.#lend({ page, contextKey, uid, uses: 0 });
    }
    await signInAs(slot.page, account);
    if (!isOwn(slot)) Object.assign(slot, { uid, uses: 0 });
    return this.#lend(slot);
  }

  async #newContext(account: Account | null, view: View): Promise<BrowserContext> {
    const context = await newContext(this.#browser, view, account ? await sessionOf(account) : undefined);
    context.on('weberror', (error) => this.#problems.push(error.error().message));
    return context;
  }
}

/** Matches exactly the text of that key in each language. */
function inAnyLanguage(key: string): RegExp {
  return new RegExp(`^(${LANGUAGE_CODES.map((language) => text({ language }, key)).join('|')})$`);
}

/** The settings that all pages of a context share. */
function contextKeyOf(view: View): string {
  const { language, timezoneId } = { ...DESK, ...view };
  return `${language} ${timezoneId}`;
}

/** Leaves the app, and replaces the browser's storage by the account's session. */
async function signInAs(page: Page, account: Account | null): Promise<void> {
  const entries = account ? (await sessionOf(account)).origins.flatMap(({ localStorage }) => localStorage) : [];
  await unrouteAll(page);
  await openAt(page, '/favicon.svg');
  await page.evaluate(`
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of ${JSON.stringify(entries)}) localStorage.setItem(name, value);
  `);
}

/** Leaves the current page of a signed-in account, so that it is not mistaken for the next one. */
export async function leavePage(page: Page): Promise<void> {
  await goInApp(page, NOT_FOUND.path);
  await page.getByText(NOT_FOUND.text).waitFor();
}

/** Clears the page's content and input; false if that fails, such as with another session. */
async function isCleared(page: Page, account: Account | null): Promise<boolean> {
  const blank = account ? NOT_FOUND : NO_PAYMENT;
  const cleared = page.getByText(blank.text);
  const leave = page.getByRole('alertdialog').getByRole('button', { name: LEAVE });
  try {
    const signedIn = await page.evaluate<{ uid: string | null } | null>(SIGNED_IN);
    if (signedIn?.uid !== (account?.uid ?? null)) return false;
    await unrouteAll(page);
    await page.mouse.move(0, 0);
    await page.evaluate(CLEAR_STORAGE);
    await goInApp(page, blank.path);
    await cleared.or(leave).first().waitFor({ timeout: CLEARED_WITHIN_MS });
    if (await leave.isVisible()) await leave.click();
    await cleared.waitFor({ timeout: CLEARED_WITHIN_MS });
    return true;
  } catch {
    // The page is no longer in the app.
    return false;
  }
}

/** Removes the routes that tests added. */
async function unrouteAll(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
}
