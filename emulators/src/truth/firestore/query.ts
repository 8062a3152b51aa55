import type { Doc, Store } from './store.ts';
import { Timestamp, valueAt } from './values.ts';

export type Operator = '==' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains';
export type Filter = { field: string; op: Operator; value: unknown };

/** What a query asks for. `after`: only documents behind this one in the query's order. */
export type Asked = {
  collection: string;
  filters: readonly Filter[];
  orderBy: readonly { field: string; descending: boolean }[];
  limit: number | null;
  after: Doc | null;
};

/** The documents that a query finds, in its order. */
export function find(store: Store, asked: Asked): Doc[] {
  const order = orderOf(asked);
  const found = candidates(store, asked).filter(
    ({ data }) =>
      asked.filters.every((filter) => holds(filter, valueAt(data, filter.field.split('.')))) &&
      order.every(({ field }) => valueAt(data, field.split('.')) !== undefined),
  );
  const compare = (a: Doc, b: Doc) => {
    for (const { field, descending } of order) {
      const by = compareValues(valueAt(a.data, field.split('.')), valueAt(b.data, field.split('.')));
      if (by !== 0) return descending ? -by : by;
    }
    // Where all else is equal, ids go the way of the last field.
    const byId = a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
    return order.at(-1)?.descending ? -byId : byId;
  };
  const { after, limit } = asked;
  const sorted = found.sort(compare);
  const behind = after ? sorted.filter((doc) => compare(doc, after) > 0) : sorted;
  return limit === null ? behind : behind.slice(0, limit);
}

/** Firestore orders by the field of an inequality where nothing else is said. */
function orderOf({ orderBy, filters }: Asked): Asked['orderBy'] {
  const unequal = filters.find(({ op }) => op.startsWith('<') || op.startsWith('>'));
  return orderBy.length > 0 || !unequal ? orderBy : [{ field: unequal.field, descending: false }];
}

function candidates(store: Store, { collection: path, filters }: Asked): Doc[] {
  const collection = store.collection(path);
  const exact = filters.filter(({ op }) => op === '==' || op === 'in');
  if (exact.length === 0) return [...collection.docs.values()];
  const lists = exact.map(({ field, op, value }) => [
    ...collection.idsWith(field, op === 'in' && Array.isArray(value) ? value : [value]),
  ]);
  const [shortest = []] = lists.sort((a, b) => a.length - b.length);
  return shortest.flatMap((id) => collection.docs.get(id) ?? []);
}

function holds({ op, value: wanted }: Filter, value: unknown): boolean {
  if (value === undefined) return false;
  if (op === '==') return compareValues(value, wanted) === 0;
  if (op === 'in') return Array.isArray(wanted) && wanted.some((each) => compareValues(value, each) === 0);
  if (op === 'array-contains') return Array.isArray(value) && value.includes(wanted);
  // Firestore compares only values of one type.
  if (rank(value) !== rank(wanted)) return false;
  const by = compareValues(value, wanted);
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
  const [one, other] = [plain(a), plain(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function plain(value: unknown): number | string {
  if (value instanceof Timestamp) return value.ms;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === true ? 1 : 0;
}
