import { SECOND_MS } from '@farwatch/core/time';

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
