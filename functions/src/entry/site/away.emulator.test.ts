import { DAY_MS, SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { injectFault, PERMISSION_DENIED, readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { T0 } from '../../testing/test-project.ts';
import { newTestSite, type TestSite } from '../../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await newTestSite({ viaProxy: true });
  await site.putPage('acme');
  await site.putPage('later');
  await resetProxy();
});
afterAll(() => site.close());

test('an instance reads a page once in ten seconds, and while Firestore fails shows the last state with its time', async () => {
  for (const path of ['/status/acme', '/status/acme/cn', '/status/acme.json', '/badge/acme.svg']) await site.get(path);
  expect(await readProxyCounts()).toMatchObject({ reads: 1, writes: 0 });
  await injectFault({ fault: 'refuse', method: 'BatchGetDocuments', times: 100, status: PERMISSION_DENIED });
  for (const later of [11 * SECOND_MS, DAY_MS]) {
    site.clock.nowMs = T0 + later;
    const { status, text } = await site.get('/status/acme');
    expect(status).toBe(200);
    expect(text).toContain(`Last confirmed <time datetime="${new Date(T0).toISOString()}"`);
  }
  const unknown = await site.get('/status/later');
  expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([503, 'private, no-store']);
  expect(unknown.text).toContain('The status cannot be shown right now');
  const badge = await site.get('/badge/later.svg');
  expect([badge.status, badge.text]).toEqual([503, expect.stringContaining('no data')]);
  await resetProxy();
  site.clock.nowMs += 11 * SECOND_MS;
  expect((await site.get('/status/acme')).text).toContain(new Date(site.clock.nowMs).toISOString());
  expect((await site.get('/status/later')).status).toBe(200);
});
