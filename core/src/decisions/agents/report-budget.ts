import { type Bucket, type Rate, takeToken } from '../../values/token-bucket.ts';

/** At once what eight days of 5,000 endpoints on its disk come to, and then a report a second. */
const REPORT_RATE: Rate = { burst: 2500, perSec: 1 };

/** The reports that an agent may still send after one more; null if there is none left for it. */
export function afterReport(budget: Bucket | undefined, nowMs: number): Bucket | null {
  const { bucket, retryAfterSec } = takeToken(budget, REPORT_RATE, nowMs);
  return retryAfterSec === null ? bucket : null;
}
