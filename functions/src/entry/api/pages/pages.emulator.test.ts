import type { PageAnswer } from '@farwatch/core/contracts/api/pages';
import type { Page } from '@farwatch/core/documents/page';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';
import { PAGE_RATE } from '@farwatch/core/values/token-bucket';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isPassword } from '../../../domain/pages/password.ts';
import { pageReports, pages, snapshots, subscribers, takenSlugs } from '../../../platform/db/collections.ts';
import { VISITOR } from '../../../platform/http/authenticate.ts';
import { stored } from '../../../testing/api/documents.ts';
import { createMonitor, idOf, monitorBody } from '../../../testing/api/monitors.ts';
import { createPage, PAGES, pageBody, pageOf, post, snapshotOf } from '../../../testing/api/page-calls.ts';
import type { TestUser } from '../../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../../testing/api/test-api.ts';
import { T0 } from '../../../testing/test-project.ts';
import { editPage } from './edit-page.ts';

let api: TestApi;
let user: TestUser;
let other: TestUser;
let shop: string;
let blog: string;
let endpointId: string;
let slug: string;
let count = 0;

beforeAll(async () => {
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.nowMs = T0;
  [user, other] = [await api.user(), await api.user()];
  const monitor = await createMonitor(api, user, monitorBody(['a', 'b']));
  [shop, endpointId] = [monitor.id, idOf(monitor, 'a')];
  blog = (await createMonitor(api, user, monitorBody(['c'], ['tw'], 'Secret name'))).id;
  count += 1;
  slug = `acme-${count}`;
});

const checkout = () => ({ name: 'Checkout', monitorId: shop, endpointId: null });
const db = () => api.project.run(T0).db;
const readPage = async () => pages.read(await pages.ref(db(), slug).get());
const pagesOf = async (id: string) => (await stored(api).monitor(id))?.pages;
const callPage = (method: string, rest = '', body?: unknown, as = user) =>
  api.call(as, method, `${PAGES}/${slug}${rest}`, body);

