import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenWithRetry, type Sink } from './listen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const sinks: Sink<number>[] = [];
  const stopped = vi.fn<() => void>();
  const heard: (number | string)[] = [];
  const stop = listenWithRetry<number>(
    (sink) => {
      sinks.push(sink);
      return stopped;
    },
    { next: (value) => heard.push(value), fail: (error) => heard.push(error.message) },
  );
  return { sinks, stopped, heard, stop };
}

it('listens anew after a failure, waiting longer each time until something comes', () => {
  const { sinks, heard } = setUp();
  sinks.at(-1)?.fail(new Error('one'));
  vi.advanceTimersByTime(1_999);
  expect(sinks).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sinks).toHaveLength(2);
  sinks.at(-1)?.fail(new Error('two'));
  vi.advanceTimersByTime(3_999);
  expect(sinks).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(sinks).toHaveLength(3);
  sinks.at(-1)?.next(7);
  sinks.at(-1)?.fail(new Error('three'));
  vi.advanceTimersByTime(2_000);
  expect(sinks).toHaveLength(4);
  expect(heard).toEqual(['one', 'two', 7, 'three']);
});

it('never listens again once stopped', () => {
  const { sinks, stopped, stop } = setUp();
  sinks[0]?.fail(new Error('one'));
  stop();
  vi.advanceTimersByTime(120_000);
  expect(sinks).toHaveLength(1);
  expect(stopped).toHaveBeenCalled();
});

it('says that nothing came for 10 s and listens anew, which may take twice as long', () => {
  const { sinks, heard, stopped } = setUp();
  vi.advanceTimersByTime(9_999);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['timeout']);
  expect(stopped).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_000 + 19_999);
  expect(sinks).toHaveLength(2);
  sinks[1]?.next(5);
  vi.advanceTimersByTime(120_000);
  expect(heard).toEqual(['timeout', 5]);
  expect(sinks).toHaveLength(2);
});

it('is not called silent once something came, or once stopped', () => {
  const told = setUp();
  told.sinks[0]?.next(1);
  const left = setUp();
  left.stop();
  vi.advanceTimersByTime(60_000);
  expect([told.heard, left.heard]).toEqual([[1], []]);
});
