import { expect, it, vi } from 'vitest';
import type { Sink } from './listen.ts';
import { createLiveStore } from './live-store.ts';

function setUp(maxEnded = 2) {
  const store = createLiveStore(maxEnded);
  const sinks = new Map<string, Sink<unknown>[]>();
  const stopped: string[] = [];
  const hold = (key: string) =>
    store.hold(key, (sink) => {
      sinks.set(key, [...(sinks.get(key) ?? []), sink]);
      return () => void stopped.push(key);
    });
  const last = (key: string) => sinks.get(key)?.at(-1);
  const data = (...keys: string[]) => keys.map((key) => store.known(key).data);
  return { store, sinks, stopped, hold, last, data };
}

it('has one listener per key until its last holder leaves', () => {
  const { store, sinks, stopped, hold, last, data } = setUp();
  const first = hold('day');
  const second = hold('day');
  last('day')?.next([1]);
  first();
  const week = hold('week');
  last('day')?.next([1, 2]);
  expect(data('day', 'week')).toEqual([[1, 2], undefined]);
  last('week')?.next([7]);
  last('day')?.next([1, 2, 3]);
  expect(data('day', 'week')).toEqual([[1, 2, 3], [7]]);
  expect([sinks.get('day')?.length, stopped]).toEqual([1, []]);
  second();
  week();
  expect(stopped).toEqual(['day', 'week']);
  expect(store.known(null).data).toBeUndefined();
});

it('restarts after the last holder has left, with the old data until new data arrives', () => {
  const { store, sinks, hold, last, data } = setUp();
  hold('day')();
  hold('day');
  expect(sinks.get('day')).toHaveLength(2);
  const leave = hold('week');
  last('week')?.next(1);
  last('week')?.fail(new Error('lost'));
  expect(store.known('week')).toEqual({ data: 1, error: new Error('lost') });
  leave();
  hold('week');
  expect(store.known('week')).toEqual({ data: 1, error: undefined });
  last('week')?.next(2);
  expect(data('week')).toEqual([2]);
});

it('notifies of every change, and returns the same object in between', () => {
  const { store, hold, last } = setUp();
  const onChange = vi.fn<() => void>();
  const stop = store.subscribe(onChange);
  hold('day');
  onChange.mockClear();
  last('day')?.next(1);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(store.known('day')).toBe(store.known('day'));
  stop();
  last('day')?.next(2);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('keeps the data of held keys and of the latest ended ones', () => {
  const { hold, last, data } = setUp(2);
  hold('held');
  last('held')?.next(0);
  for (const hour of ['1', '2', '3', '4']) {
    const leave = hold(hour);
    last(hour)?.next(hour);
    leave();
  }
  expect(data('held', '1', '2', '3', '4')).toEqual([0, undefined, undefined, '3', '4']);
});

it('forgets ended keys on demand, not held ones', () => {
  const { store, hold, last, data } = setUp();
  hold('held');
  last('held')?.next(0);
  const leave = hold('ended');
  last('ended')?.next(1);
  leave();
  store.forget();
  expect(data('held', 'ended')).toEqual([0, undefined]);
});
