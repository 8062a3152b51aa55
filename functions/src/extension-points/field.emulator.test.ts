import { WITH_FIELDS } from '@farwatch/core/testing/sample-field';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestUser } from '../testing/api/sign-in.ts';
import type { TestApi } from '../testing/api/test-api.ts';

const POST = { method: 'POST', headers: { accept: 'a', 'x-key': 'k' } };
const SHOP = { name: 'Shop', locations: ['tw'], endpoints: [{ url: 'https://a.farwatch.test/', name: 'A' }] };
const EDITED = { ...SHOP, budgetMs: 900, endpoints: [{ ...SHOP.endpoints[0], request: POST }] };

let api: TestApi;
let user: TestUser;

// A new field of monitors and endpoints: one line in core's table. All users of the table are imported again with it.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/monitor-fields/table', () => WITH_FIELDS);
  const { newTestApi } = await import('../testing/api/test-api.ts');
  api = await newTestApi();
  user = await api.user();
});
afterAll(async () => {
  await api.close();
  vi.doUnmock('@farwatch/core/values/monitor-fields/table');
  vi.resetModules();
});

type Created = { id: string; version: number; endpoints: [{ id: string }] };

async function create(body: object): Promise<Created> {
  const created = await api.call(user, 'POST', '/api/monitors', body);
  expect(created.status).toBe(201);
  return created.body as Created;
}

async function documentsOf({ id, endpoints: [endpoint] }: Created) {
  const { stored } = await import('../testing/api/documents.ts');
  const assignment = await stored(api).assignment('tw', user.uid);
  return {
    monitor: await stored(api).monitor(id),
    endpoint: await stored(api).endpoint(endpoint.id),
    assigned: assignment?.endpoints[endpoint.id],
  };
}

it('is stored, assigned and answered unchanged', async () => {
  const created = await create(EDITED);
  expect(created).toMatchObject({ budgetMs: 900, endpoints: [{ request: POST }] });
  expect((await api.call(user, 'GET', `/api/monitors/${created.id}`)).body).toMatchObject(created);
  expect((await api.call(user, 'GET', '/api/monitors')).body).toContainEqual(
    expect.objectContaining({
      id: created.id,
      budgetMs: 900,
      endpoints: [expect.not.objectContaining({ request: POST })],
    }),
  );
  const { monitor, endpoint, assigned } = await documentsOf(created);
  expect([monitor, endpoint]).toMatchObject([{ budgetMs: 900 }, { request: POST, rev: 0 }]);
  expect(assigned).toMatchObject({ budgetMs: 900, request: POST, group: 'Shop' });
});

it('has an unassigned default if left out, and is refused if invalid', async () => {
  const created = await create(SHOP);
  expect(created).toMatchObject({ budgetMs: null, endpoints: [{ request: null }] });
  const { endpoint, assigned } = await documentsOf(created);
  expect(endpoint).toMatchObject({ request: null });
  const { assignments } = await import('../platform/db/collections.ts');
  const raw = await assignments.ref(api.project.run(0).db, `tw_${user.uid}`).get();
  const names = Object.keys((raw.get('endpoints') as Record<string, object>)[created.endpoints[0].id] ?? {});
  expect(names.sort()).toEqual(['group', 'monitorId', 'name', 'rev', 'url']);
  expect(assigned).toMatchObject({ budgetMs: null, request: null });
  expect((await api.call(user, 'POST', '/api/monitors', { ...SHOP, budgetMs: -1 })).status).toBe(400);
});

it('is changed with its endpoint, whose revision grows, and is kept if left out', async () => {
  const created = await create(EDITED);
  const path = `/api/endpoints/${created.endpoints[0].id}`;
  const change = (body: object) => api.call(user, 'PUT', path, body);
  expect((await change({ name: 'B' })).body).toMatchObject({ name: 'B', request: POST });
  expect(await documentsOf(created)).toMatchObject({ endpoint: { rev: 0 }, assigned: { rev: 0, name: 'B' } });
  expect((await change({ request: { ...POST, headers: { accept: 'b' } } })).status).toBe(200);
  expect(await documentsOf(created)).toMatchObject({
    endpoint: { rev: 1 },
    assigned: { rev: 1, request: { headers: { accept: 'b' } } },
  });
  expect((await change({ request: null })).body).toMatchObject({ request: null });
  expect(await documentsOf(created)).toMatchObject({ endpoint: { rev: 2 }, assigned: { rev: 2, request: null } });
});

it('is merged by field if two callers edit it', async () => {
  const { mergeEdits } = await import('@farwatch/core/decisions/monitors/merge-edits');
  const created = await create(SHOP);
  const put = (body: object) =>
    api.call(user, 'PUT', `/api/monitors/${created.id}`, { ...body, version: created.version });
  expect((await put(EDITED)).status).toBe(200);
  const late = await put({ ...SHOP, budgetMs: 500 });
  expect(late.status).toBe(409);
  const { version: _, ...remote } = (late.body as { current: Parameters<typeof mergeEdits>[0] & { version: number } })
    .current;
  expect(remote).toMatchObject({ budgetMs: 900, endpoints: [{ request: POST }] });
  const endpoints = remote.endpoints.map((each) => ({ ...each, request: null }));
  const base = { ...remote, budgetMs: null, endpoints };
  const local = { ...base, budgetMs: 500 };
  const { merged, conflicts } = mergeEdits(base, local, remote);
  expect(conflicts).toEqual([{ key: 'budgetMs', of: 'monitor', field: 'budgetMs', local: 500, remote: 900 }]);
  expect(merged).toMatchObject({ budgetMs: 500, endpoints: [{ request: POST }] });
});
