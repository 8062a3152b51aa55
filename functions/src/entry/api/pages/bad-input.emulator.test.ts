import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logos, pages, publications } from '../../../platform/db/collections.ts';
import { listen } from '../../../testing/api/listen.ts';
import { createMonitor, monitorBody } from '../../../testing/api/monitors.ts';
import { createPage, PAGES, pageBody, post } from '../../../testing/api/page-calls.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { statusSiteApp } from '../../site/app.ts';
import { SCRIPT } from '../../site/style.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const ATTACK = `"><script>alert(1)</script><img src=x onerror=alert(1)>]]>`;

let api: TestApi;
let site: Awaited<ReturnType<typeof listen>>;
let user: TestUser;
let other: TestUser;
let monitorId: string;
let slug: string;
let count = 0;

beforeAll(async () => {
  api = await newTestApi();
  const newRun = () => api.project.run(api.clock.nowMs);
  site = await listen(statusSiteApp({ newRun, env: { APP_URL: 'https://farwatch.test' } }));
  [user, other] = [await api.user(), await api.user()];
});
afterAll(async () => {
  await site.close();
  await api.close();
});
beforeEach(async () => {
  count += 1;
  slug = `acme-${count}`;
  monitorId = (await createMonitor(api, user, monitorBody([`host${count}`]))).id;
});

const db = () => api.project.run(api.clock.nowMs).db;
const component = (name = 'Checkout') => ({ name, monitorId, endpointId: null });
const call = (as: TestUser, method: string, rest = '', body?: unknown) =>
  api.call(as, method, `${PAGES}/${slug}${rest}`, body);
const pictureOf = (bytes: Buffer) => ({ type: 'image/png', base64: bytes.toString('base64') });
const isStored = async () => (await pages.ref(db(), slug).get()).exists;

async function shown(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${site.origin}${path}`);
  return { status: response.status, text: await response.text() };
}

test('every call for another owner’s page is answered as for one that does not exist, and changes nothing', async () => {
  await createPage(api, user, slug, pageBody([component()]));
  const { id } = await post(api, user, slug);
  const page = pages.ref(db(), slug);
  const before = (await page.get()).updateTime;
  const incident = { title: 'x', components: [], state: 'resolved', text: 'x' };
  const calls: [method: string, rest: string, body?: unknown][] = [
    ['GET', ''],
    ['PUT', '', { ...pageBody([]), version: 0 }],
    ['DELETE', ''],
    ['PUT', '/logo', pictureOf(PIXEL)],
    ['DELETE', '/logo'],
    ['GET', '/incidents'],
    ['POST', '/incidents', incident],
    ['PUT', `/incidents/${id}`, { title: 'x', components: [] }],
    ['POST', `/incidents/${id}/updates`, { state: 'resolved', text: 'x' }],
    ['DELETE', `/incidents/${id}`],
  ];
  const refused = await Promise.all(calls.map(async ([method, rest, body]) => call(other, method, rest, body)));
  expect(refused.map(({ status }) => status)).toEqual(calls.map(() => 404));
  expect((await page.get()).updateTime).toEqual(before);
  expect(publications.read(await publications.ref(db(), id, slug).get())).toMatchObject({
    title: 'Slow',
    updates: [{}],
  });
});

test('a script in every text field stays text, wherever visitors see it', async () => {
  const texts = { title: ATTACK, description: ATTACK };
  const groups = [{ name: ATTACK, components: [component(ATTACK)] }];
  const page = await createPage(api, user, slug, { ...pageBody([]), ...texts, groups });
  const { id } = await post(api, user, slug, { title: ATTACK, text: ATTACK });
  const month = new Date(api.clock.nowMs).toISOString().slice(0, 7);
  for (const below of ['', '/cn', `/incidents/${id}`, `/history/${month}`]) {
    const { status, text } = await shown(`/status/${slug}${below}`);
    expect([below, status, text.includes('alert(1)')]).toEqual([below, 200, true]);
    expect([...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script)).toEqual([SCRIPT]);
    expect(text).not.toContain('<img src=x');
  }
  const key = page.groups[0]?.components[0]?.key;
  for (const path of [`/status/${slug}.rss`, `/status/${slug}.atom`, `/badge/${slug}/${key}.svg`]) {
    const { status, text } = await shown(path);
    // Readers of feeds show titles as text; only their content is markup.
    const markup = text.replaceAll(/<title>[\s\S]*?<\/title>|<(description|subtitle|summary)[\s\S]*?<\/\1>/g, '');
    expect([path, status, markup.includes('<script')]).toEqual([path, 200, false]);
  }
});

describe('what is refused stores nothing', () => {
  test.each<[string, object, string]>([
    ['a website that is a script', { website: 'javascript:alert(1)' }, 'website'],
    ['an accent that is more than a color', { accent: '#fff}body{display:none' }, 'accent'],
    ['a title of two lines', { title: 'A\nB' }, 'title'],
    ['200 KB of title', { title: 'x'.repeat(200_000) }, 'title'],
    ['200 KB of names', { groups: [{ name: 'x'.repeat(200_000), components: [] }] }, 'groups'],
    ['a time zone that does not exist', { timeZone: '<script>' }, 'timeZone'],
  ])('%s', async (_, changes, field) => {
    const { status, body } = await api.call(user, 'POST', PAGES, { ...pageBody([]), ...changes, slug });
    const details = expect.arrayContaining([expect.objectContaining({ path: expect.stringContaining(field) })]);
    expect([status, body]).toMatchObject([400, { code: 'invalid', details }]);
    expect(await isStored()).toBe(false);
  });

  test.each([
    ['a picture of 10 MB', Buffer.alloc(10_000_000), 413],
    ['one byte more than may be', Buffer.alloc(STATUS_PAGE.logoBytes + 1), 413],
    ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), 400],
    ['nothing', Buffer.alloc(0), 400],
  ])('%s as the logo', async (_, bytes, status) => {
    await createPage(api, user, slug, pageBody([]));
    expect((await call(user, 'PUT', '/logo', pictureOf(bytes))).status).toBe(status);
    expect((await logos.ref(db(), 'current', slug).get()).exists).toBe(false);
  });
});

test('a page whose monitors were deleted is still shown, without them', async () => {
  await createPage(api, user, slug, pageBody([component()]));
  expect((await api.call(user, 'DELETE', `/monitors/${monitorId}`)).status).toBe(200);
  api.project.queue.waiting = api.project.queue.waiting.filter(({ name }) => name === 'updatePages');
  await api.project.queue.work(api.project.run(api.clock.nowMs));
  const { status, text } = await shown(`/status/${slug}`);
  expect([status, text.includes('Acme'), text.includes('Checkout')]).toEqual([200, true, false]);
});
