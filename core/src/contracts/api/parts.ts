import { z } from 'zod';
import { idSchema } from '../../values/fields.ts';

/** A timestamp in an answer: ISO 8601 in UTC. */
export const isoSchema = z.iso.datetime();

/** An ISO string from epoch ms, null from null. */
export function isoOf(atMs: number): string;
export function isoOf(atMs: number | null): string | null;
export function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

/** The parameter of a path that names one thing. */
export const byIdSchema = z.object({ id: idSchema });

/** The answer where there is nothing more to say. */
export const doneSchema = z.object({ success: z.literal(true) });
export const DONE: z.infer<typeof doneSchema> = { success: true };
