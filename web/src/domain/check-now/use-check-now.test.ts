import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import { pollUntilDone, tooEarlyOf } from './use-check-now.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the given results in order, then repeats the last; throws errors. */
function polls(...results: (boolean | Error)[]) {
  return vi.fn<() => Promise<boolean>>(async () => {
    const next = results.length > 1 ? results.shift() : results[0];
    if (next instanceof Error) throw next;
    return next ?? false;
  });
}

async function ended(poll: () => Promise<boolean>, stop = new AbortController()) {
  const end = pollUntilDone(poll, 2_000, stop.signal);
  await vi.runAllTimersAsync();
  return end;
}

it('ends when everything has arrived', async () => {
  const poll = polls(false, new Error('busy'), true);
  expect(await ended(poll)).toEqual({ isIncomplete: false });
  expect(poll).toHaveBeenCalledTimes(3);
});

it('ends incomplete after half a minute', async () => {
  const poll = polls(false);
  expect(await ended(poll)).toEqual({ isIncomplete: true });
  expect(poll).toHaveBeenCalledTimes(16);
});

it('fails if the last attempt failed', async () => {
  const failure = new Error('down');
  expect(await ended(polls(false, failure))).toEqual({ failure });
});

it('stops polling when aborted', async () => {
  const stop = new AbortController();
  const poll = polls(false);
  const end = pollUntilDone(poll, 2_000, stop.signal);
  await vi.advanceTimersByTimeAsync(1_300);
  stop.abort();
  await vi.runAllTimersAsync();
  await end;
  expect(poll).toHaveBeenCalledTimes(1);
});

it.each([
  [new ApiFailure('checked_just_now', 'x', null, 12), { text: 'checkNow.justNow', seconds: 12 }],
  [new ApiFailure('too_many_checks', 'x', null, 1), { text: 'checkNow.tooMany', seconds: 1 }],
  [new ApiFailure('checked_just_now', 'x'), null],
  [new ApiFailure('too_many_requests', 'x', null, 3), null],
  [new Error('a bug'), null],
])('%s: %j', (failure, expected) => {
  expect(tooEarlyOf(failure)).toEqual(expected);
});
