import { SECOND_MS } from '@farwatch/core/time';
import { estimateAfter, guess } from './estimate.ts';

const JUMP_MS = 5 * SECOND_MS;

/** Server time by the monotonic clock (design 4). All epoch ms, but for `monotonic`, which is ms since the start. */
export type Clock = {
  now(): number;
  monotonic(): number;
  /** Takes in what the server said its time is, in the answer to a call sent at `sentAtMs` (monotonic). */
  learn(serverAtMs: number, sentAtMs: number): void;
  wallOffsetMs(): number;
  /** Ms by which the wall clock jumped since the last call, 0 for none: the machine slept, or its clock was set. */
  noticeJump(): number;
};

/** Until the server's time is known, the wall clock stands in for it. */
export function createClock(monotonic = () => performance.now(), wall = () => Date.now()): Clock {
  const wallAhead = () => wall() - monotonic();
  let seenWallAheadMs = wallAhead();
  let estimate = guess(seenWallAheadMs, monotonic());
  const now = () => Math.round(monotonic() + estimate.offsetMs);
  return {
    now,
    monotonic,
    learn(serverAtMs, sentAtMs) {
      estimate = estimateAfter(estimate, { serverAtMs, sentAtMs, receivedAtMs: monotonic() });
    },
    wallOffsetMs: () => Math.round(wall() - now()),
    noticeJump() {
      const jumpMs = wallAhead() - seenWallAheadMs;
      if (Math.abs(jumpMs) < JUMP_MS) return 0;
      seenWallAheadMs += jumpMs;
      // The monotonic clock stands still while a machine sleeps. Sleep is the guess until the next answer corrects it.
      estimate = guess(estimate.offsetMs + Math.max(0, jumpMs), monotonic());
      return jumpMs;
    },
  };
}