describe('a page', () => {
  test('is created with keys, listed, changed, and its monitors name it', async () => {
    const created = await createPage(api, user, slug, pageBody([checkout()]));
    const [component] = created.groups[0]?.components ?? [];
    expect(created).toMatchObject({ slug, state: 'published', hasPassword: false, logo: null, version: 0 });
    expect(created.address).toMatch(new RegExp(`/status/${slug}$`));
    expect(component).toEqual({ key: expect.stringMatching(/^[a-z0-9]{8}$/), ...checkout() });
    expect(await pagesOf(shop)).toEqual([slug]);
    expect((await api.call(user, 'GET', PAGES)).body).toEqual({ pages: [created] });
    expect((await callPage('GET')).body).toEqual({ ...created, subscribers: 0 });

    const blogComponent = { name: 'Blog', monitorId: blog, endpointId: null };
    const kept = { ...checkout(), key: component?.key ?? '', name: 'Shop' };
    const changed = pageOf(await callPage('PUT', '', { ...pageBody([blogComponent, kept]), version: 0 }));
    const keys = changed.groups[0]?.components.map(({ key }) => key);
    expect([changed.version, keys?.[1], keys?.[0] === keys?.[1]]).toEqual([1, component?.key, false]);
    expect([await pagesOf(shop), await pagesOf(blog)]).toEqual([[slug], [slug]]);

    pageOf(await callPage('PUT', '', { ...pageBody([blogComponent]), version: 1 }));
    expect([await pagesOf(shop), await pagesOf(blog)]).toEqual([[], [slug]]);
    const late = await callPage('PUT', '', { ...pageBody([]), version: 1 });
    expect(late).toMatchObject({ status: 409, body: { code: 'edited_meanwhile' } });
  });

  test('has a snapshot while it is published, and none as a draft', async () => {
    await createPage(api, user, slug, pageBody([checkout()], { published: false }));
    expect([await snapshotOf(api, slug), (await readPage())?.dueAt]).toEqual([null, null]);
    pageOf(await callPage('PUT', '', { ...pageBody([checkout()]), version: 0 }));
    expect((await snapshotOf(api, slug))?.groups[0]?.components).toMatchObject([
      { name: 'Checkout', status: 'unknown' },
    ]);
    expect((await readPage())?.dueAt).toBeGreaterThan(T0);
    pageOf(await callPage('PUT', '', { ...pageBody([checkout()], { published: false }), version: 1 }));
    expect([await snapshotOf(api, slug), (await readPage())?.dueAt]).toEqual([null, null]);
  });

  test('is deleted with its subscribers in one commit, so that no crash leaves an address', async () => {
    await createPage(api, user, slug, pageBody([]));
    const addresses = { ['0'.repeat(32)]: { address: 'ann@farwatch.test', language: 'en' as const, since: T0 } };
    for (const list of ['0', '3']) {
      await subscribers.ref(db(), list, slug).set(subscribers.toDocument({ addresses }));
    }
    await editPage(api.project.run(T0), { ...VISITOR, uid: user.uid, accountId: user.uid }, slug, () => null);
    expect((await subscribers.collection(db(), slug).get()).size).toBe(0);
  });

  test('is deleted with all that belongs to it; its slug stays with its owner for 90 days', async () => {
    await createPage(api, user, slug, pageBody([checkout()]));
    await post(api, user, slug);
    const addresses = { [`${'0'.repeat(32)}`]: { address: 'ann@farwatch.test', language: 'en' as const, since: T0 } };
    await subscribers.ref(db(), '0', slug).set(subscribers.toDocument({ addresses }));
    expect((await callPage('GET')).body).toMatchObject({ subscribers: 1 });
    expect((await callPage('DELETE', '', undefined, other)).status).toBe(404);
    expect((await callPage('DELETE')).status).toBe(200);
    expect([await readPage(), await snapshotOf(api, slug), await pagesOf(shop)]).toEqual([null, null, []]);
    expect(await pages.ref(db(), slug).listCollections()).toEqual([]);

    const taken = await api.call(other, 'POST', PAGES, { ...pageBody([]), slug });
    expect(taken).toMatchObject({ status: 409, body: { code: 'slug_taken' } });
    const check = (as: TestUser) => api.call(as, 'GET', `/v1/page-slugs/${slug}`);
    expect((await check(other)).body).toEqual({ available: false, reason: 'taken' });
    expect((await check(user)).body).toEqual({ available: true, reason: null });
    await createPage(api, user, slug, pageBody([checkout()]));
    expect((await check(user)).body).toEqual({ available: false, reason: 'taken' });
    expect((await callPage('DELETE')).status).toBe(200);
    // What a removal that did not end has left.
    await subscribers.ref(db(), '0', slug).set(subscribers.toDocument({ addresses }));
    api.clock.nowMs = T0 + STATUS_PAGE.slugKeptMs;
    await createPage(api, other, slug, pageBody([]));
    expect((await callPage('GET', '', undefined, other)).body).toMatchObject({ subscribers: 0 });
    expect((await callPage('DELETE')).status).toBe(404);
  });

  test('keeps its subscribers when others, or its owner again, ask for its slug', async () => {
    await createPage(api, user, slug, pageBody([]));
    const addresses = { [`${'0'.repeat(32)}`]: { address: 'ann@farwatch.test', language: 'en' as const, since: T0 } };
    await subscribers.ref(db(), '0', slug).set(subscribers.toDocument({ addresses }));
    for (const as of [user, other]) {
      expect((await api.call(as, 'POST', PAGES, { ...pageBody([], { title: 'B' }), slug })).status).toBe(409);
    }
    expect((await callPage('GET')).body).toMatchObject({ subscribers: 1 });
  });

  test('of two owners who take a slug at once, exactly one gets it', async () => {
    const take = (as: TestUser) => api.call(as, 'POST', PAGES, { ...pageBody([]), slug });
    const statuses = (await Promise.all([take(user), take(other)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 409]);
  });

  test('of two changes of the same version, one is refused', async () => {
    await createPage(api, user, slug, pageBody([]));
    api.clock.nowMs += MINUTE_MS;
    const change = (title: string) => callPage('PUT', '', { ...pageBody([], { title }), version: 0 });
    const statuses = (await Promise.all([change('A'), change('B')])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
  });

  test('there are at most twenty', async () => {
    await createPage(api, user, slug, pageBody([]));
    const page = await readPage();
    const copies = Array.from({ length: STATUS_PAGE.perOwner - 1 }, (_, index) => `${slug}-copy-${index}`);
    if (page) for (const copy of copies) await pages.ref(db(), copy).set(pages.toDocument(page));
    const more = await api.call(user, 'POST', PAGES, { ...pageBody([]), slug: `${slug}-more` });
    expect(more).toMatchObject({ status: 409, body: { code: 'too_many_pages' } });
  });
});

test.each([
  ['AB', 'invalid'],
  ['ab', 'invalid'],
  ['a--b', 'invalid'],
  ['-abc', 'invalid'],
  ['x'.repeat(41), 'invalid'],
  ['admin', 'reserved'],
  ['farwatch', 'reserved'],
])('the slug %s is %s', async (text, reason) => {
  expect((await api.call(user, 'GET', `/v1/page-slugs/${text}`)).body).toEqual({ available: false, reason });
  expect((await api.call(user, 'POST', PAGES, { ...pageBody([]), slug: text })).body).toMatchObject({
    code: 'invalid',
  });
});

describe('what is refused', () => {
  const many = (length: number) => Array.from({ length }, checkout);
  const foreign = () => ({ name: 'Foreign', monitorId: 'unknown', endpointId: null });
  const wrongEndpoint = () => ({ name: 'Wrong', monitorId: blog, endpointId });
  test.each<[string, () => object, string]>([
    ['an unknown monitor', () => pageBody([foreign()]), 'unknown_monitor'],
    ['an endpoint of another monitor', () => pageBody([wrongEndpoint()]), 'unknown_monitor'],
    ['no password', () => pageBody([], { access: 'password' }), 'password_missing'],
    [
      'too many components',
      () => ({ ...pageBody([]), groups: [many(60), many(60)].map((components) => ({ name: '', components })) }),
      'too_many_components',
    ],
  ])('%s', async (_, body, code) => {
    const { body: refused } = await api.call(user, 'POST', PAGES, { ...body(), slug });
    expect(refused).toMatchObject({ code });
    if (code === 'unknown_monitor') expect(refused).toMatchObject({ details: [{ path: 'groups.0.components.0' }] });
    expect((await api.call(user, 'POST', '/v1/page-previews', { ...body(), slug: null })).status).toBe(
      code === 'password_missing' ? 200 : code === 'unknown_monitor' ? 404 : 409,
    );
    expect(await readPage()).toBeNull();
  });

  test('another owner’s monitor and page', async () => {
    const refused = await api.call(other, 'POST', PAGES, { ...pageBody([checkout()]), slug });
    expect(refused.body).toMatchObject({ code: 'unknown_monitor' });
    await createPage(api, user, slug, pageBody([]));
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PUT', '', { ...pageBody([]), version: 0 }],
      ['DELETE', '/logo', undefined],
      ['GET', '/incidents', undefined],
      ['POST', '/incidents', { title: 'x', components: [], state: 'resolved', text: 'x' }],
    ] as const) {
      expect((await callPage(method, rest, body, other)).status).toBe(404);
    }
    const preview = await api.call(other, 'POST', '/v1/page-previews', { ...pageBody([]), slug });
    expect(preview.status).toBe(404);
  });

  test('too many groups name the field', async () => {
    const groups = Array.from({ length: 2000 }, () => ({ name: 'x'.repeat(80), components: [] }));
    const { status, body } = await api.call(user, 'POST', PAGES, { ...pageBody([]), groups, slug });
    expect([status, body]).toMatchObject([400, { code: 'invalid', details: [{ path: 'groups' }] }]);
  });
});

