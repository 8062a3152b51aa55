import { expect, test } from 'vitest';
import { answerCache } from './answer-cache.ts';

const ANN = { accountId: 'ann', role: 'user', accountRole: 'owner' } as const;
const polled = { call: { method: 'get', path: '/summary' }, cachedForMs: 3000 } as const;
const edit = { call: { method: 'put', path: '/me' }, cachedForMs: null } as const;
const NOTHING = { params: {}, query: {} };

type Request = Parameters<ReturnType<typeof answerCache>['answer']>[0];

/** A cache, and a request whose answer is the number of answers built before. */
function startCache() {
  const cache = answerCache();
  let built = 0;
  const getAnswer = (
    nowMs: number,
    changes: { caller?: Request['caller']; query?: object; route?: Request['route'] } = {},
  ) => {
    const { query = {}, ...rest } = changes;
    const request = { route: polled, caller: ANN, nowMs, raw: { params: {}, query }, ...rest };
    return cache.answer(request, async () => built++);
  };
  return { cache, getAnswer };
}

test('an answer is reused until it expires', async () => {
  const { getAnswer } = startCache();
  expect([await getAnswer(0), await getAnswer(2999), await getAnswer(3000), await getAnswer(3001)]).toEqual([
    0, 0, 1, 1,
  ]);
});

test('each caller, role and query has its own answer', async () => {
  const { getAnswer } = startCache();
  const others: Partial<Request & { query: object }>[] = [
    { caller: { accountId: 'bob', role: 'user', accountRole: 'owner' } },
    { caller: { accountId: 'ann', role: 'admin', accountRole: 'owner' } },
    { query: { a: '1' } },
  ];
  expect(await getAnswer(0)).toBe(0);
  expect(await Promise.all(others.map((other) => getAnswer(0, other)))).toEqual([1, 2, 3]);
  expect(await Promise.all(others.map((other) => getAnswer(0, other)))).toEqual([1, 2, 3]);
});

test('answers that are not polled are not cached', async () => {
  const { getAnswer } = startCache();
  const route = { ...polled, cachedForMs: null };
  expect([await getAnswer(0, { route }), await getAnswer(0, { route })]).toEqual([0, 1]);
});

test('a failure is not cached', async () => {
  const { cache, getAnswer } = startCache();
  const request = { route: polled, caller: ANN, raw: NOTHING, nowMs: 0 };
  await expect(cache.answer(request, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await getAnswer(0)).toBe(0);
});

test('a write drops cached and pending answers of its caller only, even if it fails', async () => {
  const { cache, getAnswer } = startCache();
  const bob = { caller: { accountId: 'bob', role: 'user', accountRole: 'owner' } } as const;
  expect([await getAnswer(0), await getAnswer(2000, bob)]).toEqual([0, 1]);
  const write = { route: edit, caller: ANN, raw: NOTHING, nowMs: 0 };
  await cache.answer(write, async () => expect(await getAnswer(0)).toBe(0));
  expect(await getAnswer(0)).toBe(2);
  const failing = cache.answer(write, async () => {
    await getAnswer(4000);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([await getAnswer(4000), await getAnswer(4000, bob)]).toEqual([4, 1]);
});

test('an answer started before a write and finished after it is not cached', async () => {
  const { cache, getAnswer } = startCache();
  const slow = Promise.withResolvers<string>();
  const request = { route: polled, caller: ANN, raw: NOTHING, nowMs: 0 };
  const early = cache.answer(request, () => slow.promise);
  await cache.answer({ ...request, route: edit }, async () => null);
  slow.resolve('old');
  expect([await early, await getAnswer(0)]).toEqual(['old', 0]);
});

test('expired answers are dropped on any call, others stay', async () => {
  const { getAnswer } = startCache();
  const [bob, eve] = ['bob', 'eve'].map((accountId) => ({
    caller: { accountId, role: 'user', accountRole: 'owner' } as const,
  }));
  expect([await getAnswer(0), await getAnswer(2000, bob), await getAnswer(4000, eve)]).toEqual([0, 1, 2]);
  // An earlier time shows which of them are still cached.
  expect([await getAnswer(0, bob), await getAnswer(0)]).toEqual([1, 3]);
});

test('the number of cached answers is limited', async () => {
  const { getAnswer } = startCache();
  for (let index = 0; index <= 20; index += 1) await getAnswer(0, { query: { index } });
  expect([await getAnswer(0, { query: { index: 20 } }), await getAnswer(0, { query: { index: 0 } })]).toEqual([20, 21]);
});
