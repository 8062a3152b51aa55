import { DAY_MS } from '@farwatch/core/values/time';
import { expect, it } from 'vitest';
import { askRegistries } from '../../entry/jobs/ask-registries.ts';
import { createMonitor } from '../../testing/api/monitors.ts';
import { newTestApi } from '../../testing/api/test-api.ts';
import { readProxyCounts, resetProxy } from '../../testing/firestore-proxy.ts';
import { useRdap } from '../../testing/rdap.ts';

const rdap = useRdap();
const COUNT = 8;

it('a domain costs two reads and a write each time that it is due, and nothing otherwise', async () => {
  const api = await newTestApi();
  const names = Array.from({ length: COUNT }, (_, index) => `cost${index}.test`);
  const expiresAt = new Date(api.clock.nowMs + 300 * DAY_MS).toISOString();
  for (const name of names) await rdap.register({ name, expiresAt });
  try {
    const user = await api.user();
    const endpoints = names.map((name) => ({ url: `domain://${name}`, name }));
    await createMonitor(api, user, { name: 'Domains', locations: ['tw'], endpoints });
    const viaProxy = () => api.project.viaProxy(api.clock.nowMs);
    await api.project.queue.work(viaProxy());
    await resetProxy();
    await askRegistries(viaProxy());
    expect(await readProxyCounts()).toMatchObject({ reads: 1, writes: 0 });
    api.clock.nowMs += 7 * DAY_MS - 1;
    await askRegistries(viaProxy());
    expect(api.project.queue.waiting).toEqual([]);
    api.clock.nowMs += 1;
    await resetProxy();
    await askRegistries(viaProxy());
    await api.project.queue.work(viaProxy());
    // The list of services is read, fetched and stored once a day for all.
    expect(await readProxyCounts()).toMatchObject({ reads: 2 * COUNT + 1, writes: COUNT + 1, deletes: 0 });
  } finally {
    await api.close();
  }
});
