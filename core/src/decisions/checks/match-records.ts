import { canonicalAddress } from '../../values/addresses/address.ts';
import { toAsciiName } from '../../values/addresses/ascii-name.ts';
import type { RecordType } from '../../values/check-types/dns.ts';

/** Record types whose last part is a host, which may be expected alone. */
const ENDS_WITH_HOST: ReadonlySet<RecordType> = new Set(['MX', 'SRV']);
/** What `dig` prints before a record's data: its owner, with a final dot, its time to live, class and type. */
const LINE_START = /^\S+\.\s+(?:\d+\s+)?(?:IN\s+)?([A-Z]+)\s+(?=\S)/;
/** A text in quotation marks, in which a backslash escapes one character or a byte in decimal (RFC 1035, 5.1). */
const QUOTED = /"((?:[^"\\]|\\(?:\d{3}|\D))*)"/g;
const ALL_QUOTED = new RegExp(`^(?:${QUOTED.source}\\s*)+$`);
const CAA = /^(\d+)\s+([a-z0-9]+)\s+(.*)$/is;

/**
 * Whether any or all of the expected values are among records; true if there are no expected ones. Records are as
 * `queryRecords` gives them: as zone files write them, but the texts of TXT are joined and not quoted. Expected values
 * may be so too, or as `dig` prints them. Names differ neither by case nor by a final dot, nor by the script in which
 * they are written; addresses not by how they are written.
 */
export function matchRecords(
  type: RecordType,
  records: readonly string[],
  expected: readonly string[],
  match: 'any' | 'all',
): boolean {
  if (expected.length === 0) return true;
  const known = new Set(records.flatMap((record) => formsOf(type, record)));
  const isKnown = (value: string) => readings(type, value).some((reading) => known.has(reading));
  return match === 'all' ? expected.every(isKnown) : expected.some(isKnown);
}

/** The canonical forms by which a record may be expected. */
function formsOf(type: RecordType, record: string): string[] {
  const whole = canonical(type, record);
  return ENDS_WITH_HOST.has(type) ? [whole, whole.split(' ').at(-1) ?? ''] : [whole];
}

/** What an expected value may mean: the value itself, or the data of a record that `dig` printed. */
function readings(type: RecordType, value: string): string[] {
  const typed = value.trim();
  const data = LINE_START.exec(typed)?.[1] === type ? typed.replace(LINE_START, '') : typed;
  const text = type === 'TXT' && ALL_QUOTED.test(data) ? [joinedText(data)] : [];
  return [canonical(type, typed), canonical(type, data), ...text];
}

function canonical(type: RecordType, value: string): string {
  if (type === 'TXT') return value.trim();
  if (type === 'CAA') return canonicalCaa(value.trim());
  const parts = value.trim().toLowerCase().split(/\s+/);
  return parts.map((part) => canonicalAddress(part) ?? toAsciiName(part).replace(/(.)\.$/, '$1')).join(' ');
}

/** The flags, the tag in small letters (RFC 8659, 4.1), and the value without quotation marks. */
function canonicalCaa(record: string): string {
  const [, flags, tag, value] = CAA.exec(record) ?? [];
  if (flags === undefined || tag === undefined || value === undefined) return record;
  return `${Number(flags)} ${tag.toLowerCase()} ${ALL_QUOTED.test(value) ? joinedText(value) : value}`;
}

/** Returns what quoted texts mean together, such as `"v=DKIM1; p=AA" "BB"`: a long text is stored in parts. */
function joinedText(quoted: string): string {
  const content = [...quoted.matchAll(QUOTED)].map(([, text = '']) => text).join('');
  const bytes = [...content.matchAll(/\\(\d{3})|\\?(.)/gsu)].flatMap(([, code, character = '']) =>
    code === undefined ? [...new TextEncoder().encode(character)] : [Number(code) & 0xff],
  );
  return recordText(Uint8Array.from(bytes));
}

/** Returns the text of a record's bytes: UTF-8, or else one character for each byte. */
export function recordText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  }
}
