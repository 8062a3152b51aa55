import { useCallback, useRef, useState } from 'react';
import useSWRMutation from 'swr/mutation';
import { useReportSaving } from '../navigation/unsaved.ts';
import { ApiFailure } from './failure.ts';

/** The state of saves. `Done` is what a save returns, such as the text that reports it. */
export type Saving<Done = unknown> = {
  isBusy: boolean;
  /** What the last save returned; undefined before it has succeeded and once it is forgotten. */
  done: Done | undefined;
  /** Why the last save failed; null if it did not. */
  failure: unknown;
  /** How many things `saveEach` has saved. */
  progress: number;
  /** Returns whether it succeeded; also false if another save was running, and this one was not started. */
  save: (work: () => Promise<Done | undefined>) => Promise<boolean>;
  /**
   * Saves many things in turn, and stops at a failure. Can be repeated if saving something twice has no further effect.
   */
  saveEach: <Each>(all: readonly Each[], work: (each: Each) => Promise<unknown>) => Promise<boolean>;
  /** Forgets the outcome; not of a save that is running. */
  forget: () => void;
};

/**
 * Saves or requests one thing at a time, and keeps the outcome until the next save or `forget`. The question before
 * leaving a page then warns that changes are being saved, except for tests and previews, which are no `isChange`.
 */
export function useSaving<Done = unknown>({ isChange = true } = {}): Saving<Done> {
  const { data, error, isMutating, trigger, reset } = useSWRMutation('saving', perform<Done>, { throwOnError: false });
  const [progress, setProgress] = useState(0);
  const isRunning = useRef(false);
  useReportSaving(isChange && isMutating);

  async function save(work: () => Promise<Done | undefined>): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    let hasSucceeded = false;
    reset();
    await trigger(async () => {
      const done = await work();
      hasSucceeded = true;
      return done;
    });
    isRunning.current = false;
    return hasSucceeded;
  }

  function saveEach<Each>(all: readonly Each[], work: (each: Each) => Promise<unknown>): Promise<boolean> {
    return save(async () => {
      setProgress(0);
      for (const [index, each] of all.entries()) {
        await work(each);
        setProgress(index + 1);
      }
      return undefined;
    });
  }

  const forget = useCallback(() => {
    if (!isRunning.current) reset();
  }, [reset]);

  return { isBusy: isMutating, done: data, failure: error ?? null, progress, save, saveEach, forget };
}

function perform<Done>(_key: string, { arg: work }: { arg: () => Promise<Done | undefined> }) {
  return work();
}

/** A call about something that may have been deleted meanwhile, which is no failure then. */
export async function unlessDeleted(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure && thrown.code === 'not_found')) throw thrown;
  }
}
