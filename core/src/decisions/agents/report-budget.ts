import { type Bucket, type Rate, takeToken } from '../../values/token-bucket.ts';

/** A burst of all reports that eight days of 5,000 endpoints make, and then one a second. */
const REPORT_RATE: Rate = { burst: 2500, perSec: 1 };

/** Takes one report from an agent's budget; null if none is left. */
export function takeReport(budget: Bucket | undefined, nowMs: number): Bucket | null {
  const { bucket, retryAfterSec } = takeToken(budget, REPORT_RATE, nowMs);
  return retryAfterSec === null ? bucket : null;
}
