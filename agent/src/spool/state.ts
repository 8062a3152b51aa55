import { checkInInputSchema } from '@farwatch/core/calls/check-in';
import { z } from 'zod';

const rangesSchema = z.record(z.string(), z.array(z.tuple([z.number().int(), z.number().int()])));

/** A report on its way, resent until acknowledged. `takes`: the bytes of each segment that it carries. */
export const outgoingSchema = z.object({
  report: checkInInputSchema,
  takes: rangesSchema,
  droppedChecks: z.number().int().nonnegative(),
});
export type Outgoing = z.infer<typeof outgoingSchema>;

/**
 * `spool.json`, replaced as a whole at each step: the spool's id, the last acknowledged seq, the acknowledged ranges of
 * each segment, counts of dropped checks and refused reports not reported yet, how many were refused in a row, and the
 * report on its way.
 */
export const spoolStateSchema = z.object({
  id: z.string(),
  seq: z.number().int().nonnegative(),
  taken: rangesSchema,
  droppedChecks: z.number().int().nonnegative(),
  /** Reports have gone out under another id since, so only the one on its way may still go out under this. */
  isSpent: z.boolean().default(false),
  refusedReports: z.number().int().nonnegative().default(0),
  refusedInARow: z.number().int().nonnegative().default(0),
  outgoing: outgoingSchema.nullable(),
});
export type SpoolState = z.infer<typeof spoolStateSchema>;

/** What the next report must say about the spool. */
export type SpoolStatus = {
  spool: string;
  seq: number;
  droppedChecks: number;
  refusedReports: number;
  inMemory: boolean;
};
