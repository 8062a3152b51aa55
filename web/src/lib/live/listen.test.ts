import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenWithRetry, type Sink } from './listen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const sinks: Sink<number>[] = [];
  const stopped = vi.fn<() => void>();
  const received: (number | string)[] = [];
  const stop = listenWithRetry<number>(
    (sink) => {
      sinks.push(sink);
      return stopped;
    },
    { next: (value) => received.push(value), fail: (error) => received.push(error.message) },
  );
  return { sinks, stopped, received, stop };
}

it('restarts after a failure, waiting longer each time until data arrives', () => {
  const { sinks, received } = setUp();
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
  expect(received).toEqual(['one', 'two', 7, 'three']);
});

it('does not restart once stopped', () => {
  const { sinks, stopped, stop } = setUp();
  sinks[0]?.fail(new Error('one'));
  stop();
  vi.advanceTimersByTime(120_000);
  expect(sinks).toHaveLength(1);
  expect(stopped).toHaveBeenCalled();
});

it('reports a timeout after 10 s without data, then restarts with twice the timeout', () => {
  const { sinks, received, stopped } = setUp();
  vi.advanceTimersByTime(9_999);
  expect(received).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(received).toEqual(['timeout']);
  expect(stopped).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_000 + 19_999);
  expect(sinks).toHaveLength(2);
  sinks[1]?.next(5);
  vi.advanceTimersByTime(120_000);
  expect(received).toEqual(['timeout', 5]);
  expect(sinks).toHaveLength(2);
});

it('does not time out after data arrived or it was stopped', () => {
  const answered = setUp();
  answered.sinks[0]?.next(1);
  const stopped = setUp();
  stopped.stop();
  vi.advanceTimersByTime(60_000);
  expect([answered.received, stopped.received]).toEqual([[1], []]);
});
