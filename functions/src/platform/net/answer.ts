import { SECOND_MS } from '@farwatch/core/values/time';
import type { z } from 'zod';
import type { Answer } from './post.ts';

/** The seconds of a Retry-After header, also of one with a date (RFC 9110, 10.2.3); null without a valid one. */
export function retryAfterSec(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const untilMs = Date.parse(text) - Date.parse(headers.get('date') ?? '');
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
