import { AGENT } from '@farwatch/core/values/limits';
import { MINUTE_MS, SECOND_MS } from '@farwatch/core/values/time';

/** The state of the check-in. Times by the monotonic clock, in ms. */
export type CheckInState = {
  hasOutgoing: boolean;
  /** The first round of checks is over, or was waited for long enough. */
  isReady: boolean;
  /** A verdict changed, or the agent started or stopped abstaining. */
  isUrgent: boolean;
  /** The checks nearly fill a report. */
  isFull: boolean;
  /** A requested check is done. */
  hasAnswer: boolean;
  /** Live checks of the current round are still to be reported. */
  inRound: boolean;
  hasBackfill: boolean;
  lastLiveAtMs: number;
  retryAtMs: number;
};

export type Step = { do: 'send' | 'live' | 'backfill' } | { do: 'wait'; untilMs: number };

/** The least time between live reports of requested checks. */
const ANSWER_GAP_MS = SECOND_MS;

/** The next step of the check-in: the report in flight first, then the live lane, then backfill. */
export function nextStep(state: CheckInState, nowMs: number): Step {
  const { hasOutgoing, isReady, isUrgent, isFull, hasAnswer, inRound, hasBackfill, lastLiveAtMs, retryAtMs } = state;
  if (nowMs < retryAtMs) return { do: 'wait', untilMs: retryAtMs };
  if (!isReady) return { do: 'wait', untilMs: Number.POSITIVE_INFINITY };
  if (hasOutgoing) return { do: 'send' };
  const liveAtMs = lastLiveAtMs + (hasAnswer ? ANSWER_GAP_MS : AGENT.checkInEveryMs);
  if (isUrgent || isFull || inRound || nowMs >= liveAtMs) return { do: 'live' };
  return hasBackfill ? { do: 'backfill' } : { do: 'wait', untilMs: liveAtMs };
}

const RETRY_FROM_MS = 1_000;
const RETRY_TO_MS = 15_000;
const REFUSED_TO_MS = 5 * MINUTE_MS;

/** How long to wait after this many failures in a row, in ms; `random` in [0, 1) spreads the agents' retries. */
export function retryDelay(failures: number, random: number): number {
  return growing(failures, random, RETRY_TO_MS);
}

/** How long to wait after this many refused reports in a row, in ms; longer, since repeating them is no use. */
export function refusalDelay(refusals: number, random: number): number {
  return growing(refusals, random, REFUSED_TO_MS);
}

function growing(count: number, random: number, toMs: number): number {
  const fullMs = Math.min(toMs, RETRY_FROM_MS * 2 ** Math.min(count - 1, 10));
  return fullMs * (0.5 + random / 2);
}
