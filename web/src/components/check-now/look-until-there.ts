import { SECOND_MS } from '@farwatch/core/time';

/** An agent needs about a second from hearing of it to having reported. */
const FIRST_LOOK_MS = 1_200;
const GIVE_UP_AFTER_MS = 30 * SECOND_MS;

/** How looking ended: with everything there or not, or because it failed to the last. */
export type LookEnd = { missing: boolean } | { failure: unknown };

/**
 * Repeats the look, `everyMs` after the last one, until `look` says that everything is there or half a minute is over.
 * A failed look does not end it; only if the last one failed, that is the result. Stops without another look on
 * `signal`.
 */
export async function lookUntilThere(
  look: () => Promise<boolean>,
  everyMs: number,
  signal: AbortSignal,
): Promise<LookEnd> {
  const endsMs = Date.now() + GIVE_UP_AFTER_MS;
  let end: LookEnd = { missing: true };
  for (let pauseMs = FIRST_LOOK_MS; Date.now() < endsMs && !signal.aborted; pauseMs = everyMs) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (signal.aborted) break;
    try {
      end = { missing: !(await look()) };
      if (!end.missing) break;
    } catch (failure) {
      end = { failure };
    }
  }
  return end;
}
