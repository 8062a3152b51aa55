import { z } from 'zod';

/** What the stand-in can be told to do instead of making an invoice as it should. */
export const modeSchema = z.strictObject({
  mode: z.enum(['ok', 'error', 'hang', 'no_url']),
  /** Before it answers. */
  delay_ms: z.number().int().min(0).max(60_000).default(0),
  /** After this many requests it is ok again; null for until it is switched. */
  times: z.number().int().min(1).nullable().default(null),
});
export type Mode = z.infer<typeof modeSchema>;

export const okMode: Mode = { mode: 'ok', delay_ms: 0, times: null };

/** The mode after a request was met by it. */
export function afterUse(mode: Mode): Mode {
  if (mode.times === null) return mode;
  return mode.times <= 1 ? okMode : { ...mode, times: mode.times - 1 };
}
