import { testRequestedSchema } from '@farwatch/core/api/monitors';
import { SECOND_MS } from '@farwatch/core/time';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { type Asked, askedOf } from './check-progress.ts';

/** An agent needs about a second from hearing of it to having reported. */
const FIRST_LOOK_MS = 1_200;
const GIVE_UP_AFTER_MS = 30 * SECOND_MS;

/** Where asking for a check stands. `missing`: it was waited for long enough, and not everything came. */
export type CheckStep =
  | { step: 'idle' }
  | { step: 'asking' }
  | { step: 'waiting'; asked: Asked }
  | { step: 'done'; asked: Asked; missing: boolean }
  | { step: 'failed'; failure: unknown };

/** How waiting ended. */
type Wait = { missing: boolean } | { failure: unknown };

export type CheckNow = { state: CheckStep; busy: boolean; ask: () => void; dismiss: () => void };

/**
 * Asks the API at `path` for a check and then looks for what came of it: `look` says whether all of it is there, and may
 * throw. Looks follow each other by `everyMs` and end after half a minute, or when it is dismissed.
 */
export function useCheckNow(path: string, everyMs: number, look: (asked: Asked) => Promise<boolean>): CheckNow {
  const [state, setState] = useState<CheckStep>({ step: 'idle' });
  const newest = useRef(look);
  useEffect(() => {
    newest.current = look;
  });

  const asked = state.step === 'waiting' ? state.asked : null;
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    void waitFor(() => newest.current(asked), everyMs, stop.signal).then((end) => {
      if (stop.signal.aborted) return;
      setState('failure' in end ? { step: 'failed', ...end } : { step: 'done', asked, ...end });
    });
    return () => stop.abort();
  }, [asked, everyMs]);

  async function ask() {
    setState({ step: 'asking' });
    try {
      const answer = askedOf(await callApi(path, testRequestedSchema, { method: 'POST' }));
      const nobody = answer.locations.length === 0;
      setState(nobody ? { step: 'done', asked: answer, missing: false } : { step: 'waiting', asked: answer });
    } catch (failure) {
      setState({ step: 'failed', failure });
    }
  }

  const busy = state.step === 'asking' || state.step === 'waiting';
  return { state, busy, ask: () => void ask(), dismiss: () => setState({ step: 'idle' }) };
}

async function waitFor(look: () => Promise<boolean>, everyMs: number, signal: AbortSignal): Promise<Wait> {
  const endsMs = performance.now() + GIVE_UP_AFTER_MS;
  let failure: unknown;
  for (let pauseMs = FIRST_LOOK_MS; performance.now() < endsMs && !signal.aborted; pauseMs = everyMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) break;
    try {
      failure = undefined;
      if (await look()) return { missing: false };
    } catch (thrown) {
      failure = thrown;
    }
  }
  return failure === undefined ? { missing: true } : { failure };
}
