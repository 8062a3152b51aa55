import type { Random } from '../platform/random.ts';

/** A value for any Firestore: `{ms}` is a timestamp, `{bytes}` their hex digits, `{deleted: true}` removes a field. */
export type FieldInput = null | boolean | number | string | FieldInput[] | { [key: string]: FieldInput };
export type WriteOperation = {
  do: 'create' | 'set' | 'merge' | 'merge-fields' | 'update' | 'delete';
  path: string;
  data: { [field: string]: FieldInput };
  /** The fields that are replaced completely. */
  fields: string[];
  /** Whether the operation requires that the document has not changed since it was last read. */
  ifUnchanged: boolean;
};
/** A query of one collection, or of a collection group. */
export type QueryOperation = {
  collection: string;
  /** Whether the query includes all collections of that name. */
  isGroup: boolean;
  where: { field: string; op: '==' | 'in' | '<' | '<=' | '>' | '>=' | 'array-contains'; value: FieldInput }[];
  orderBy: { field: string; direction: 'asc' | 'desc' } | null;
  limit: number | null;
  /** The fields to include; null for all. */
  select: string[] | null;
  result: 'documents' | 'count' | 'sum';
};
export type Operation =
  | { do: 'write'; writes: WriteOperation[]; inTransaction: boolean; reads: string[] }
  | { do: 'read'; paths: string[]; mask: string[] | null }
  | { do: 'query'; query: QueryOperation; inTransaction: boolean }
  | { do: 'delete-all'; collection: string };

const COLLECTIONS = ['one', 'one/a/inner', 'one/b/inner'];
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const TAGS = ['red', 'green', 'blue'];

/** A random operation of a kind that the functions use. */
export function randomOperation(random: Random): Operation {
  const kind = random.pick([
    'write',
    'write',
    'write',
    'write',
    'read',
    'query',
    'query',
    'query',
    'delete-all',
  ] as const);
  if (kind === 'read') return { do: 'read', paths: randomPaths(random), mask: randomMask(random) };
  if (kind === 'query') return { do: 'query', query: randomQuery(random), inTransaction: random.chance(0.2) };
  if (kind === 'delete-all' && random.chance(0.2)) return { do: 'delete-all', collection: random.pick(COLLECTIONS) };
  const inTransaction = random.chance(0.2);
  const count = random.chance(0.6) ? 1 : random.between(2, 4);
  const writes = Array.from({ length: count }, () => randomWrite(random));
  return { do: 'write', writes, inTransaction, reads: inTransaction ? randomPaths(random) : [] };
}

function randomPath(random: Random): string {
  return `${random.pick(COLLECTIONS)}/${random.pick(IDS)}`;
}

function randomPaths(random: Random): string[] {
  return [...new Set(Array.from({ length: random.between(1, 3) }, () => randomPath(random)))];
}

function randomMask(random: Random): string[] | null {
  return random.chance(0.5) ? null : ['n', 'map', 'tag', 'at', 'blob'].filter(() => random.chance(0.4));
}

function randomWrite(random: Random): WriteOperation {
  const kind = random.pick(['create', 'create', 'set', 'merge', 'merge-fields', 'update', 'update', 'delete'] as const);
  const path = randomPath(random);
  const ifUnchanged = (kind === 'update' || kind === 'delete') && random.chance(0.4);
  const base = { do: kind, path, fields: [], ifUnchanged };
  if (kind === 'delete') return { ...base, data: {} };
  if (kind === 'update') return { ...base, data: randomUpdate(random) };
  const data = randomData(random, kind === 'merge');
  const fields = kind === 'merge-fields' ? Object.keys(data).map((key) => (key === 'map' ? 'map.one' : key)) : [];
  return kind === 'merge-fields' && data.map
    ? { ...base, fields, data: { ...data, map: { one: 1, two: 2 } } }
    : { ...base, fields, data };
}

function randomData(random: Random, mayRemove: boolean): WriteOperation['data'] {
  const all: WriteOperation['data'] = {
    n: random.chance(0.2) ? null : random.between(-2, 2),
    at: random.chance(0.2) ? null : { ms: random.between(0, 3) * 1_500 },
    tag: random.pick(TAGS),
    isOn: random.chance(0.5),
    list: TAGS.filter(() => random.chance(0.5)),
    map: randomMap(random, mayRemove),
    blob: randomBytes(random),
  };
  const kept = Object.entries(all).filter(() => random.chance(0.75));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, mayRemove && random.chance(0.1) ? { deleted: true } : value]),
  );
}

function randomMap(random: Random, mayRemove: boolean): FieldInput {
  const inner = random.chance(0.5) ? { deep: random.chance(0.3) ? randomBytes(random) : random.between(0, 2) } : {};
  const map: { [key: string]: FieldInput } = random.chance(0.7) ? { one: random.between(0, 2), inner } : {};
  return mayRemove && random.chance(0.3) ? { ...map, one: { deleted: true } } : map;
}

function randomBytes(random: Random): FieldInput {
  return { bytes: random.pick(['', '00', 'ff01']) };
}

function randomUpdate(random: Random): WriteOperation['data'] {
  const { map, ...rest } = randomData(random, true);
  if (random.chance(0.5)) return map === undefined ? { n: 1, ...rest } : { ...rest, map: { one: 1 } };
  const path = random.pick(['map.one', 'map.inner', 'map.inner.deep', 'map.none.deep', 'other.x']);
  return { ...rest, [path]: random.chance(0.4) ? { deleted: true } : random.between(0, 2) };
}

function randomQuery(random: Random): QueryOperation {
  const where: QueryOperation['where'] = [];
  if (random.chance(0.4)) where.push({ field: 'tag', op: '==', value: random.pick(TAGS) });
  else if (random.chance(0.3))
    where.push({ field: 'tag', op: 'in', value: ['red', random.pick(['green', 'blue', 'none'])] });
  if (random.chance(0.2)) where.push({ field: 'isOn', op: '==', value: random.chance(0.5) });
  if (random.chance(0.2)) where.push({ field: 'map.one', op: '==', value: random.between(0, 2) });
  if (random.chance(0.15)) where.push({ field: 'list', op: 'array-contains', value: random.pick(TAGS) });
  if (random.chance(0.1)) where.push({ field: 'n', op: '==', value: random.chance(0.5) ? null : 1 });
  if (random.chance(0.1)) where.push({ field: 'at', op: '==', value: { ms: 1_500 } });
  const ranged = random.chance(0.4) ? random.pick(['n', 'at', 'tag']) : null;
  if (ranged !== null)
    where.push({ field: ranged, op: random.pick(['<', '<=', '>', '>='] as const), value: randomBound(random, ranged) });
  const isOrdered = random.chance(0.5);
  const field = ranged ?? random.pick(['n', 'at', 'tag', 'map.one']);
  const isGroup = random.chance(0.2);
  return {
    collection: isGroup ? 'inner' : random.pick(COLLECTIONS),
    isGroup,
    where,
    orderBy: isOrdered ? { field, direction: random.pick(['asc', 'desc'] as const) } : null,
    limit: random.chance(0.5) ? random.between(1, 3) : null,
    select: randomMask(random),
    result: random.pick(['documents', 'documents', 'documents', 'count', 'sum'] as const),
  };
}

function randomBound(random: Random, field: string): FieldInput {
  if (field === 'n') return random.between(-2, 2);
  return field === 'at' ? { ms: random.between(0, 3) * 1_500 } : random.pick(TAGS);
}
