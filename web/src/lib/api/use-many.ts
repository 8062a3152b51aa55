import { useState } from 'react';
import { ApiFailure } from './failure.ts';

/** `done`: how many the last attempt has done. `failure`: why it stopped; null if it did not. */
export type Many = {
  isBusy: boolean;
  done: number;
  failure: unknown;
  /** Calls for each in turn, one commit each; resolves to whether all were done. */
  run: <Each>(all: readonly Each[], call: (each: Each) => Promise<unknown>) => Promise<boolean>;
};

/** Calls for many things, which can be repeated after a failure: what is done already is done again without effect. */
export function useMany(): Many {
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);

  async function run<Each>(all: readonly Each[], call: (each: Each) => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setDone(0);
    setFailure(null);
    try {
      for (const [index, each] of all.entries()) {
        await call(each);
        setDone(index + 1);
      }
      return true;
    } catch (thrown) {
      setFailure(thrown);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, done, failure, run };
}

/** A call about something that may have been deleted meanwhile, which is no failure then. */
export async function unlessDeleted(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure && thrown.code === 'not_found')) throw thrown;
  }
}
