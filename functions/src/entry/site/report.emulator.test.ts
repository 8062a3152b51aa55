import { agentSample } from '@farwatch/core/testing/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agents, notices, pageReports } from '../../platform/db/collections.ts';
import { T0 } from '../../testing/test-project.ts';
import { newTestSite, type TestSite } from '../../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await newTestSite();
  await site.putPage('acme');
  const { db } = site.project.run(T0);
  for (const id of ['tw1', 'th1']) {
    await agents.ref(db, id).set(agents.toDocument({ ...agentSample(), ownerId: 'admin' }));
  }
});
afterAll(() => site.close());

test('a report is stored and the operators are notified, once a day for a page', async () => {
  const { db } = site.project.run(T0);
  expect(await site.post('/status/acme/report', { text: ' ' })).toMatchObject({ status: 400 });
  const sent = await site.post('/status/acme/report', { text: 'It collects passwords. <b>', language: 'cn' });
  expect(sent).toMatchObject({ status: 200, text: expect.stringContaining('感谢您的反馈') });
  await site.post('/status/acme/report', { text: 'Again.' });
  const stored = (await pageReports.collection(db).get()).docs.map((each) => pageReports.read(each));
  expect(stored).toMatchObject([{ slug: 'acme' }, { slug: 'acme' }]);
  expect(new Set(stored.map((each) => each?.text))).toEqual(new Set(['It collects passwords. <b>', 'Again.']));
  const sentNotices = (await notices.collection(db).get()).docs.map((each) => notices.read(each));
  expect(sentNotices).toMatchObject([{ ownerId: 'admin', kind: 'page_reported', values: { page: 'acme' } }]);
});

test('a visitor reports only so often', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await site.post('/status/acme/report', { text: 'x' })).status);
  expect(statuses.at(-1)).toBe(429);
});
