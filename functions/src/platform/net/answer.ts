import { SECOND_MS } from '@farwatch/core/values/time';
import type { z } from 'zod';
import type { Answer } from './post.ts';

/**
 * The seconds of a Retry-After header, also of one with a date (RFC 9110, 10.2.3), which counts from the answer's own date,
 * else from `nowMs`; null without a valid one.
 */
export function retryAfterSec(headers: Headers, nowMs = Date.now()): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  if (!/[a-z]/i.test(text)) return null;
  const sentMs = Date.parse(headers.get('date') ?? '');
  const untilMs = Date.parse(text) - (Number.isFinite(sentMs) ? sentMs : nowMs);
  return Number.isFinite(untilMs) ? Math.max(0, untilMs / SECOND_MS) : null;
}

/** The JSON of an answer; null if it is none, or has another shape. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, { text }: Answer): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
