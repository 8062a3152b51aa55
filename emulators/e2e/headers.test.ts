import { get } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesFromEnv } from '../src/addresses.ts';
import { accounts } from '../src/project.ts';
import { UIDS } from '../src/seed/users.ts';
import { type Account, makeAccount } from './testing/accounts.ts';
import { newContext, sessionOf } from './testing/app.ts';
import { startBrowser } from './testing/browser.ts';
import { type SeededMonitor, seedMonitors } from './testing/seed-monitors.ts';
import { watchPolicies } from './testing/violations.ts';

const { origin, authHost } = addressesFromEnv();
const JOIN = '/agent/register?code=abc&name=Rack&country=tw';
const admin: Account = { ...accounts.admin, uid: UIDS.admin, displayName: 'Ada Operator' };

let browser: Browser;
let owner: Account;
let seeded: SeededMonitor | undefined;

beforeAll(async () => {
  browser = await startBrowser();
  owner = await makeAccount();
  [seeded] = await seedMonitors(owner, [{ name: 'Shop', paths: ['/site/a', '/site/b'] }]);
});

afterAll(async () => {
  await browser?.close();
});

async function contextOf(account: Account | null): Promise<BrowserContext> {
  return newContext(browser, {}, account ? await sessionOf(account) : undefined);
}

/** Opens the page and waits until it has loaded. */
async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByText('Loading...').count()).toBe(0);
  return page;
}

/** A response's headers, requested without cookies or a page. */
async function headersOf(path: string): Promise<Headers> {
  const answer = await fetch(`${origin}${path}`);
  await answer.body?.cancel();
  return answer.headers;
}

const HSTS = 'max-age=63072000; includeSubDomains';
const LINK = '/a/abc.def';
const PAGES = ['/', '/monitors', '/endpoint/abc', JOIN, LINK, '/theme.js'];

/** Requests a path as it is: `fetch` would make a URL of it. */
function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
}

it('paths that are no URL are refused, and everything continues to run', async () => {
  for (const path of ['//', '//:0', '///[']) expect(await statusOf(path)).toBe(400);
  await statusOf('/%E0%');
  expect(await statusOf('/login')).toBe(200);
});

describe('the headers of every response', () => {
  it.each([...PAGES, '/api/openapi.json', '/api/unknown', '/api/monitors'])('%s', async (path) => {
    const headers = await headersOf(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': HSTS,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('revalidate pages each time, and forbid storing API responses', async () => {
    for (const path of PAGES) expect((await headersOf(path)).get('cache-control')).toBe('no-cache');
    expect((await headersOf('/api/monitors')).get('cache-control')).toBe('no-store');
  });

  it('forbid storing the 404 of a script that is no longer deployed', async () => {
    const gone = `${origin}/assets/monitors-page-gone.js`;
    const answer = await fetch(gone);
    expect([answer.status, answer.headers.get('vary')]).toEqual([404, '*']);
    expect(await answer.text()).not.toContain('id="root"');
    const context = await contextOf(null);
    const page = await open(context, '/login');
    const download = `fetch(${JSON.stringify(gone)}).then((found) => found.text())`;
    for (let time = 0; time < 2; time += 1) await page.evaluate(download);
    const sent = `performance.getEntriesByName(${JSON.stringify(gone)}).map((entry) => entry.transferSize > 0)`;
    expect(await page.evaluate(sent)).toEqual([true, true]);
    await context.close();
  });

  it('hide addresses from other sites, and those with a code or a token even from this one', async () => {
    expect((await headersOf('/monitors')).get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    for (const path of [JOIN, LINK]) expect((await headersOf(path)).get('referrer-policy')).toBe('no-referrer');
    expect((await headersOf(LINK)).get('x-robots-tag')).toBe('noindex');
  });

  it('let nothing in an API response load or run', async () => {
    const policy = (await headersOf('/api/openapi.json')).get('content-security-policy');
    expect(policy).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});

describe('the app follows its policies', () => {
  /** Opens the pages one after the other. Returns what policies refused to them. */
  async function findRefusals(account: Account | null, paths: string[]): Promise<string[]> {
    const context = await contextOf(account);
    const refused = await watchPolicies(context);
    for (const path of paths) {
      const page = await open(context, path);
      if (path.startsWith('/endpoint/'))
        await page.getByRole('img', { name: /^Median response time by hour/ }).waitFor();
      await page.close();
    }
    await context.close();
    return refused;
  }

  it('on the pages of signed-out visitors', async () => {
    const paths = [
      '/',
      '/login',
      '/signup',
      '/verify-email',
      '/verify-email?oobCode=nonsense',
      JOIN,
      LINK,
      '/not-found',
    ];
    expect(await findRefusals(null, paths)).toEqual([]);
  });

  it('on the pages of users', async () => {
    const [monitorId, endpointId] = [seeded?.monitorId, seeded?.endpointIds[0]];
    const monitorPaths = [
      `/monitor/${monitorId}`,
      '/monitor/new',
      `/monitor/${monitorId}/edit`,
      `/endpoint/${endpointId}`,
    ];
    const paths = [
      '/',
      '/monitors',
      ...monitorPaths,
      '/incidents',
      '/settings',
      '/settings?tab=integrations',
      '/not-found',
    ];
    expect(await findRefusals(owner, paths)).toEqual([]);
  });

  it('on the pages of admins', async () => {
    expect(await findRefusals(admin, ['/agents', '/agents/demoAgentTw'])).toEqual([]);
  });

  it('while signing in with Google, whose window has its opener', async () => {
    const context = await contextOf(null);
    const refused = await watchPolicies(context);
    await context.route('https://apis.google.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.googleRan = true;' }),
    );
    const page = await open(context, '/login');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect.poll(() => page.evaluate('window.googleRan')).toBe(true);
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(`void window.open('http://${authHost}/')`),
    ]);
    await popup.waitForLoadState();
    expect(await popup.evaluate('window.opener !== null')).toBe(true);
    expect(refused).toEqual([]);
    await context.close();
  });
});

it('an injected script does not run', async () => {
  const context = await contextOf(null);
  const refused = await watchPolicies(context);
  await context.route(`${origin}/login`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('</head>', '<script>window.injected = true</script></head>');
    await route.fulfill({ response: answer, body });
  });
  const page = await open(context, '/login');
  expect(await page.content()).toContain('window.injected = true');
  expect(await page.evaluate('window.injected')).toBeUndefined();
  await expect.poll(() => refused.join()).toContain('script-src-elem inline');
  await context.close();
});
