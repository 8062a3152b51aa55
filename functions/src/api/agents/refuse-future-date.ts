import { addDays, type WallClock } from '@farwatch/core/zone';
import { ApiError } from '../errors.ts';

/** Throws ApiError invalid for a day after tomorrow by that clock: until then a caller's clock may be ahead of ours. */
export function refuseFutureDate(date: string, clock: WallClock, nowMs: number): void {
  if (date <= addDays(clock.at(nowMs).date, 1)) return;
  throw new ApiError('invalid', { details: [{ path: 'date', message: 'lies in the future' }] });
}