test('a password is stored as its hash only, and a new one, also of a new page, ends what the old one opened', async () => {
  const body = { ...pageBody([], { access: 'password' }), password: 'correct horse' };
  const created = await createPage(api, user, slug, body);
  expect(created.hasPassword).toBe(true);
  expect(JSON.stringify(created)).not.toMatch(/scrypt|correct horse/);
  const first = await readPage();
  expect(first?.passwordHash).toMatch(/^scrypt\$/);
  expect(await isPassword('correct horse', first?.passwordHash ?? '')).toBe(true);
  expect(await isPassword('correct house', first?.passwordHash ?? '')).toBe(false);
  pageOf(await callPage('PUT', '', { ...pageBody([], { access: 'password' }), version: 0 }));
  expect(await readPage()).toMatchObject({ passwordHash: first?.passwordHash, passwordVersion: T0 });
  pageOf(await callPage('PUT', '', { ...body, password: 'battery staple', version: 1 }));
  expect(await readPage()).toMatchObject({ passwordVersion: T0 + 1 });
  expect((await snapshotOf(api, slug))?.passwordVersion).toBe(T0 + 1);
  expect(JSON.stringify(await snapshotOf(api, slug))).not.toContain('scrypt');
  expect((await callPage('DELETE')).status).toBe(200);
  api.clock.nowMs += MINUTE_MS;
  await createPage(api, user, slug, body);
  expect((await snapshotOf(api, slug))?.passwordVersion).toBe(T0 + MINUTE_MS);
});

