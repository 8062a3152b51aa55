import { type Check, type CheckError, checkErrorSchema } from './check.ts';
import { packPhases, unpackPhases } from './phases.ts';

/**
 * Raw checks in a window's field or an hour's points, separated by `;`. A check is `endpoint,offset,ms,status,error`:
 * numbers in base 36, the offset in ms from the document's start, the error as its index. Its phases may follow as a
 * part without commas; unknown parts without commas are skipped. A check takes at most 60 bytes.
 */
const ERRORS: readonly CheckError[] = checkErrorSchema.options;

/** Packs checks that started at or after `startMs`. */
export function packChecks(checks: readonly Check[], startMs: number): string {
  return checks.map((check) => packOne(check, startMs)).join(';');
}

function packOne({ endpoint, at, ms, statusCode, error, phases }: Check, startMs: number): string {
  const status = statusCode === null ? '' : statusCode.toString(36);
  const failure = error === null ? '' : ERRORS.indexOf(error).toString(36);
  const check = `${endpoint},${(at - startMs).toString(36)},${ms.toString(36)},${status},${failure}`;
  return phases?.some((each) => each !== null) ? `${check};${packPhases(phases)}` : check;
}

const PACKED = /^(?<endpoint>[\w-]*),(?<offset>-?[0-9a-z]+),(?<ms>[0-9a-z]+),(?<status>[0-9a-z]*),(?<error>[0-9a-z]*)$/;

/** Unpacks checks. Malformed parts are skipped, an unknown error becomes `network`. */
export function unpackChecks(packed: string, startMs: number): Check[] {
  const checks: Check[] = [];
  let latest: Check | null = null;
  for (const part of packed.split(';')) {
    const check = unpackOne(part, startMs);
    const phases = check ? null : unpackPhases(part);
    if (check) checks.push(check);
    else if (latest && !latest.phases && phases) latest.phases = phases;
    // What follows a malformed check does not belong to the check before it.
    if (check || part.includes(',')) latest = check;
  }
  return checks;
}

/** Returns the same checks without their phases, for a document that would be too large. */
export function withoutPhases(packed: string): string {
  const parts = packed.split(';');
  return parts.filter((part) => part.includes(',')).join(';');
}

function unpackOne(part: string, startMs: number): Check | null {
  const { endpoint = '', offset, ms = '', status, error } = PACKED.exec(part)?.groups ?? {};
  if (offset === undefined) return null;
  return {
    endpoint,
    at: startMs + Number.parseInt(offset, 36),
    ms: Number.parseInt(ms, 36),
    statusCode: status ? Number.parseInt(status, 36) : null,
    error: error ? (ERRORS[Number.parseInt(error, 36)] ?? 'network') : null,
  };
}
