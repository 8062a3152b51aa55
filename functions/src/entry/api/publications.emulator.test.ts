import type { PublicationAnswer } from '@farwatch/core/contracts/api/publications';
import { incidentSample, outageSample } from '@farwatch/core/testing/samples';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSnapshot } from '../../domain/pages/build-snapshot.ts';
import { CURRENT_ID } from '../../domain/pages/snapshot-id.ts';
import { incidents, mailings, publications, snapshots } from '../../platform/db/collections.ts';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import { createPage, PAGES, pageBody, post, snapshotOf } from '../../testing/api/page-calls.ts';
import type { TestUser } from '../../testing/api/sign-in.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { T0 } from '../../testing/test-project.ts';

let api: TestApi;
let user: TestUser;
let slug: string;
let key: string;
let monitorId: string;
let count = 0;

beforeAll(async () => {
  api = await newTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.nowMs = T0;
  user = await api.user();
  monitorId = (await createMonitor(api, user, monitorBody(['a']))).id;
  count += 1;
  slug = `acme-${count}`;
  const page = await createPage(api, user, slug, pageBody([{ name: 'Checkout', monitorId, endpointId: null }]));
  key = page.groups[0]?.components[0]?.key ?? '';
  api.project.queue.waiting = [];
});

const db = () => api.project.run(T0).db;
const call = (method: string, rest: string, body?: unknown) =>
  api.call(user, method, `${PAGES}/${slug}/incidents${rest}`, body);
const shown = async () => (await snapshotOf(api, slug))?.incidents;
const list = async (query = '') => (await call('GET', query)).body as { incidents: PublicationAnswer[]; next: string };
const iso = (atMs: number) => new Date(atMs).toISOString();

test('an incident is posted, updated, resolved, reopened, changed and deleted; visitors see each step at once', async () => {
  const posted = await post(api, user, slug, { components: [key, 'unknown1'] });
  const update = { state: 'investigating', text: 'We are looking into it.' };
  expect(posted).toMatchObject({ title: 'Slow', components: [key], incidentId: null, automatic: false });
  expect(posted.updates).toEqual([{ ...update, at: iso(T0) }]);
  expect(posted.address).toMatch(new RegExp(`/status/${slug}/incidents/${posted.id}$`));
  expect(await shown()).toMatchObject([{ id: posted.id, updates: [update], resolvedAt: null }]);

  api.clock.nowMs += MINUTE_MS;
  const resolve = { state: 'resolved', text: 'It is over.' };
  const resolved = await call('POST', `/${posted.id}/updates`, resolve);
  expect(resolved).toMatchObject({ status: 201, body: { resolvedAt: iso(T0 + MINUTE_MS) } });
  expect(await shown()).toMatchObject([{ updates: [update, resolve], resolvedAt: T0 + MINUTE_MS }]);

  api.clock.nowMs += MINUTE_MS;
  await call('POST', `/${posted.id}/updates`, { state: 'monitoring', text: 'We keep an eye on it.' });
  expect(await shown()).toMatchObject([{ resolvedAt: null }]);

  await call('PUT', `/${posted.id}`, { title: 'Slower', components: [] });
  expect(await shown()).toMatchObject([{ title: 'Slower', components: [] }]);
  expect((await list()).incidents).toMatchObject([{ title: 'Slower' }]);
  expect((await call('DELETE', `/${posted.id}`)).status).toBe(200);
  expect([await shown(), (await list()).incidents]).toEqual([[], []]);
  expect((await call('DELETE', `/${posted.id}`)).status).toBe(404);
});

test('the longest posts leave the page working: it shows their newest updates, and more can be posted', async () => {
  const text = '長'.repeat(STATUS_PAGE.updateLength);
  const updates = Array.from({ length: STATUS_PAGE.updates }, (_, n) => ({
    state: 'investigating' as const,
    text,
    at: T0 - HOUR_MS + n,
  }));
  const first = await post(api, user, slug, { components: [key] });
  const stored = publications.read(await publications.ref(db(), first.id, slug).get());
  if (!stored) throw new Error('not stored');
  for (let n = 0; n < 5; n += 1) {
    const isFirst = n === 0;
    const document = publications.toDocument({ ...stored, updates: isFirst ? updates.slice(1) : updates });
    await publications.ref(db(), isFirst ? first.id : `long${n}`, slug).set(document);
  }
  api.clock.nowMs += MINUTE_MS;
  const last = { state: 'monitoring', text };
  expect((await call('POST', `/${first.id}/updates`, last)).status).toBe(201);
  await buildSnapshot(api.project.run(api.clock.nowMs), slug);
  const snapshot = await snapshots.ref(db(), CURRENT_ID, slug).get();
  const bytes = Buffer.byteLength(JSON.stringify(snapshot.data()));
  expect(bytes).toBeLessThan(0.6 * 1024 * 1024);
  const incidentsShown = (await shown()) ?? [];
  expect(incidentsShown).toHaveLength(5);
  expect(incidentsShown.every(({ isCut }) => isCut)).toBe(true);
  expect((await call('POST', '', { title: 'Another', components: [], ...last })).status).toBe(201);
  expect((await shown())?.map(({ title }) => title)).toContain('Another');
});

