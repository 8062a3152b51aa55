import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lookUntilThere } from './look-until-there.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Looks that find what is given, one after the other, the last of them forever; an error is thrown. */
function looks(...found: (boolean | Error)[]) {
  return vi.fn<() => Promise<boolean>>(async () => {
    const next = found.length > 1 ? found.shift() : found[0];
    if (next instanceof Error) throw next;
    return next ?? false;
  });
}

async function ended(look: () => Promise<boolean>, stop = new AbortController()) {
  const end = lookUntilThere(look, 2_000, stop.signal);
  await vi.runAllTimersAsync();
  return end;
}

it('ends once all is there', async () => {
  const look = looks(false, new Error('busy'), true);
  expect(await ended(look)).toEqual({ missing: false });
  expect(look).toHaveBeenCalledTimes(3);
});

it('ends after half a minute with what is not', async () => {
  const look = looks(false);
  expect(await ended(look)).toEqual({ missing: true });
  expect(look).toHaveBeenCalledTimes(16);
});

it('fails where it failed to the last', async () => {
  const failure = new Error('down');
  expect(await ended(looks(false, failure))).toEqual({ failure });
});

it('looks no more when it is stopped', async () => {
  const stop = new AbortController();
  const look = looks(false);
  const end = lookUntilThere(look, 2_000, stop.signal);
  await vi.advanceTimersByTimeAsync(1_300);
  stop.abort();
  await vi.runAllTimersAsync();
  await end;
  expect(look).toHaveBeenCalledTimes(1);
});
