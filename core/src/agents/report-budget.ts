import { z } from 'zod';
import { type Rate, takeToken } from '../api/token-bucket.ts';
import { atMsSchema } from '../fields.ts';

/** At once what eight days of 5,000 endpoints on its disk come to, and then a report a second. */
const REPORT_RATE: Rate = { burst: 2500, perSec: 1 };

/** How many reports an agent may still send at once, and when that was so; left out before its first. */
export const reportBudgetSchema = z.object({ tokens: z.number(), at: atMsSchema }).optional();
export type ReportBudget = z.infer<typeof reportBudgetSchema>;

/** The budget after one more report; null if there is none left for it. */
export function afterReport(budget: ReportBudget, nowMs: number): NonNullable<ReportBudget> | null {
  const bucket = budget && { tokens: budget.tokens, atMs: budget.at };
  const { bucket: after, retryAfterSec } = takeToken(bucket, REPORT_RATE, nowMs);
  return retryAfterSec === null ? { tokens: after.tokens, at: after.atMs } : null;
}
