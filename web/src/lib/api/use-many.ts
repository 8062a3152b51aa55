import { useState } from 'react';
import { ApiFailure } from './failure.ts';
import { useRun } from './use-run.ts';

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
  const { isBusy, failure, run: runOnce } = useRun();
  const [done, setDone] = useState(0);

  function run<Each>(all: readonly Each[], call: (each: Each) => Promise<unknown>): Promise<boolean> {
    return runOnce(async () => {
      setDone(0);
      for (const [index, each] of all.entries()) {
        await call(each);
        setDone(index + 1);
      }
    });
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