test('what an edit hides is hidden by its commit, without a build of the snapshot; what it shows is not', async () => {
  await createPage(api, user, slug, pageBody([checkout()]));
  const edit = (changes: Partial<Page>) =>
    editPage(
      api.project.run(T0),
      { ...VISITOR, uid: user.uid, accountId: user.uid },
      slug,
      (page) => page && { ...page, ...changes },
    );
  const access = async () => {
    const snapshot = await snapshotOf(api, slug);
    return snapshot && [snapshot.access, snapshot.passwordVersion];
  };
  expect(await access()).toEqual(['public', 0]);
  await edit({ access: 'password', passwordHash: 'hash', passwordVersion: 1 });
  expect(await access()).toEqual(['password', 1]);
  await edit({ passwordVersion: 2 });
  expect(await access()).toEqual(['password', 2]);
  await edit({ access: 'public', groups: [] });
  expect(await access()).toEqual(['password', 2]);
  const left = await snapshotOf(api, slug);
  await edit({ published: false });
  expect(await access()).toBeNull();
  const page = await readPage();
  if (!page || !left) throw new Error('there is no page');
  await pages.ref(db(), slug).delete();
  await snapshots.ref(db(), 'current', slug).set(snapshots.toDocument(left));
  await takenSlugs.ref(db(), slug).delete();
  await editPage(api.project.run(T0), { ...VISITOR, uid: user.uid, accountId: user.uid }, slug, () => ({
    ...page,
    published: true,
  }));
  expect(await access()).toBeNull();
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('a logo', () => {
  const put = (type: string, bytes: Buffer) => callPage('PUT', '/logo', { type, base64: bytes.toString('base64') });

  test('has an address of its own, which the snapshot shows at once', async () => {
    await createPage(api, user, slug, pageBody([]));
    const { logo } = pageOf(await put('image/png', PIXEL));
    const tag = logo?.split('/').at(-1);
    expect(logo).toMatch(new RegExp(`/status/${slug}/logo/[0-9a-f]{16}$`));
    expect((await snapshotOf(api, slug))?.logoTag).toBe(tag);
    expect(pageOf(await callPage('DELETE', '/logo')).logo).toBeNull();
    expect((await snapshotOf(api, slug))?.logoTag).toBeNull();
  });

  test('of a draft is a data URL for its owner and in the preview, since the site does not show it', async () => {
    const draft = pageBody([], { published: false });
    const url = `data:image/png;base64,${PIXEL.toString('base64')}`;
    await createPage(api, user, slug, draft);
    expect(pageOf(await put('image/png', PIXEL)).logo).toBe(url);
    expect(pageOf(await callPage('GET')).logo).toBe(url);
    expect(pageOf(await callPage('PUT', '', { ...draft, version: 0 })).logo).toBe(url);
    const preview = await api.call(user, 'POST', '/v1/page-previews', { ...draft, slug });
    expect((preview.body as { html: string }).html).toContain(`<img src="${url}"`);
    const published = pageOf(await callPage('PUT', '', { ...pageBody([]), version: 1 }));
    expect(published.logo).toMatch(/\/logo\/[0-9a-f]{16}$/);
  });

  test.each<[string, string, Buffer, string]>([
    ['another type than declared', 'image/jpeg', PIXEL, 'bad_picture'],
    ['an SVG', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'bad_picture'],
    ['an SVG by its type', 'image/svg+xml', Buffer.from('<svg/>'), 'invalid'],
    ['more than 64 KB', 'image/png', Buffer.concat([PIXEL, Buffer.alloc(STATUS_PAGE.logoBytes)]), 'too_large'],
  ])('of %s is refused', async (_, type, bytes, code) => {
    await createPage(api, user, slug, pageBody([]));
    expect((await put(type, bytes)).body).toMatchObject({ code });
  });
});

test('a preview shows the draft that is sent, and stores nothing', async () => {
  const body = { ...pageBody([checkout()], { title: 'Draft <b>' }), slug: null };
  const { html } = (await api.call(user, 'POST', '/v1/page-previews', body)).body as { html: string };
  expect(html).toContain('Checkout');
  expect(html).not.toContain('Draft <b>');
  expect([await readPage(), await pagesOf(shop)]).toEqual([null, []]);
});

test('previews and saves have a limit of their own', async () => {
  const preview = () => api.call(user, 'POST', '/v1/page-previews', { ...pageBody([]), slug: null });
  const answers = await Promise.all(Array.from({ length: PAGE_RATE.burst }, preview));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await preview()).status).toBe(429);
  api.clock.nowMs += SECOND_MS / PAGE_RATE.perSec;
  expect((await preview()).status).toBe(200);
});

