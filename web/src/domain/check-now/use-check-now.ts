import type { TestRequested } from '@farwatch/core/contracts/api/monitors';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { ParseKeys } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, type FailureCode } from '../../lib/api/failure.ts';
import { type CheckRequest, toCheckRequest } from './check-progress.ts';

/** The step in which the results are shown. */
type Done = {
  step: 'done';
  request: CheckRequest;
  /** Whether some results did not arrive within the wait. */
  isIncomplete: boolean;
};

/** The state of a requested check. While a new one is requested, the last result stays. */
type CheckStep =
  | { step: 'idle' }
  | { step: 'requesting'; last: Done | null }
  | { step: 'waiting'; request: CheckRequest }
  | Done
  | { step: 'failed'; failure: unknown };

/** A requested check and its progress. */
export type CheckNow = {
  state: CheckStep;
  /** Set if the request was rejected because it came too early; it may be repeated after that time. */
  tooEarly: TooEarly | null;
  isBusy: boolean;
  /** True if there is nothing to check. */
  isDisabled?: boolean;
  start: () => void;
  dismiss: () => void;
};

/**
 * Requests a check with `send`, then polls with `poll`, which returns whether everything has arrived and may throw.
 * Polling, every `everyMs`, ends after half a minute or when dismissed. A request that is too early keeps the last
 * result.
 */
export function useCheckNow(
  send: () => Promise<TestRequested>,
  everyMs: number,
  poll: (request: CheckRequest) => Promise<boolean>,
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

  const request = state.step === 'waiting' ? state.request : null;
  useEffect(() => {
    if (!request) return;
    const stop = new AbortController();
    void pollUntilDone(() => newest.current(request), everyMs, stop.signal).then((end) => {
      if (stop.signal.aborted) return;
      setState('failure' in end ? { step: 'failed', ...end } : { step: 'done', request, ...end });
    });
    return () => stop.abort();
  }, [request, everyMs]);

  async function start() {
    const last = state.step === 'done' ? state : null;
    setState({ step: 'requesting', last });
    setTooEarly(null);
    try {
      const next = toCheckRequest(await send());
      const hasAgents = next.locations.length > 0;
      setState(hasAgents ? { step: 'waiting', request: next } : { step: 'done', request: next, isIncomplete: false });
    } catch (failure) {
      const early = tooEarlyOf(failure);
      setTooEarly(early);
      setState(early ? (last ?? { step: 'idle' }) : { step: 'failed', failure });
    }
  }

  const isBusy = state.step === 'requesting' || state.step === 'waiting';
  return { state, tooEarly, isBusy, start: () => void start(), dismiss: () => setState({ step: 'idle' }) };
}

/** An agent takes about a second from request to report. */
const FIRST_POLL_MS = 1_200;
const GIVE_UP_AFTER_MS = 30 * SECOND_MS;

/** How polling ended: complete, incomplete, or with the last attempt failed. */
type PollResult = { isIncomplete: boolean } | { failure: unknown };

/**
 * Polls with `poll`, `everyMs` after the last attempt, until it returns true or half a minute is over. Returns the
 * failure only if the last attempt failed. Stops without another attempt on `signal`.
 */
export async function pollUntilDone(
  poll: () => Promise<boolean>,
  everyMs: number,
  signal: AbortSignal,
): Promise<PollResult> {
  const endsMs = Date.now() + GIVE_UP_AFTER_MS;
  let end: PollResult = { isIncomplete: true };
  for (let pauseMs = FIRST_POLL_MS; Date.now() < endsMs && !signal.aborted; pauseMs = everyMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) break;
    try {
      end = { isIncomplete: !(await poll()) };
      if (!end.isIncomplete) break;
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
