import { ApiError } from './errors.ts';

/** How many calls of one caller an instance works on at a time, and how many more may wait. */
export type TurnLimits = { atOnce: number; waiting: number };

export type CallerTurns = {
  /** Does the work when it is its turn. Throws ApiError too_many_requests if too many calls of the caller wait. */
  take<T>(caller: string, work: () => Promise<T>): Promise<T>;
};

type Turns = { running: number; waiting: (() => void)[] };

/**
 * Lets an instance work on a few calls of one caller at a time: their answers take memory together, and who sends
 * more of them takes the instance's time from others. The calls that wait are few as well, since each holds one of the
 * calls that an instance is given at a time (functions/src/options.ts).
 */
export function callerTurns({ atOnce, waiting }: TurnLimits): CallerTurns {
  const callers = new Map<string, Turns>();
  return {
    async take(caller, work) {
      const turns = callers.get(caller) ?? { running: 0, waiting: [] };
      callers.set(caller, turns);
      if (turns.running < atOnce) turns.running += 1;
      else if (turns.waiting.length < waiting) await new Promise<void>((resolve) => turns.waiting.push(resolve));
      else throw new ApiError('too_many_requests', { retryAfterSec: 1 });
      try {
        return await work();
      } finally {
        // The next one takes over the turn.
        const next = turns.waiting.shift();
        if (next) next();
        else turns.running -= 1;
        if (turns.running === 0) callers.delete(caller);
      }
    },
  };
}
