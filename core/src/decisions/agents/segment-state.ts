import { WINDOW_MS } from '../../values/time.ts';

/** Ten minutes of an agent: `none` if unknown, `future` if they are not over yet. */
export type SegmentState = 'present' | 'absent' | 'none' | 'future';

/** Returns the state of the ten minutes from `startMs` (epoch ms), from the API's answer. */
export function segmentState(segment: boolean | null, startMs: number, nowMs: number): SegmentState {
  if (segment !== null) return segment ? 'present' : 'absent';
  return startMs + WINDOW_MS > nowMs ? 'future' : 'none';
}
