import { checkErrorSchema } from '@farwatch/core/checks/check';
import { z } from 'zod';

/** What the watching program gets when it starts. */
export const ordersSchema = z.object({
  sites: z.record(z.string(), z.string()),
  references: z.array(z.object({ url: z.string(), status: z.number(), text: z.string() })),
  dnsServer: z.string(),
  intervalSec: z.number(),
});
export type Orders = z.infer<typeof ordersSchema>;

/** Tells the watching program to block for that long. */
export const freezeSchema = z.object({ freezeMs: z.number() });

/** A check that counted, and the verdict where it changed: `up` is null if it did not. Epoch ms. */
export const checkedSchema = z.object({
  id: z.string(),
  dueAt: z.number(),
  at: z.number(),
  error: checkErrorSchema.nullable(),
  up: z.boolean().nullable(),
  reportedAt: z.number(),
});
export type CheckedMessage = z.infer<typeof checkedSchema>;

/** A time in which the machine did not run the watching program for `stalledMs`. Epoch ms. */
export const stallSchema = z.object({ fromMs: z.number(), untilMs: z.number(), stalledMs: z.number() });
export type Stall = z.infer<typeof stallSchema>;

export const messageSchema = z.union([checkedSchema, stallSchema]);
