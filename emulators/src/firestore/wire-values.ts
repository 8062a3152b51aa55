import { type Data, DocName, isMap, Timestamp } from './values.ts';

/** A value as Firestore's protocol has it: an object with one key, which names its type. */
export type WireValue = { readonly [type: string]: unknown };
export type WireFields = { readonly [field: string]: WireValue };
/** Seconds and nanoseconds; absent parts are 0. */
export type WireTime = { readonly seconds?: string | number | null; readonly nanos?: number | null };

const DOCUMENTS = '/documents';
const NANOS_IN_MS = 1_000_000;

/** The path of a document or of the top, from its name in the project. */
export function pathOf(name: string): string {
  const start = name.indexOf(DOCUMENTS);
  if (start < 0) throw new Error(`${name} is no name of a document`);
  return name.slice(start + DOCUMENTS.length + 1);
}

/** A timestamp's nanoseconds contain its version, so that commits of the same millisecond differ. */
export function fromWireTime({ seconds, nanos }: WireTime): Timestamp {
  const all = Number(nanos ?? 0);
  const ms = Math.floor(all / NANOS_IN_MS);
  return new Timestamp(Number(seconds ?? 0) * 1000 + ms, all - ms * NANOS_IN_MS);
}

export function toWireTime({ ms, version }: Timestamp): WireTime {
  if (version >= NANOS_IN_MS) throw new Error('a database in memory has a million commits at most');
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: (ms - seconds * 1000) * NANOS_IN_MS + version };
}

export function fromWireFields(fields: WireFields | null | undefined): Data {
  const data: Record<string, unknown> = {};
  for (const key in fields) data[key] = fromWireValue(fields[key] ?? {});
  return data;
}

export function fromWireValue(value: WireValue): unknown {
  for (const type in value) {
    const inner = value[type];
    switch (type) {
      case 'valueType':
        continue;
      case 'nullValue':
        return null;
      case 'integerValue':
      case 'doubleValue':
        return Number(inner);
      case 'booleanValue':
      case 'stringValue':
        return inner;
      case 'bytesValue':
        return Buffer.from(inner as Uint8Array);
      case 'timestampValue':
        return fromWireTime(inner as WireTime);
      case 'referenceValue':
        return new DocName(pathOf(String(inner)));
      case 'arrayValue':
        return ((inner as { values?: WireValue[] }).values ?? []).map(fromWireValue);
      case 'mapValue':
        return fromWireFields((inner as { fields?: WireFields }).fields);
      default:
        throw new Error(`a database in memory has no ${type}`);
    }
  }
  throw new Error('a value has no type');
}

/** Data never changes once it is stored, so it is converted once. */
const converted = new WeakMap<Data, WireFields>();

/** `top` is the name of the project's documents. */
export function toWireFields(data: Data, top: string): WireFields {
  let fields = converted.get(data);
  if (!fields) {
    fields = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, toWireValue(value, top)]));
    converted.set(data, fields);
  }
  return fields;
}

export function toWireValue(value: unknown, top: string): WireValue {
  if (value === null) return { nullValue: 'NULL_VALUE' };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { integerValue: value } : { doubleValue: value };
  if (value instanceof Timestamp) return { timestampValue: toWireTime(value) };
  if (value instanceof Uint8Array) return { bytesValue: value };
  if (value instanceof DocName) return { referenceValue: `${top}/${value.path}` };
  if (Array.isArray(value)) return { arrayValue: { values: value.map((each) => toWireValue(each, top)) } };
  if (isMap(value)) return { mapValue: { fields: toWireFields(value, top) } };
  throw new Error(`a database in memory has no ${typeof value}`);
}

/** The names in a field's path, of which unusual ones are between backticks. */
export function fieldNames(path: string): string[] {
  if (!path.includes('`')) return path.split('.');
  const names = path.match(/`(?:[^`\\]|\\.)*`|[^.`]+/g) ?? [];
  return names.map((name) => (name.startsWith('`') ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name));
}

/** Computes a document's size in the bytes that Firestore counts (its page "Storage size calculations"). */
export function sizeOf(path: string, data: Data): number {
  const name = path.split('/').reduce((sum, segment) => sum + Buffer.byteLength(segment) + 1, 16);
  return name + sizeOfMap(data) + 32;
}

function sizeOfMap(data: Data): number {
  let size = 0;
  for (const key in data) size += Buffer.byteLength(key) + 1 + sizeOfValue(data[key]);
  return size;
}

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 1;
  if (value === null || typeof value === 'boolean') return 1;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + sizeOfValue(each), 0);
  return isMap(value) ? sizeOfMap(value) : 8;
}
