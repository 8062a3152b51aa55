import { afterEach, expect, test, vi } from 'vitest';
import { createHeartbeat } from './heartbeat.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The program does nothing else for so long. */
function standStill(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test('without a check nothing wakes the program, and with several one timer does', () => {
  const [made, cleared] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
  const begin = createHeartbeat();
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

test('standing still is noticed by those that watch then, and a pause without a check is none', () => {
  const begin = createHeartbeat();
  const first = begin();
  standStill(1_300);
  expect(first()).toBe(true);
  standStill(1_300);
  expect(begin()()).toBe(false);
});
