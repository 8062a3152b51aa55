import { afterEach, expect, test, vi } from 'vitest';
import { createFreezeDetector } from './freeze-detector.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The program does nothing else for so long. */
function freeze(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test('runs one timer for several checks, and none without a check', () => {
  const [made, cleared] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
  const begin = createFreezeDetector();
  expect(made).not.toHaveBeenCalled();
  const ends = [begin(), begin(), begin()];
  expect(made).toHaveBeenCalledTimes(1);
  for (const end of ends) {
    expect(cleared).not.toHaveBeenCalled();
    end();
  }
  expect(cleared).toHaveBeenCalledTimes(1);
  begin()();
  expect([made.mock.calls.length, cleared.mock.calls.length]).toEqual([2, 2]);
});

test('reports a freeze to the checks that run, and ignores a pause without checks', () => {
  const begin = createFreezeDetector();
  const first = begin();
  freeze(1_300);
  expect(first()).toBe(true);
  freeze(1_300);
  expect(begin()()).toBe(false);
});
