import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import { pollUntilDone, tooEarlyOf } from './use-check-now.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the given results one after the other, and the last one forever; an error is thrown. */
function polls(...found: (boolean | Error)[]) {
  return vi.fn<() => Promise<boolean>>(async () => {
    const next = found.length > 1 ? found.shift() : found[0];
    if (next instanceof Error) throw next;
    return next ?? false;
  });
}

async function ended(poll: () => Promise<boolean>, stop = new AbortController()) {
  const end = pollUntilDone(poll, 2_000, stop.signal);
  await vi.runAllTimersAsync();
  return end;
}

it('ends once all is there', async () => {
  const poll = polls(false, new Error('busy'), true);
  expect(await ended(poll)).toEqual({ missing: false });
  expect(poll).toHaveBeenCalledTimes(3);
});

it('ends after half a minute with what is not', async () => {
  const poll = polls(false);
  expect(await ended(poll)).toEqual({ missing: true });
  expect(poll).toHaveBeenCalledTimes(16);
});

it('fails where it failed to the last', async () => {
  const failure = new Error('down');
  expect(await ended(polls(false, failure))).toEqual({ failure });
});

it('looks no more when it is stopped', async () => {
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
