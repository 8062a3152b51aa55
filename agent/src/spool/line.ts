import { hash } from 'node:crypto';
import { type Check, type CheckError, checkErrorSchema, checkSchema } from '@farwatch/core/values/check';
import { idSchema } from '@farwatch/core/values/fields';
import { packPhases, unpackPhases } from '@farwatch/core/values/phases';
import { z } from 'zod';
import type { Guess } from '../clock/clock.ts';

/**
 * A check as the spool stores it: with its owner and the generation it was assigned under. `guess`: the guess that its
 * timestamp rests on, while the time was not known.
 */
export type SpooledCheck = { ownerId: string; generation: number; check: Check; guess?: Guess };

const { shape } = checkSchema;
/**
 * The first codes, up to `network`: versions that know only these would take a line with another one for damaged. There
 * it is `network`, and the code follows at the end.
 */
const FIRST_ERRORS = checkErrorSchema.options.slice(0, checkErrorSchema.options.indexOf('network') + 1);
/** A later version may append fields, which are ignored. */
const lineSchema = z
  .tuple([
    idSchema,
    z.number().int().nonnegative(),
    shape.endpoint,
    shape.at,
    shape.ms,
    shape.statusCode,
    shape.error,
    z.string().nullable(),
  ])
  .rest(z.unknown());

/**
 * One line of a segment with its line end: the check as JSON, and the checksum of that. The guess is in the segment’s
 * name.
 */
export function encodeLine({ ownerId, generation, check }: SpooledCheck): string {
  const { endpoint, at, ms, statusCode, error, phases } = check;
  const packed = phases ? packPhases(phases) : null;
  const known = error === null || FIRST_ERRORS.includes(error) ? error : 'network';
  const more = known === error ? [] : [error];
  const text = JSON.stringify([ownerId, generation, endpoint, at, ms, statusCode, known, packed, ...more]);
  return `${text}${checksum(text)}\n`;
}

/** The check of a line; null for a damaged line. */
export function decodeLine(text: string): SpooledCheck | null {
  const end = text.lastIndexOf(']') + 1;
  const [json, sum] = [text.slice(0, end), text.slice(end)];
  if (sum !== checksum(json)) return null;
  const parsed = lineSchema.safeParse(parseJson(json));
  if (!parsed.success) return null;
  const [ownerId, generation, endpoint, at, ms, statusCode, known, packed, more] = parsed.data;
  const error = errorOf(known, more);
  const phases = packed === null ? null : unpackPhases(packed);
  return { ownerId, generation, check: { endpoint, at, ms, statusCode, error, ...(phases && { phases }) } };
}

/** The code at the end of a line, if there is one. */
function errorOf(known: CheckError | null, more: unknown): CheckError | null {
  const later = typeof more === 'string' ? checkErrorSchema.safeParse(more) : null;
  return later?.success ? later.data : known;
}

function checksum(text: string): string {
  return hash('sha256', text).slice(0, 8);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a line cut by a crash: the schema refuses null
  }
}
