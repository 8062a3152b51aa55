import { expect, test } from 'vitest';
import { answerCache } from './answer-cache.ts';

const ANN = { uid: 'ann', role: 'user' } as const;
const polled = { call: { method: 'get', path: '/summary' }, cachedForMs: 3000 } as const;
const edit = { call: { method: 'put', path: '/me' }, cachedForMs: null } as const;
const NOTHING = { params: {}, query: {} };

type Request = Parameters<ReturnType<typeof answerCache>['answer']>[0];

/** A cache, and a question to it that answers how often an answer was made before. */
function startCache() {
  const cache = answerCache();
  let made = 0;
  const ask = (
    nowMs: number,
    changes: { caller?: Request['caller']; query?: object; route?: Request['route'] } = {},
  ) => {
    const { query = {}, ...rest } = changes;
    const request = { route: polled, caller: ANN, nowMs, raw: { params: {}, query }, ...rest };
    return cache.answer(request, async () => made++);
  };
  return { cache, ask };
}

test('one answer serves for its time, then there is a new one', async () => {
  const { ask } = startCache();
  expect([await ask(0), await ask(2999), await ask(3000), await ask(3001)]).toEqual([0, 0, 1, 1]);
});

test('each caller, role and question has its own', async () => {
  const { ask } = startCache();
  const others: Partial<Request & { query: object }>[] = [
    { caller: { uid: 'bob', role: 'user' } },
    { caller: { uid: 'ann', role: 'admin' } },
    { query: { a: '1' } },
  ];
  expect(await ask(0)).toBe(0);
  expect(await Promise.all(others.map((other) => ask(0, other)))).toEqual([1, 2, 3]);
  expect(await Promise.all(others.map((other) => ask(0, other)))).toEqual([1, 2, 3]);
});

test('answers that are not polled are never copies', async () => {
  const { ask } = startCache();
  const route = { ...polled, cachedForMs: null };
  expect([await ask(0, { route }), await ask(0, { route })]).toEqual([0, 1]);
});

test('what failed is not kept', async () => {
  const { cache, ask } = startCache();
  const request = { route: polled, caller: ANN, raw: NOTHING, nowMs: 0 };
  await expect(cache.answer(request, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await ask(0)).toBe(0);
});

test('a write drops stored and pending answers of its caller only, also when it fails', async () => {
  const { cache, ask } = startCache();
  const bob = { caller: { uid: 'bob', role: 'user' } } as const;
  expect([await ask(0), await ask(2000, bob)]).toEqual([0, 1]);
  const write = { route: edit, caller: ANN, raw: NOTHING, nowMs: 0 };
  await cache.answer(write, async () => expect(await ask(0)).toBe(0));
  expect(await ask(0)).toBe(2);
  const failing = cache.answer(write, async () => {
    await ask(4000);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([await ask(4000), await ask(4000, bob)]).toEqual([4, 1]);
});

test('an answer started before a write and finished after it is not kept', async () => {
  const { cache, ask } = startCache();
  const slow = Promise.withResolvers<string>();
  const request = { route: polled, caller: ANN, raw: NOTHING, nowMs: 0 };
  const early = cache.answer(request, () => slow.promise);
  await cache.answer({ ...request, route: edit }, async () => null);
  slow.resolve('old');
  expect([await early, await ask(0)]).toEqual(['old', 0]);
});

test('expired answers are dropped on any call, others stay', async () => {
  const { ask } = startCache();
  const [bob, eve] = ['bob', 'eve'].map((uid) => ({ caller: { uid, role: 'user' } as const }));
  expect([await ask(0), await ask(2000, bob), await ask(4000, eve)]).toEqual([0, 1, 2]);
  // By a clock that was turned back it is seen which of them are still there.
  expect([await ask(0, bob), await ask(0)]).toEqual([1, 3]);
});

test('the answers of few questions and few callers are kept', async () => {
  const { ask } = startCache();
  for (let index = 0; index <= 20; index += 1) await ask(0, { query: { index } });
  expect([await ask(0, { query: { index: 20 } }), await ask(0, { query: { index: 0 } })]).toEqual([20, 21]);
});
