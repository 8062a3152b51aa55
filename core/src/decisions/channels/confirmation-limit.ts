import { MAIL } from '../../values/limits.ts';
import { DAY_MS, SECOND_MS } from '../../values/time.ts';

/**
 * Counts one more link that confirms an address. `sentMs`: when the links of the last day were sent, this one included.
 * `retryAfterSec`: null, or in how many seconds one more may be sent; then this one may not.
 */
export function countConfirmation(
  sentMs: readonly number[],
  nowMs: number,
): { sentMs: number[]; retryAfterSec: number | null } {
  const recent = sentMs.filter((each) => each > nowMs - DAY_MS);
  const [oldest = nowMs] = recent;
  if (recent.length < MAIL.confirmationsPerDay) return { sentMs: [...recent, nowMs], retryAfterSec: null };
  return { sentMs: recent, retryAfterSec: Math.ceil((oldest + DAY_MS - nowMs) / SECOND_MS) };
}
