import { z } from 'zod';

/** The phases of a check, in the order of its time. */
export const PHASES = ['dns', 'connect', 'tls', 'firstByte', 'body'] as const;
export type Phase = (typeof PHASES)[number];

/** A check ends after 10 s; three digits of base 36 hold this. */
const MOST_MS = 30_000;

const phaseMsSchema = z.number().int().min(0).max(MOST_MS).nullable();

const knownSchema = z.tuple([phaseMsSchema, phaseMsSchema, phaseMsSchema, phaseMsSchema, phaseMsSchema]);

/**
 * How long each of PHASES took, ms, summed over redirects; null for one that the check did not reach or did not need.
 * The phase in which a check failed counts up to that moment. What a newer agent adds behind them is passed over.
 */
export const checkPhasesSchema = z
  .array(z.unknown())
  .transform((values) => values.slice(0, PHASES.length))
  .pipe(knownSchema);
export type CheckPhases = z.infer<typeof checkPhasesSchema>;

const PACKED = /^[0-9a-z]*(?:\.[0-9a-z]*)+$/;

/** Phases as text of at most 19 bytes: base 36, joined by dots, without the nulls at the end. */
export function packPhases(phases: CheckPhases): string {
  const values = phases.map((ms) => ms?.toString(36) ?? '');
  const reached = values.findLastIndex((value) => value !== '') + 1;
  return values.slice(0, Math.max(2, reached)).join('.');
}

/** Null for what is no phases. Without a schema, as an hour has tens of thousands: that would take several times as long. */
export function unpackPhases(packed: string): CheckPhases | null {
  if (!PACKED.test(packed)) return null;
  const [dns, connect, tls, firstByte, body] = packed.split('.');
  const phases: CheckPhases = [readMs(dns), readMs(connect), readMs(tls), readMs(firstByte), readMs(body)];
  return phases.every((ms) => ms === null || ms <= MOST_MS) ? phases : null;
}

function readMs(value = ''): number | null {
  return value === '' ? null : Number.parseInt(value, 36);
}
