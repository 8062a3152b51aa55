import { canonicalAddress } from '../../values/addresses/address.ts';
import type { RecordType } from '../../values/check-types/dns.ts';

/** Record types whose last part is a host, which may be expected alone. */
const ENDS_WITH_HOST: ReadonlySet<RecordType> = new Set(['MX', 'SRV']);
/** Record types whose text is compared as it is. */
const LITERAL: ReadonlySet<RecordType> = new Set(['TXT', 'CAA']);

/**
 * Whether any or all of the expected values are among records, both as zone files write them; true if there are no
 * expected ones. Names differ neither by case nor by a final dot, addresses not by how they are written.
 */
export function matchRecords(
  type: RecordType,
  records: readonly string[],
  expected: readonly string[],
  match: 'any' | 'all',
): boolean {
  if (expected.length === 0) return true;
  const known = new Set(records.flatMap((record) => formsOf(type, record)));
  const isKnown = (value: string) => known.has(canonical(type, value));
  return match === 'all' ? expected.every(isKnown) : expected.some(isKnown);
}

function formsOf(type: RecordType, record: string): string[] {
  const whole = canonical(type, record);
  return ENDS_WITH_HOST.has(type) ? [whole, whole.split(' ').at(-1) ?? ''] : [whole];
}

function canonical(type: RecordType, value: string): string {
  if (LITERAL.has(type))
    return type === 'TXT' ? value.trim().replace(/^"(.*)"$/, '$1') : value.trim().replaceAll('"', '');
  const parts = value.trim().toLowerCase().split(/\s+/);
  return parts.map((part) => canonicalAddress(part) ?? part.replace(/(.)\.$/, '$1')).join(' ');
}
