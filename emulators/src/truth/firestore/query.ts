import type { Doc, Store } from './store.ts';
import { Timestamp, valueAt } from './values.ts';

export type Operator = '==' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains';
type Filter = { field: string; op: Operator; value: unknown };

/** `isGroup`: all collections whose path ends with the name. `after`: only documents that follow this one in the query's order. */
export type QueryInput = {
  collection: string;
  isGroup?: boolean;
  filters: readonly Filter[];
  orderBy: readonly { field: string; descending: boolean }[];
  limit: number | null;
  after: Doc | null;
};

/** The documents that match a query, in its order. */
export function find(store: Store, query: QueryInput): Doc[] {
  const order = orderOf(query);
  const found = candidates(store, query).filter(
    ({ data }) =>
      query.filters.every((filter) => matches(filter, valueAt(data, filter.field.split('.')))) &&
      order.every(({ field }) => valueAt(data, field.split('.')) !== undefined),
  );
  const compare = (a: Doc, b: Doc) => {
    for (const { field, descending } of order) {
      const by = compareValues(valueAt(a.data, field.split('.')), valueAt(b.data, field.split('.')));
      if (by !== 0) return descending ? -by : by;
    }
    // Equal documents are ordered by id, in the direction of the last field.
    const byId = a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
    return order.at(-1)?.descending ? -byId : byId;
  };
  const { after, limit } = query;
  const sorted = found.sort(compare);
  const following = after ? sorted.filter((doc) => compare(doc, after) > 0) : sorted;
  return limit === null ? following : following.slice(0, limit);
}

/** Without an order Firestore orders by the field of an inequality. */
function orderOf({ orderBy, filters }: QueryInput): QueryInput['orderBy'] {
  const unequal = filters.find(({ op }) => op.startsWith('<') || op.startsWith('>'));
  return orderBy.length > 0 || !unequal ? orderBy : [{ field: unequal.field, descending: false }];
}

function candidates(store: Store, { collection, isGroup = false, filters }: QueryInput): Doc[] {
  const isIncluded = (path: string) => path === collection || path.endsWith(`/${collection}`);
  const paths = isGroup ? store.paths().filter(isIncluded) : [collection];
  return paths.flatMap((path) => candidatesIn(store, path, filters));
}

function candidatesIn(store: Store, path: string, filters: QueryInput['filters']): Doc[] {
  const collection = store.collection(path);
  const exact = filters.filter(({ op }) => op === '==' || op === 'in');
  if (exact.length === 0) return [...collection.docs.values()];
  const lists = exact.map(({ field, op, value }) => [
    ...collection.idsWith(field, op === 'in' && Array.isArray(value) ? value : [value]),
  ]);
  const [shortest = []] = lists.sort((a, b) => a.length - b.length);
  return shortest.flatMap((id) => collection.docs.get(id) ?? []);
}

function matches({ op, value: expected }: Filter, value: unknown): boolean {
  if (value === undefined) return false;
  if (op === '==') return compareValues(value, expected) === 0;
  if (op === 'in') return Array.isArray(expected) && expected.some((each) => compareValues(value, each) === 0);
  if (op === 'array-contains') return Array.isArray(value) && value.includes(expected);
  // Firestore compares only values of the same type.
  if (rank(value) !== rank(expected)) return false;
  const by = compareValues(value, expected);
  if (op === '<') return by < 0;
  if (op === '<=') return by <= 0;
  return op === '>' ? by > 0 : by >= 0;
}

function rank(value: unknown): number {
  if (value === null) return 0;
  return ['boolean', 'number', 'object', 'string'].indexOf(typeof value) + 1;
}

function compareValues(a: unknown, b: unknown): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const [one, other] = [comparable(a), comparable(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function comparable(value: unknown): number | string {
  if (value instanceof Timestamp) return value.ms;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === true ? 1 : 0;
}
