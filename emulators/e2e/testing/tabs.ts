import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Account } from './accounts.ts';
import { DESK, goInApp, newContext, openAt, sessionOf, showAs, type View } from './app.ts';

/** A page of the app at `path`, of the account, or of nobody signed in where that is null. */
export type OpenPage = (account: Account | null, path: string, view?: View) => Promise<Page>;

/** Addresses at which nothing is left of the page before, and what they say in either language. */
const NO_LOCATION = { path: '/nowhere', says: /This page does not exist|页面不存在/ };
const NO_PAYMENT = { path: '/payment-success', says: /No payment to show here|没有可显示的付款/ };

/** All that is kept but the session. */
const FORGET = `
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (!key.startsWith('firebase:')) localStorage.removeItem(key);
`;
/** Whose session the app keeps, for all tabs or for itself; null is nobody's. Nothing where the page is not of the app. */
const SIGNED_IN = `document.getElementById('root') && { uid: [localStorage, sessionStorage].flatMap((store) =>
  Object.keys(store).filter((key) => key.startsWith('firebase:authUser')).map((key) => JSON.parse(store[key]).uid),
)[0] ?? null }`;
const CLEARED_WITHIN_MS = 10_000;
/** As many contexts of a language and zone stay open. */
const MOST_OF_A_KIND = 2;

/** The page of a context that tests use one after the other, and who is signed in to it. */
type Slot = { page: Page; kind: string; uid: string | undefined; uses: number };

/**
 * The pages of one test file. To load the app takes a new context 3 s of a processor, a page that was used before half of
 * that, and to go on within the app a tenth: so pages go from test to test, and from account to account.
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
   * A page that goes on within the app where an earlier test had one of that account. Nothing of that test is left but what
   * the app read of the API, which it shows until it has asked again. Tests that change more, as with a clock of their own,
   * take `ownWindow` or close the context.
   */
  readonly tab: OpenPage = async (account, path, view = {}) => {
    const slot = this.#idle.find(({ uid, kind }) => uid === account?.uid && kind === checkTypeOf(view));
    if (!slot || !(await isCleared(slot.page, account))) {
      return this.freshTab(account, path, view);
    }
    this.#lend(slot);
    await showAs(slot.page, view);
    await goInApp(slot.page, path);
    const { path: left, says } = account ? NO_LOCATION : NO_PAYMENT;
    if (!path.startsWith(left)) await slot.page.getByText(says).waitFor({ state: 'detached' });
    return slot.page;
  };

  /** A page that loads the app. */
  readonly freshTab: OpenPage = async (account, path, view = {}) => {
    const page = await this.#pageFor(account, view);
    await showAs(page, view);
    return openAt(page, path);
  };

  /** A page in a context of its own, which is closed after the test. */
  readonly ownWindow: OpenPage = async (account, path, view = {}) => {
    const context = await this.#newContext(account, view);
    this.#windows.push(context);
    return openAt(await context.newPage(), path);
  };

  /** Ends a test: nothing that a failed one touched is used again. Returns the errors that its pages did not catch. */
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
    const [kind, uid] = [checkTypeOf(view), account?.uid];
    const isOwn = (slot: Slot) => slot.kind === kind && slot.uid === uid;
    const beside = this.#lent.find(isOwn);
    if (beside) return beside.page.context().newPage();
    const alike = this.#idle.filter((slot) => slot.kind === kind).toSorted((one, other) => one.uses - other.uses);
    const slot = alike.find(isOwn) ?? (alike.length < MOST_OF_A_KIND ? undefined : alike[0]);
    if (!slot) {
      const page = await (await this.#newContext(account, view)).newPage();
      return this.#lend({ page, kind, uid, uses: 0 });
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

/** What is of a context, and not of its pages. */
function checkTypeOf(view: View): string {
  const { language, timezoneId } = { ...DESK, ...view };
  return `${language} ${timezoneId}`;
}

/** Leaves the app, and lets the browser keep what it would of the account alone. */
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

/** Goes in the app of a signed-in account to where nothing is, so that what was shown is not taken for what comes next. */
export async function leave(page: Page): Promise<void> {
  await goInApp(page, NO_LOCATION.path);
  await page.getByText(NO_LOCATION.says).waitFor();
}

/** Leaves nothing of what the page shows, or typed; false where that cannot be, as with another session. */
async function isCleared(page: Page, account: Account | null): Promise<boolean> {
  const { path, says } = account ? NO_LOCATION : NO_PAYMENT;
  const left = page.getByText(says);
  const leave = page.getByRole('alertdialog').getByRole('button', { name: /^(Leave|离开)$/ });
  try {
    const signedIn = await page.evaluate<{ uid: string | null } | null>(SIGNED_IN);
    if (signedIn?.uid !== (account?.uid ?? null)) return false;
    await unrouteAll(page);
    await page.mouse.move(0, 0);
    await page.evaluate(FORGET);
    await goInApp(page, path);
    await left.or(leave).first().waitFor({ timeout: CLEARED_WITHIN_MS });
    if (await leave.isVisible()) await leave.click();
    await left.waitFor({ timeout: CLEARED_WITHIN_MS });
    return true;
  } catch {
    // It is nowhere in the app any more.
    return false;
  }
}

/** Ends what tests made of a page's requests. */
async function unrouteAll(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
}
