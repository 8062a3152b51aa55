import { describe, expect, test } from 'vitest';
import { readCache } from './read-cache.ts';

const FRESH_MS = 10_000;

/** A cache over `values`, whose reads are counted and can fail or never end. */
function newCache(values: Record<string, string>, { maxEntries = 10, maxSize = 1000 } = {}) {
  const state = { reads: [] as string[], mode: 'works' as 'works' | 'fails' | 'hangs' };
  const cache = readCache<string>({
    read: async (key) => {
      state.reads.push(key);
      if (state.mode === 'fails') throw new Error('away');
      if (state.mode === 'hangs') return new Promise<never>(() => undefined);
      return values[key] ?? null;
    },
    freshMs: FRESH_MS,
    maxEntries,
    maxSize,
    sizeOf: (value) => value.length,
  });
  return { cache, state, values };
}

test('reads a key once at a time, and again once it is old; a missing one too', async () => {
  const { cache, state, values } = newCache({ a: '1' });
  await Promise.all([cache.get('a', 0), cache.get('a', 0), cache.get('b', 0)]);
  await cache.get('a', FRESH_MS - 1);
  expect(await cache.get('b', FRESH_MS - 1)).toMatchObject({ value: null });
  expect(state.reads).toEqual(['a', 'b']);
  Object.assign(values, { a: '2', b: '3' });
  expect(await cache.get('a', FRESH_MS)).toMatchObject({ value: '2', confirmedAtMs: FRESH_MS });
  expect(await cache.get('b', FRESH_MS)).toMatchObject({ value: '3' });
});

describe('while reading fails', () => {
  test('shows the last value with its time, and tries again when that is due', async () => {
    const { cache, state } = newCache({ a: '1' });
    await cache.get('a', 5);
    state.mode = 'fails';
    for (const nowMs of [20_000, 20_001, 30_000, 40_000_000]) {
      expect(await cache.get('a', nowMs)).toMatchObject({ value: '1', confirmedAtMs: 5 });
    }
    expect(state.reads).toHaveLength(4);
    state.mode = 'works';
    expect(await cache.get('a', 50_000_000)).toMatchObject({ confirmedAtMs: 50_000_000 });
  });

  test('throws for a key that it has never read', async () => {
    const { cache, state } = newCache({ a: '1' });
    state.mode = 'fails';
    await expect(cache.get('a', 0)).rejects.toThrow('away');
  });

  test('does not wait for an answer that does not come', async () => {
    const { cache, state } = newCache({ a: '1' });
    await cache.get('a', 0);
    state.mode = 'hangs';
    expect(await cache.get('a', FRESH_MS)).toMatchObject({ value: '1', confirmedAtMs: 0 });
  });
});

describe('forgets the oldest', () => {
  test('beyond a number of values, and of missing keys apart', async () => {
    const { cache, state } = newCache({ a: '1', b: '2', c: '3' }, { maxEntries: 2 });
    for (const key of ['a', 'x', 'b', 'y', 'c', 'z']) await cache.get(key, 0);
    state.reads.length = 0;
    for (const key of ['c', 'b', 'z', 'y', 'a']) await cache.get(key, 1);
    expect(state.reads).toEqual(['a']);
  });

  test('beyond a size of all', async () => {
    const { cache, state } = newCache({ a: 'x'.repeat(600), b: 'x'.repeat(600) });
    for (const key of ['a', 'b', 'a']) await cache.get(key, 0);
    expect(state.reads).toEqual(['a', 'b', 'a']);
  });
});
