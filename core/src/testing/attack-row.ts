import { z } from 'zod';

/** What an attack of one account does to its neighbours, and the most that is accepted. */
export const attackRowSchema = z.object({
  attack: z.string(),
  /** What is measured for a neighbour. */
  neighbour: z.string(),
  /** The 95th percentile of that, and the most with the attack. */
  withoutMs: z.number(),
  withMs: z.number(),
  mostMs: z.number(),
  /** The peak of the process that is attacked, if it has one of its own. */
  memory: z.object({ mib: z.number(), mostMib: z.number() }).nullable(),
  counts: z.array(z.object({ of: z.string(), is: z.number(), most: z.number() })),
});
export type AttackRow = z.infer<typeof attackRowSchema>;

/** The 95th percentile, the nearest value; NaN of none. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
}