describe('monitors', () => {
  const both = () => [
    checkout(),
    { name: 'One', monitorId: shop, endpointId },
    { name: 'Blog', monitorId: blog, endpointId: null },
  ];
  const namesIn = async () =>
    ((await callPage('GET')).body as PageAnswer).groups.flatMap(({ components }) => components.map(({ name }) => name));
  const work = () => api.project.queue.work(api.project.run(api.clock.nowMs));

  test('leave their pages when they are deleted, as do endpoints', async () => {
    await createPage(api, user, slug, pageBody(both()));
    api.clock.nowMs += MINUTE_MS;
    expect((await api.call(user, 'DELETE', `/endpoints/${endpointId}`)).status).toBe(200);
    expect(await namesIn()).toEqual(['Checkout', 'Blog']);
    expect((await api.call(user, 'DELETE', `/monitors/${shop}`)).status).toBe(200);
    expect(await namesIn()).toEqual(['Blog']);
    api.project.queue.waiting = api.project.queue.waiting.filter(({ name }) => name === 'updatePages');
    await work();
    expect((await snapshotOf(api, slug))?.groups[0]?.components.map(({ name }) => name)).toEqual(['Blog']);
  });

  test('an endpoint that moves to another monitor stays on the page', async () => {
    await createPage(api, user, slug, pageBody([{ name: 'One', monitorId: shop, endpointId }]));
    const move = { endpointIds: [endpointId], targetId: blog };
    expect((await api.call(user, 'POST', `/monitors/${shop}/endpoints/move`, move)).status).toBe(200);
    const { groups } = (await callPage('GET')).body as PageAnswer;
    expect(groups[0]?.components).toMatchObject([{ name: 'One', monitorId: blog, endpointId }]);
    expect([await pagesOf(shop), await pagesOf(blog)]).toEqual([[], [slug]]);
  });
});

