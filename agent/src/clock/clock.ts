import { SECOND_MS } from '@farwatch/core/time';
import { betterEstimate, type Estimate, estimateFrom } from './estimate.ts';

const JUMP_MS = 5 * SECOND_MS;

/** Server time by the monotonic clock (design 4). All epoch ms, but for `monotonic`, which is ms since the start. */
export type Clock = {
  now(): number;
  monotonic(): number;
  learn(serverAtMs: number, sentAtMs: number): void;
  wallOffsetMs(): number;
  /** Ms by which the wall clock jumped since the last call, 0 for none: the machine slept, or its clock was set. */
  noticeJump(): number;
};

/** Until the server's time is known, the wall clock stands in for it. */
export function createClock(monotonic = () => performance.now(), wall = () => Date.now()): Clock {
  const wallAhead = () => wall() - monotonic();
  let estimate: Estimate | null = null;
  let guessMs = wallAhead();
  let seenWallAheadMs = guessMs;
  const now = () => Math.round(monotonic() + (estimate?.offsetMs ?? guessMs));
  return {
    now,
    monotonic,
    learn(serverAtMs, sentAtMs) {
      estimate = betterEstimate(estimate, estimateFrom(serverAtMs, sentAtMs, monotonic()));
    },
    wallOffsetMs: () => Math.round(wall() - now()),
    noticeJump() {
      const jumpMs = wallAhead() - seenWallAheadMs;
      if (Math.abs(jumpMs) < JUMP_MS) return 0;
      seenWallAheadMs += jumpMs;
      // The monotonic clock stands still while a machine sleeps. Sleep is the guess until the next answer corrects it.
      guessMs = now() - monotonic() + Math.max(0, jumpMs);
      estimate = null;
      return jumpMs;
    },
  };
}
