import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMonitor, monitorBody } from '../../testing/api/monitors.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { faultsLeft, holdNext, resetProxy } from '../../testing/firestore-proxy.ts';

let api: TestApi;
beforeEach(async () => {
  api = await newTestApi({ viaProxy: true });
  await resetProxy();
});
afterEach(() => resetProxy().finally(() => api.close()));

it('an account with 30 slow calls at a time has to wait, and another account is answered meanwhile', async () => {
  const [greedy, neighbour] = [await api.user(), await api.user()];
  await createMonitor(api, neighbour, monitorBody(['a']));
  const holds = await Promise.all(Array.from({ length: 4 }, () => holdNext(undefined, 'RunQuery')));
  const refused: string[] = [];
  const calls = Array.from({ length: 30 }, async () => {
    const { status, headers } = await api.call(greedy, 'GET', '/v1/maintenance');
    if (status === 429) refused.push(headers.get('retry-after') ?? '');
    return status;
  });
  await expect.poll(() => refused).toEqual(Array.from({ length: 10 }, () => '1'));
  while ((await faultsLeft()).length > 0) await sleep(5);
  expect((await api.call(neighbour, 'GET', '/v1/maintenance')).status).toBe(200);
  for (const { release } of holds) await release();
  expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(20);
});
