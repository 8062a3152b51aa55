import { z } from 'zod';

/** The phases of a check, in order. */
export const PHASES = ['dns', 'connect', 'tls', 'firstByte', 'body'] as const;
export type Phase = (typeof PHASES)[number];

/** A check ends after 10 s. Three base-36 digits hold this. */
const MAX_MS = 30_000;

const phaseMsSchema = z.number().int().min(0).max(MAX_MS).nullable();

const knownSchema = z.tuple([phaseMsSchema, phaseMsSchema, phaseMsSchema, phaseMsSchema, phaseMsSchema]);

/**
 * How long each of PHASES took, in ms, summed over redirects; null for one that the check did not reach or need. The
 * phase in which a check failed counts up to the failure. Further values from a newer agent are dropped.
 */
export const checkPhasesSchema = z
  .array(z.unknown())
  .max(20)
  .transform((values) => values.slice(0, PHASES.length))
  .pipe(knownSchema);
export type CheckPhases = z.infer<typeof checkPhasesSchema>;

const PACKED = /^[0-9a-z]*(?:\.[0-9a-z]*)+$/;

/** Packs phases into at most 19 bytes: base 36, separated by dots, without trailing nulls. */
export function packPhases(phases: CheckPhases): string {
  const values = phases.map((ms) => ms?.toString(36) ?? '');
  const reached = values.findLastIndex((value) => value !== '') + 1;
  return values.slice(0, Math.max(2, reached)).join('.');
}

/**
 * Unpacks phases; null if the text is not valid. A schema would be several times slower for an hour's tens of
 * thousands.
 */
export function unpackPhases(packed: string): CheckPhases | null {
  if (!PACKED.test(packed)) return null;
  const [dns, connect, tls, firstByte, body] = packed.split('.');
  const phases: CheckPhases = [readMs(dns), readMs(connect), readMs(tls), readMs(firstByte), readMs(body)];
  return phases.every((ms) => ms === null || ms <= MAX_MS) ? phases : null;
}

function readMs(value = ''): number | null {
  return value === '' ? null : Number.parseInt(value, 36);
}
