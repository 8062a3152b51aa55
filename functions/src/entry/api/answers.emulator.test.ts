import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, type Call, type Seeded, seedApi } from '../../testing/api/calls.ts';
import { newTestApi, type TestApi } from '../../testing/api/test-api.ts';
import { useTelegram } from '../../testing/telegram-chat.ts';
import { ROUTES } from './routes.ts';

let api: TestApi;
let seeded: Seeded;

beforeAll(async () => {
  useTelegram();
  api = await newTestApi();
  seeded = await seedApi(api);
});
afterAll(() => api.close());

/** Whether the answer, or its `data`, is an empty list. */
function isEmptyList(body: unknown): boolean {
  const list: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
  return Array.isArray(list) && list.length === 0;
}

describe('every route’s answer has exactly its schema’s fields', () => {
  test.each(ROUTES.map(({ call }) => [call.method, call.path, call] as const))(
    '%s %s',
    async (method, path, { status, output, isText }) => {
      const call: Call | undefined = CALLS[`${method} ${path}`];
      if (!call) throw new Error(`add '${method} ${path}' to CALLS in testing/api/calls.ts`);
      const { path: target, body, user = seeded.admin } = await call(seeded, api);
      const answer = await api.call(user, method.toUpperCase(), target, body);
      expect(answer).toMatchObject({ status });
      expect(isText ? String(answer.body) : output.parse(answer.body)).toEqual(answer.body);
      expect(isEmptyList(answer.body)).toBe(false);
    },
  );

  test('every call is for an existing route', () => {
    const routes = ROUTES.map(({ call }) => `${call.method} ${call.path}`);
    expect(Object.keys(CALLS).filter((name) => !routes.includes(name))).toEqual([]);
  });
});
