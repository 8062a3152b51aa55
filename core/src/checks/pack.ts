import { type Check, type CheckError, checkErrorSchema } from './check.ts';

/**
 * Raw checks in a window's field or an hour's points: one string, `endpoint,offset,ms,status,error` each,
 * joined by `;`. Numbers in base 36, the offset in ms from the document's own start, the error as its index.
 * At most 60 bytes a check.
 */
const ERRORS: readonly CheckError[] = checkErrorSchema.options;

/** Packs checks that began at or after `startMs`. */
export function packChecks(checks: readonly Check[], startMs: number): string {
  return checks.map((check) => packOne(check, startMs)).join(';');
}

function packOne(check: Check, startMs: number): string {
  const status = check.statusCode === null ? '' : check.statusCode.toString(36);
  const error = check.error === null ? '' : ERRORS.indexOf(check.error).toString(36);
  return `${check.endpoint},${(check.at - startMs).toString(36)},${check.ms.toString(36)},${status},${error}`;
}

const PACKED = /^(?<endpoint>[\w-]*),(?<offset>-?[0-9a-z]+),(?<ms>[0-9a-z]+),(?<status>[0-9a-z]*),(?<error>[0-9a-z]*)$/;

/** The checks of a packed string; malformed parts are skipped, an unknown error becomes `network`. */
export function unpackChecks(packed: string, startMs: number): Check[] {
  return packed.split(';').flatMap((part) => {
    const { endpoint = '', offset = '', ms = '', status, error } = PACKED.exec(part)?.groups ?? {};
    if (offset === '') return [];
    return [
      {
        endpoint,
        at: startMs + Number.parseInt(offset, 36),
        ms: Number.parseInt(ms, 36),
        statusCode: status ? Number.parseInt(status, 36) : null,
        error: error ? (ERRORS[Number.parseInt(error, 36)] ?? 'network') : null,
      },
    ];
  });
}
