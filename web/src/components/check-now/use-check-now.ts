import type { TestRequested } from '@farwatch/core/contracts/api/monitors';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { ParseKeys } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, type FailureCode } from '../../lib/api/failure.ts';
import { type Asked, requestedOf } from './check-progress.ts';

/** The result. `missing`: the wait is over, and something did not arrive. */
type Done = { step: 'done'; asked: Asked; missing: boolean };

/** The state of a requested check. While a new one is requested, the last result stays. */
type CheckStep =
  | { step: 'idle' }
  | { step: 'asking'; last: Done | null }
  | { step: 'waiting'; asked: Asked }
  | Done
  | { step: 'failed'; failure: unknown };

/** `nothing`: nothing can be checked. `tooEarly`: the request was refused, and may be repeated in that time. */
export type CheckNow = {
  state: CheckStep;
  tooEarly: TooEarly | null;
  busy: boolean;
  nothing?: boolean;
  ask: () => void;
  dismiss: () => void;
};

/**
 * Requests a check with `request`, then polls with `poll`, which returns whether everything has arrived and may throw.
 * Polling, every `everyMs`, ends after half a minute or when dismissed. A request that is too early keeps the last
 * result.
 */
export function useCheckNow(
  request: () => Promise<TestRequested>,
  everyMs: number,
  poll: (asked: Asked) => Promise<boolean>,
): CheckNow {
  const [state, setState] = useState<CheckStep>({ step: 'idle' });
  const [tooEarly, setTooEarly] = useState<TooEarly | null>(null);
  const newest = useRef(poll);
  useEffect(() => {
    newest.current = poll;
  });

  useEffect(() => {
    if (!tooEarly) return;
    const timer = setTimeout(() => setTooEarly(null), tooEarly.seconds * SECOND_MS);
    return () => clearTimeout(timer);
  }, [tooEarly]);

  const asked = state.step === 'waiting' ? state.asked : null;
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    void pollUntilDone(() => newest.current(asked), everyMs, stop.signal).then((end) => {
      if (stop.signal.aborted) return;
      setState('failure' in end ? { step: 'failed', ...end } : { step: 'done', asked, ...end });
    });
    return () => stop.abort();
  }, [asked, everyMs]);

  async function ask() {
    const last = state.step === 'done' ? state : null;
    setState({ step: 'asking', last });
    setTooEarly(null);
    try {
      const answer = requestedOf(await request());
      const nobody = answer.locations.length === 0;
      setState(nobody ? { step: 'done', asked: answer, missing: false } : { step: 'waiting', asked: answer });
    } catch (failure) {
      const early = tooEarlyOf(failure);
      setTooEarly(early);
      setState(early ? (last ?? { step: 'idle' }) : { step: 'failed', failure });
    }
  }

  const busy = state.step === 'asking' || state.step === 'waiting';
  return { state, tooEarly, busy, ask: () => void ask(), dismiss: () => setState({ step: 'idle' }) };
}

/** From request to report an agent takes about a second. */
const FIRST_POLL_MS = 1_200;
const GIVE_UP_AFTER_MS = 30 * SECOND_MS;

/** How polling ended: complete, incomplete, or with the last attempt failed. */
type PollResult = { missing: boolean } | { failure: unknown };

/**
 * Polls with `poll`, `everyMs` after the last attempt, until it returns true or half a minute is over. A failed attempt
 * does not end it; only if the last one failed, that is the result. Stops without another attempt on `signal`.
 */
export async function pollUntilDone(
  poll: () => Promise<boolean>,
  everyMs: number,
  signal: AbortSignal,
): Promise<PollResult> {
  const endsMs = Date.now() + GIVE_UP_AFTER_MS;
  let end: PollResult = { missing: true };
  for (let pauseMs = FIRST_POLL_MS; Date.now() < endsMs && !signal.aborted; pauseMs = everyMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) break;
    try {
      end = { missing: !(await poll()) };
      if (!end.missing) break;
    } catch (failure) {
      end = { failure };
    }
  }
  return end;
}

/** Why a check cannot be requested yet, and in how many seconds it can. */
type TooEarly = { text: ParseKeys; seconds: number };

const TEXTS: Partial<Record<FailureCode, ParseKeys>> = {
  checked_just_now: 'checkNow.justNow',
  too_many_checks: 'checkNow.tooMany',
};

/** The details if a failure means that a check was requested too early; null for any other failure. */
export function tooEarlyOf(failure: unknown): TooEarly | null {
  if (!(failure instanceof ApiFailure) || failure.retryAfterSec === null) return null;
  const text = TEXTS[failure.code];
  return text ? { text, seconds: failure.retryAfterSec } : null;
}
