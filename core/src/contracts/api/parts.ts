import { z } from 'zod';
import { flappingSchema } from '../../documents/incident.ts';
import { idSchema } from '../../values/fields.ts';

/** A timestamp in an answer: ISO 8601 in UTC. */
export const isoSchema = z.iso.datetime().max(40);

/** Returns an ISO string from epoch ms, null from null. */
export function isoOf(atMs: number): string;
export function isoOf(atMs: number | null): string | null;
export function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** The parameters of a path with one id. */
export const byIdSchema = z.object({ id: idSchema });

/** The answer without further content. */
export const doneSchema = z.object({ success: z.literal(true) });
export const DONE: z.infer<typeof doneSchema> = { success: true };

/** How an endpoint goes up and down again and again; `until` is null while it does. */
export const flappingAnswerSchema = flappingSchema.extend({ since: isoSchema, until: isoSchema.nullable() });

/** Since when an endpoint is up, but slow; null if it is not. */
export const slowAnswerSchema = z.object({ since: isoSchema }).nullable();
