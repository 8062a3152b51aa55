import { WINDOW_MS } from '../../values/time.ts';

/** Ten minutes of an agent: `none` if nothing is known of them, `future` if they have yet to come or still run. */
export type SegmentState = 'present' | 'absent' | 'none' | 'future';

/** The state of the ten minutes that begin at `startMs`, epoch ms, from the API's answer. */
export function segmentState(segment: boolean | null, startMs: number, nowMs: number): SegmentState {
  if (segment !== null) return segment ? 'present' : 'absent';
  return startMs + WINDOW_MS > nowMs ? 'future' : 'none';
}
