import { testRequestedSchema } from '@farwatch/core/api/monitors';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import { type Asked, askedOf } from './check-progress.ts';
import { lookUntilThere } from './look-until-there.ts';

/** Where asking for a check stands. `missing`: it was waited for long enough, and not everything came. */
export type CheckStep =
  | { step: 'idle' }
  | { step: 'asking' }
  | { step: 'waiting'; asked: Asked }
  | { step: 'done'; asked: Asked; missing: boolean }
  | { step: 'failed'; failure: unknown };

/** `nothing`: there is nothing that could be checked. */
export type CheckNow = { state: CheckStep; busy: boolean; nothing?: boolean; ask: () => void; dismiss: () => void };

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
    void lookUntilThere(() => newest.current(asked), everyMs, stop.signal).then((end) => {
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
