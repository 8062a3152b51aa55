import { checkInInputSchema } from '@farwatch/core/calls/check-in';
import { z } from 'zod';

const rangesSchema = z.record(z.string(), z.array(z.tuple([z.number().int(), z.number().int()])));

/** A report on its way: sent as it is until acknowledged. `takes`: the bytes of each segment that it carries. */
export const outgoingSchema = z.object({
  report: checkInInputSchema,
  takes: rangesSchema,
  droppedChecks: z.number().int().nonnegative(),
});
export type Outgoing = z.infer<typeof outgoingSchema>;

/**
 * `spool.json`, replaced as a whole at each step: the spool's id, the last seq that was acknowledged, what of each
 * segment was acknowledged, the checks dropped and the reports set aside that are not yet told, how many were set aside
 * since one was acknowledged, and the report on its way.
 */
export const spoolStateSchema = z.object({
  id: z.string(),
  seq: z.number().int().nonnegative(),
  taken: rangesSchema,
  droppedChecks: z.number().int().nonnegative(),
  /** Reports have gone out under another id since: none but the one on its way may go out under this. */
  isSpent: z.boolean().default(false),
  refusedReports: z.number().int().nonnegative().default(0),
  refusedInARow: z.number().int().nonnegative().default(0),
  outgoing: outgoingSchema.nullable(),
});
export type SpoolState = z.infer<typeof spoolStateSchema>;
