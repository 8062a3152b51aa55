import { AGENT } from '@farwatch/core/values/limits';
import { SECOND_MS } from '@farwatch/core/values/time';

/** The state of the check-in. Times are by the monotonic clock, in ms. */
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

/** Returns the next step of the check-in: the report in flight first, then the live lane, then backfill. */
export function nextStep(state: CheckInState, nowMs: number): Step {
  const { hasOutgoing, isReady, isUrgent, isFull, hasAnswer, inRound, hasBackfill, lastLiveAtMs, retryAtMs } = state;
  if (nowMs < retryAtMs) return { do: 'wait', untilMs: retryAtMs };
  if (!isReady) return { do: 'wait', untilMs: Number.POSITIVE_INFINITY };
  if (hasOutgoing) return { do: 'send' };
  const liveAtMs = lastLiveAtMs + (hasAnswer ? ANSWER_GAP_MS : AGENT.checkInEveryMs);
  if (isUrgent || isFull || inRound || nowMs >= liveAtMs) return { do: 'live' };
  return hasBackfill ? { do: 'backfill' } : { do: 'wait', untilMs: liveAtMs };
}
