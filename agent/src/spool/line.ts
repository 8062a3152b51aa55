import { createHash } from 'node:crypto';
import { type Check, checkSchema } from '@farwatch/core/checks/check';
import { idSchema } from '@farwatch/core/fields';
import { z } from 'zod';
import type { Guess } from '../clock/clock.ts';

/**
 * A check as the spool keeps it: with its owner and the generation it was assigned under. `guess`: the guess that its stamp
 * rests on, while the time was not known.
 */
export type SpooledCheck = { ownerId: string; generation: number; check: Check; guess?: Guess };

const { endpoint, at, ms, statusCode, error } = checkSchema.shape;
/** A later version may say more of a check: what follows is passed over. */
const lineSchema = z
  .tuple([idSchema, z.number().int().nonnegative(), endpoint, at, ms, statusCode, error])
  .rest(z.unknown());

/**
 * One line of a segment with its line end: the check as JSON, and the checksum of that. The guess is in the segment’s
 * name.
 */
export function encodeLine({ ownerId, generation, check }: SpooledCheck): string {
  const text = JSON.stringify([ownerId, generation, check.endpoint, check.at, check.ms, check.statusCode, check.error]);
  return `${text}${checksum(text)}\n`;
}

/** The check of a line; null for a damaged line. */
export function decodeLine(text: string): SpooledCheck | null {
  const end = text.lastIndexOf(']') + 1;
  const [json, sum] = [text.slice(0, end), text.slice(end)];
  if (sum !== '' && sum !== checksum(json)) return null; // older versions wrote none
  const parsed = lineSchema.safeParse(parseJson(json));
  if (!parsed.success) return null;
  const [ownerId, generation, endpointId, atMs, durationMs, status, failure] = parsed.data;
  return {
    ownerId,
    generation,
    check: { endpoint: endpointId, at: atMs, ms: durationMs, statusCode: status, error: failure },
  };
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a line cut by a crash: the schema refuses null
  }
}
