import type { Random } from '../random.ts';

/** A value as any Firestore is given it: `{ms}` is a moment, `{gone: true}` removes a field. */
export type Given = null | boolean | number | string | Given[] | { [key: string]: Given };
export type WriteOperation = {
  do: 'create' | 'set' | 'merge' | 'merge-fields' | 'update' | 'delete';
  path: string;
  data: { [field: string]: Given };
  /** The fields that are set whole. */
  fields: string[];
  /** Only if the document is as it was when last looked at. */
  ifAsSeen: boolean;
};
export type QueryOperation = {
  collection: string;
  where: { field: string; op: '==' | 'in' | '<' | '<=' | '>' | '>=' | 'array-contains'; value: Given }[];
  orderBy: { field: string; direction: 'asc' | 'desc' } | null;
  limit: number | null;
  /** The fields that come with it; all for null. */
  select: string[] | null;
  /** What is asked: documents page by page, or figures about them. */
  ask: 'documents' | 'count' | 'sum';
};
export type Operation =
  | { do: 'write'; writes: WriteOperation[]; inTransaction: boolean; reads: string[] }
  | { do: 'look'; paths: string[]; mask: string[] | null }
  | { do: 'query'; query: QueryOperation; inTransaction: boolean }
  | { do: 'empty'; collection: string };

const COLLECTIONS = ['one', 'one/a/inner'];
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const TAGS = ['red', 'green', 'blue'];

/** What somebody might ask of a Firestore next, as the functions do. */
export function someOperation(random: Random): Operation {
  const kind = random.pick(['write', 'write', 'write', 'write', 'look', 'query', 'query', 'query', 'empty'] as const);
  if (kind === 'look') return { do: 'look', paths: somePaths(random), mask: someMask(random) };
  if (kind === 'query') return { do: 'query', query: someQuery(random), inTransaction: random.chance(0.2) };
  if (kind === 'empty' && random.chance(0.2)) return { do: 'empty', collection: random.pick(COLLECTIONS) };
  const inTransaction = random.chance(0.2);
  const count = random.chance(0.6) ? 1 : random.between(2, 4);
  const writes = Array.from({ length: count }, () => someWrite(random));
  return { do: 'write', writes, inTransaction, reads: inTransaction ? somePaths(random) : [] };
}

function somePath(random: Random): string {
  return `${random.pick(COLLECTIONS)}/${random.pick(IDS)}`;
}

function somePaths(random: Random): string[] {
  return [...new Set(Array.from({ length: random.between(1, 3) }, () => somePath(random)))];
}

function someMask(random: Random): string[] | null {
  return random.chance(0.5) ? null : ['n', 'map', 'tag', 'at'].filter(() => random.chance(0.4));
}

function someWrite(random: Random): WriteOperation {
  const kind = random.pick(['create', 'create', 'set', 'merge', 'merge-fields', 'update', 'update', 'delete'] as const);
  const path = somePath(random);
  const ifAsSeen = (kind === 'update' || kind === 'delete') && random.chance(0.4);
  const base = { do: kind, path, fields: [], ifAsSeen };
  if (kind === 'delete') return { ...base, data: {} };
  if (kind === 'update') return { ...base, data: someUpdate(random) };
  const data = someData(random, kind === 'merge');
  const fields = kind === 'merge-fields' ? Object.keys(data).map((key) => (key === 'map' ? 'map.one' : key)) : [];
  return kind === 'merge-fields' && data.map
    ? { ...base, fields, data: { ...data, map: { one: 1, two: 2 } } }
    : { ...base, fields, data };
}

function someData(random: Random, mayRemove: boolean): WriteOperation['data'] {
  const all: WriteOperation['data'] = {
    n: random.chance(0.2) ? null : random.between(-2, 2),
    at: random.chance(0.2) ? null : { ms: random.between(0, 3) * 1_500 },
    tag: random.pick(TAGS),
    isOn: random.chance(0.5),
    list: TAGS.filter(() => random.chance(0.5)),
    map: someMap(random, mayRemove),
  };
  const kept = Object.entries(all).filter(() => random.chance(0.75));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, mayRemove && random.chance(0.1) ? { gone: true } : value]),
  );
}

function someMap(random: Random, mayRemove: boolean): Given {
  const inner = random.chance(0.5) ? { deep: random.between(0, 2) } : {};
  const map: { [key: string]: Given } = random.chance(0.7) ? { one: random.between(0, 2), inner } : {};
  return mayRemove && random.chance(0.3) ? { ...map, one: { gone: true } } : map;
}

function someUpdate(random: Random): WriteOperation['data'] {
  const { map, ...rest } = someData(random, true);
  if (random.chance(0.5)) return map === undefined ? { n: 1, ...rest } : { ...rest, map: { one: 1 } };
  const path = random.pick(['map.one', 'map.inner', 'map.inner.deep', 'map.none.deep', 'other.x']);
  return { ...rest, [path]: random.chance(0.4) ? { gone: true } : random.between(0, 2) };
}

function someQuery(random: Random): QueryOperation {
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
    where.push({ field: ranged, op: random.pick(['<', '<=', '>', '>='] as const), value: someBound(random, ranged) });
  const isOrdered = random.chance(0.5);
  const field = ranged ?? random.pick(['n', 'at', 'tag', 'map.one']);
  return {
    collection: random.pick(COLLECTIONS),
    where,
    orderBy: isOrdered ? { field, direction: random.pick(['asc', 'desc'] as const) } : null,
    limit: random.chance(0.5) ? random.between(1, 3) : null,
    select: someMask(random),
    ask: random.pick(['documents', 'documents', 'documents', 'count', 'sum'] as const),
  };
}

function someBound(random: Random, field: string): Given {
  if (field === 'n') return random.between(-2, 2);
  return field === 'at' ? { ms: random.between(0, 3) * 1_500 } : random.pick(TAGS);
}
