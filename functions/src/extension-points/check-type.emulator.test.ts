import { WITH_FINGER } from '@farwatch/core/testing/sample-check-type';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const TARGET = 'finger://db.farwatch.test:5432';

// A new check type: one line in core's table. All users of the table are imported again with it.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/check-types/table', () => WITH_FINGER);
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/values/check-types/table');
  vi.resetModules();
});

it('is created through the API and assigned with its target', async () => {
  const { newTestApi } = await import('../testing/api/test-api.ts');
  const { assignmentId } = await import('@farwatch/core/documents/assignment');
  const { assignments } = await import('../platform/db/collections.ts');
  const { T0 } = await import('../testing/test-project.ts');
  const api = await newTestApi();
  try {
    const user = await api.user();
    const monitor = (url: string) => ({ name: 'Data', description: '', locations: ['tw'], endpoints: [{ url }] });
    const made = await api.call(user, 'POST', '/api/monitors', monitor(TARGET));
    expect([made.status, JSON.stringify(made.body)]).toEqual([201, expect.stringContaining(TARGET)]);
    expect((await api.call(user, 'POST', '/api/monitors', monitor('finger://no-port'))).status).toBe(400);
    expect((await api.call(user, 'POST', '/api/monitors', monitor('ftp://a.farwatch.test'))).status).toBe(400);
    const { db } = api.project.run(T0 + MINUTE_MS);
    const assigned = assignments.read(await assignments.ref(db, assignmentId('tw', user.uid)).get());
    expect(Object.values(assigned?.endpoints ?? {})).toEqual([expect.objectContaining({ url: TARGET })]);
  } finally {
    await api.close();
  }
});
