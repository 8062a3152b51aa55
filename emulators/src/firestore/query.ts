import type { Doc, Store } from './store.ts';
import { DocName, isMap, isSame, Timestamp, valueAt } from './values.ts';

export type Operator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not-in'
  | 'array-contains'
  | 'array-contains-any';
export type Filter = { field: string; op: Operator; value: unknown };
type Order = { field: string; descending: boolean };
/** A place between documents: before or after those with these values in the fields of the query's order. */
export type Cursor = { values: readonly unknown[]; isBefore: boolean };

/** A query of the database in memory. */
export type QueryInput = {
  /** A path, or with `isGroup` the name of all collections that it includes; null for all collections. */
  collection: string | null;
  isGroup?: boolean;
  /** Restricts the query to documents below this path. */
  under?: string;
  filters: readonly Filter[];
  orderBy: readonly Order[];
  start?: Cursor | null;
  end?: Cursor | null;
  offset?: number;
  limit: number | null;
};

/** The id that is before all others, from which the SDK's recursive deletion starts. */
const LEAST_ID = '__id-9223372036854775808__';
/** The field that is a document's path. */
export const NAME = '__name__';

/** The documents that match a query, in its order. */
export function find(store: Store, query: QueryInput): Doc[] {
  const order = orderOf(query);
  const found = candidates(store, query).filter((doc) => isMatch(query, doc, order));
  const compare = (a: Doc, b: Doc) => compareBy(order, a, (field) => fieldValue(b, field));
  const isAfter = (doc: Doc, { values, isBefore }: Cursor) => {
    const by = compareBy(order.slice(0, values.length), doc, (_, at) => values[at]);
    return isBefore ? by >= 0 : by > 0;
  };
  const { start, end, offset = 0, limit } = query;
  const sorted = found.sort(compare);
  const following = start ? sorted.filter((doc) => isAfter(doc, start)) : sorted;
  const within = end ? following.filter((doc) => !isAfter(doc, end)) : following;
  return within.slice(offset, limit === null ? undefined : offset + limit);
}

/** Whether a document of a query's collections is among its results, if there is no limit. */
export function isMatch(query: QueryInput, doc: Pick<Doc, 'path' | 'data'>, order = orderOf(query)): boolean {
  return (
    query.filters.every((filter) => matches(filter, fieldValue(doc, filter.field))) &&
    order.every(({ field }) => field === NAME || fieldValue(doc, field) !== undefined)
  );
}

/** Whether a query looks into the collection with this path. */
export function isOfQuery({ collection, isGroup, under }: QueryInput, path: string): boolean {
  if (under !== undefined && !path.startsWith(`${under}/`)) return false;
  if (collection === null) return true;
  return path === collection || (isGroup === true && path.endsWith(`/${collection}`));
}

/**
 * The order of a query's results, which ends with their paths. Without an order Firestore orders by the fields of
 * inequalities.
 */
export function orderOf({ orderBy, filters }: QueryInput): Order[] {
  const unequal = filters.filter(
    ({ op }) => op.startsWith('<') || op.startsWith('>') || op === '!=' || op === 'not-in',
  );
  const descending = orderBy.at(-1)?.descending ?? false;
  const implied = orderBy.length > 0 ? [] : [...new Set(unequal.map(({ field }) => field))].sort();
  const fields = [...orderBy, ...implied.map((field) => ({ field, descending }))];
  return fields.some(({ field }) => field === NAME) ? fields : [...fields, { field: NAME, descending }];
}

export function fieldValue({ path, data }: Pick<Doc, 'path' | 'data'>, field: string): unknown {
  return field === NAME ? new DocName(path) : valueAt(data, field.split('.'));
}

function compareBy(order: readonly Order[], doc: Doc, otherOf: (field: string, at: number) => unknown): number {
  for (const [at, { field, descending }] of order.entries()) {
    const by = compareValues(fieldValue(doc, field), otherOf(field, at));
    if (by !== 0) return descending ? -by : by;
  }
  return 0;
}

/** Segment by segment. */
function comparePaths(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')];
  const index = one.findIndex((segment, at) => segment !== other[at]);
  if (index < 0) return one.length - other.length;
  const [left, right] = [one[index] ?? '', other[index]];
  if (right === undefined || right === LEAST_ID) return 1;
  return left > right && left !== LEAST_ID ? 1 : -1;
}

function candidates(store: Store, query: QueryInput): Doc[] {
  const { collection, isGroup, under } = query;
  if (collection !== null && !isGroup && under === undefined) return candidatesIn(store, collection, query);
  const paths = store.paths().filter((path) => isOfQuery(query, path));
  return paths.flatMap((path) => candidatesIn(store, path, query));
}

function candidatesIn(store: Store, path: string, { filters }: QueryInput): Doc[] {
  const collection = store.collection(path);
  const lists = filters.flatMap(({ field, op, value }) => {
    const values = op === '==' ? [value] : op === 'in' && Array.isArray(value) ? value : null;
    return values && field !== NAME && values.every(isIndexed) ? [[...collection.idsWith(field, values)]] : [];
  });
  const [shortest] = lists.sort((a, b) => a.length - b.length);
  if (!shortest) return [...collection.docs.values()];
  return shortest.flatMap((id) => collection.docs.get(id) ?? []);
}

/** Values that are equal only if they are the same, and timestamps. */
function isIndexed(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Timestamp;
}

function matches({ op, value: expected }: Filter, value: unknown): boolean {
  if (value === undefined) return false;
  const isOneOf = (values: unknown) => Array.isArray(values) && values.some((each) => isSame(value, each));
  switch (op) {
    case '==':
      return isSame(value, expected);
    case '!=':
      return value !== null && !isSame(value, expected);
    case 'in':
      return isOneOf(expected);
    case 'not-in':
      return value !== null && !isOneOf(expected);
    case 'array-contains':
      return Array.isArray(value) && value.some((each) => isSame(each, expected));
    case 'array-contains-any':
      return (
        Array.isArray(value) &&
        value.some((each) => Array.isArray(expected) && expected.some((one) => isSame(each, one)))
      );
  }
  // Firestore compares only values of the same type.
  if (rank(value) !== rank(expected)) return false;
  const by = compareValues(value, expected);
  if (op === '<') return by < 0;
  if (op === '<=') return by <= 0;
  return op === '>' ? by > 0 : by >= 0;
}

/** The place of a value's type in Firestore's order of all values. */
function rank(value: unknown): number {
  if (value === null) return 0;
  if (value instanceof Timestamp) return 3;
  if (value instanceof Uint8Array) return 5;
  if (value instanceof DocName) return 6;
  if (Array.isArray(value)) return 7;
  return { boolean: 1, number: 2, string: 4 }[typeof value as string] ?? 8;
}

function compareValues(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a instanceof DocName && b instanceof DocName) return comparePaths(a.path, b.path);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  if (isMap(a) && isMap(b))
    return compareLists(Object.entries(a).sort(byKey).flat(), Object.entries(b).sort(byKey).flat());
  const [one, other] = [comparable(a), comparable(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [at, each] of a.entries()) {
    if (at >= b.length) return 1;
    const by = compareValues(each, b[at]);
    if (by !== 0) return by;
  }
  return a.length - b.length;
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function comparable(value: unknown): number | string {
  if (value instanceof Timestamp) return value.ms;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === true ? 1 : 0;
}