describe('operators', () => {
  test('see reports, and unpublish a page for a reason that its owner sees', async () => {
    const admin = await api.user({ admin: true });
    await createPage(api, user, slug, pageBody([checkout()]));
    const report = { slug, text: 'A copy of my bank', createdAt: T0, expireAt: T0 + DAY_MS };
    await pageReports.collection(db()).add(pageReports.toDocument(report));
    const reports = async () =>
      ((await api.call(admin, 'GET', '/v1/page-reports')).body as { reports: { slug: string }[] }).reports.filter(
        (each) => each.slug === slug,
      );
    expect(await reports()).toMatchObject([{ slug, text: 'A copy of my bank', isBlocked: false }]);
    const block = (reason: string | null) => api.call(admin, 'PUT', `/v1/page-blocks/${slug}`, { reason });
    expect((await block('It imitates a bank')).status).toBe(200);
    expect(await reports()).toMatchObject([{ isBlocked: true }]);
    expect([await snapshotOf(api, slug), (await readPage())?.dueAt]).toEqual([null, null]);
    expect((await callPage('GET')).body).toMatchObject({ state: 'blocked', blockedReason: 'It imitates a bank' });
    expect(pageOf(await callPage('PUT', '', { ...pageBody([]), version: 0 })).state).toBe('blocked');
    expect(await snapshotOf(api, slug)).toBeNull();
    expect((await block(null)).status).toBe(200);
    expect(await snapshotOf(api, slug)).not.toBeNull();
    expect((await api.call(admin, 'PUT', '/v1/page-blocks/missing', { reason: null })).status).toBe(404);
  });

  test('have a page blocked that its owner deletes and creates again', async () => {
    const admin = await api.user({ admin: true });
    const block = (reason: string | null) => api.call(admin, 'PUT', `/v1/page-blocks/${slug}`, { reason });
    const again = () => createPage(api, user, slug, pageBody([checkout()]));
    const isBlocked = { state: 'blocked', blockedReason: 'It imitates a bank' };
    const report = { slug, text: 'A copy of my bank', createdAt: T0, expireAt: T0 + DAY_MS };
    await pageReports.collection(db()).add(pageReports.toDocument(report));
    await again();
    await block('It imitates a bank');
    expect((await callPage('DELETE')).status).toBe(200);
    const { body } = await api.call(admin, 'GET', '/v1/page-reports');
    expect((body as { reports: object[] }).reports).toContainEqual(expect.objectContaining({ slug, isBlocked: true }));

    api.clock.nowMs += STATUS_PAGE.slugKeptMs;
    expect((await api.call(other, 'POST', PAGES, { ...pageBody([]), slug })).body).toMatchObject({
      code: 'slug_taken',
    });
    expect(await again()).toMatchObject(isBlocked);
    expect([await snapshotOf(api, slug), (await readPage())?.dueAt]).toEqual([null, null]);
    expect((await callPage('DELETE')).status).toBe(200);
    expect(await again()).toMatchObject(isBlocked);
    expect((await callPage('DELETE')).status).toBe(200);

    expect((await block(null)).status).toBe(200);
    expect((await again()).state).toBe('published');
    expect(await snapshotOf(api, slug)).not.toBeNull();
    expect((await callPage('DELETE')).status).toBe(200);
    expect((await block('It imitates a bank')).status).toBe(200);
    expect(await again()).toMatchObject(isBlocked);
  });
});