test('a page that Firestore refuses as too large is full, which is no error of the server', async () => {
  const ref = snapshots.ref(db(), CURRENT_ID, slug);
  const components = (await snapshotOf(api, slug))?.groups[0]?.components.slice(0, 1) ?? [];
  const name = 'x'.repeat(1024 * 1024 - 4000);
  await ref.update({ groups: [{ name, components: components.map((each) => ({ ...each, since: new Date(T0) })) }] });
  const body = { title: 'Slow', components: [], state: 'investigating', text: 'x'.repeat(STATUS_PAGE.updateLength) };
  await call('POST', '', body);
  expect(await call('POST', '', body)).toMatchObject({ status: 409, body: { code: 'page_full' } });
});

test('a detected incident is posted once, under an id that does not name it', async () => {
  const startedAt = T0 - 3 * MINUTE_MS;
  const outage = outageSample({ startedAt, endedAt: null });
  const incident = incidentSample({ ownerId: user.uid, monitorId, triggeredAt: startedAt, outage });
  await incidents.ref(db(), 'detected').set(incidents.toDocument(incident));
  const posted = await post(api, user, slug, { incidentId: 'detected' });
  expect(posted).toMatchObject({ incidentId: 'detected', startedAt: iso(startedAt) });
  expect(posted.id).not.toContain('detected');
  const again = { title: 'x', components: [], state: 'identified', text: 'x', incidentId: 'detected' };
  expect((await call('POST', '', again)).body).toMatchObject({ code: 'already_posted' });
  expect((await call('DELETE', `/${posted.id}`)).status).toBe(200);
  expect([await shown(), (await list()).incidents, (await call('DELETE', `/${posted.id}`)).status]).toEqual([
    [],
    [],
    404,
  ]);
  expect(await post(api, user, slug, again)).toMatchObject({ id: posted.id, title: 'x', resolvedAt: null });
  expect([await shown(), (await list()).incidents]).toMatchObject([[{ id: posted.id }], [{ id: posted.id }]]);
  const foreign = { ...again, incidentId: 'unknown' };
  expect((await call('POST', '', foreign)).body).toMatchObject({ code: 'invalid', details: [{ path: 'incidentId' }] });
});

test('subscribers are mailed about what is to be mailed, in the same commit, and only of a page that is seen', async () => {
  const { id } = await post(api, user, slug, { notify: true });
  await call('POST', `/${id}/updates`, { state: 'identified', text: 'A disk is full.' });
  const found = await mailings.collection(db(), slug).get();
  expect(found.docs.map((doc) => mailings.read(doc))).toMatchObject([
    { publicationId: id, incident: { title: 'Slow', updates: [{}] }, sentUntil: null, endedAt: null, startedAt: T0 },
  ]);
  const task = { name: 'sendMailing', input: { slug, mailingId: found.docs[0]?.id } };
  expect(api.project.queue.waiting).toEqual([task]);
  await api.call(user, 'PUT', `${PAGES}/${slug}`, { ...pageBody([], { published: false }), version: 0 });
  await call('POST', `/${id}/updates`, { state: 'resolved', text: 'Over.', notify: true });
  expect(api.project.queue.waiting).toEqual([task]);
});

test('at most twenty are open, and an incident has at most fifty updates', async () => {
  const first = await post(api, user, slug);
  for (let open = 1; open < STATUS_PAGE.openIncidents; open += 1) await post(api, user, slug);
  const body = { title: 'x', components: [], state: 'investigating', text: 'x' };
  expect((await call('POST', '', body)).body).toMatchObject({ code: 'too_many_open' });
  expect((await call('POST', '', { ...body, state: 'resolved' })).status).toBe(201);
  const update = (state: string) => call('POST', `/${first.id}/updates`, { state, text: `As ${api.clock.nowMs}` });
  expect((await update('resolved')).status).toBe(201);
  await post(api, user, slug);
  expect((await update('monitoring')).body).toMatchObject({ code: 'too_many_open' });
  for (let left = STATUS_PAGE.updates - 2; left > 0; left -= 1) {
    api.clock.nowMs += 1;
    expect((await update('resolved')).status).toBe(201);
  }
  api.clock.nowMs += 1;
  expect((await update('resolved')).body).toMatchObject({ code: 'too_many_updates' });
});

test('the list has fifty at a time, and the page shows those of the last fourteen days', async () => {
  for (let index = 0; index < 52; index += 1) {
    api.clock.nowMs += DAY_MS / 2;
    await post(api, user, slug, { state: 'resolved', title: `No. ${index}` });
  }
  const first = await list();
  const rest = await list(`?before=${encodeURIComponent(first.next)}`);
  expect([first.incidents.length, rest.incidents.length, rest.next]).toEqual([50, 2, null]);
  expect(rest.incidents.map(({ title }) => title)).toEqual(['No. 1', 'No. 0']);
  expect(await shown()).toHaveLength(28);
});
