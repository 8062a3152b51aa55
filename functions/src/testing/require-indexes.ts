import { allCollections } from '@farwatch/core/documents/collections';
import { indexesFile } from '@farwatch/core/documents/indexes-file';
import { Query } from 'firebase-admin/firestore';
import { z } from 'zod';

const fieldSchema = z.object({ fieldPath: z.string() });
const filterSchema = z.union([
  z.object({ fieldFilter: z.object({ field: fieldSchema, op: z.string() }) }).transform((each) => [each.fieldFilter]),
  z
    .object({ unaryFilter: z.object({ field: fieldSchema }) })
    .transform((each) => [{ ...each.unaryFilter, op: 'EQUAL' }]),
]);
const structuredQuerySchema = z.object({
  from: z.tuple([z.object({ collectionId: z.string().optional(), allDescendants: z.boolean().optional() })]),
  where: z
    .union([
      filterSchema,
      z
        .object({ compositeFilter: z.object({ op: z.literal('AND'), filters: z.array(filterSchema) }) })
        .transform((each) => each.compositeFilter.filters.flat()),
    ])
    .nullish(),
  orderBy: z.array(z.object({ field: fieldSchema, direction: z.enum(['ASCENDING', 'DESCENDING']) })).nullish(),
});

const NAME = '__name__';
const EQUALITIES = ['EQUAL', 'IN'];
const CONTAINING = ['ARRAY_CONTAINS', 'ARRAY_CONTAINS_ANY'];

/** What a query needs of an index: fields compared for equality, arrays that contain a value, and its order. */
export type QueryShape = {
  collection: string;
  isGroup: boolean;
  equal: string[];
  contains: string[];
  ranges: string[];
  orders: [field: string, direction: 'ASCENDING' | 'DESCENDING'][];
};

/**
 * What a query needs of an index, besides the document's name. Null for a query over all collections, as recursive
 * deletion makes it, which needs none. Throws ZodError on an unknown kind of query.
 */
function queryShapeOf(structuredQuery: unknown): QueryShape | null {
  const { from, where, orderBy } = structuredQuerySchema.parse(structuredQuery);
  const [{ collectionId: collection, allDescendants: isGroup = false }] = from;
  if (collection === undefined) return null;
  const filters = (where ?? []).map(({ field, op }) => [field.fieldPath, op] as const);
  const fieldsWhere = (matches: (op: string) => boolean) =>
    filters.flatMap(([field, op]) => (matches(op) && field !== NAME ? [field] : []));
  return {
    collection,
    isGroup,
    equal: fieldsWhere((op) => EQUALITIES.includes(op)),
    contains: fieldsWhere((op) => CONTAINING.includes(op)),
    ranges: fieldsWhere((op) => ![...EQUALITIES, ...CONTAINING].includes(op)),
    orders: (orderBy ?? []).flatMap(({ field, direction }) =>
      field.fieldPath === NAME ? [] : [[field.fieldPath, direction]],
    ),
  };
}

type Serialising = { toProto(...args: unknown[]): { structuredQuery: unknown } };

/** Makes queries of this process fail that production would reject for lack of an index; the emulator never does. */
export function requireIndexes(): void {
  const prototype = serialising(Query.prototype);
  const { toProto } = prototype;
  prototype.toProto = function (...args) {
    const request = toProto.apply(this, args);
    const shape = queryShapeOf(request.structuredQuery);
    const missing = shape && missingIndex(shape);
    if (missing !== null) throw new Error(`FAILED_PRECONDITION: firestore.indexes.json lacks ${missing}`);
    return request;
  };
}

/** Every query passes toProto, which its types do not declare. */
function serialising(prototype: object): Serialising {
  if (!('toProto' in prototype)) throw new Error('Query.toProto no longer exists');
  return prototype as Serialising;
}

const { indexes, fieldOverrides } = indexesFile(allCollections());

/**
 * Returns null for a query that Firestore would run in production, otherwise the index that firestore.indexes.json
 * lacks.
 */
export function missingIndex({ collection, isGroup, equal, contains, ranges, orders }: QueryShape): string | null {
  const [range] = ranges;
  const ordered = orders.length > 0 || range === undefined ? orders : [[range, 'ASCENDING'] as const];
  const inAnyOrder = [...equal.map((field) => `${field} ASCENDING`), ...contains.map((field) => `${field} CONTAINS`)];
  const inOrder = ordered.filter(([field]) => !equal.includes(field)).map((each) => each.join(' '));
  const needed = [...inAnyOrder.sort(), ...inOrder];
  if (needed.length === 0) return null;
  const [only] = needed.length === 1 && !isGroup ? needed : [];
  const index = `${isGroup ? 'group ' : ''}${collection}: ${needed.join(', ')}`;
  if (only !== undefined) return isExempt(collection, only.split(' ')[0] ?? '') ? `${index}, which is exempt` : null;
  const scope = isGroup ? 'COLLECTION_GROUP' : 'COLLECTION';
  const exists = indexes.some((index) => {
    if (index.collectionGroup !== collection || index.queryScope !== scope) return false;
    const fields = index.fields.map(
      (field) => `${field.fieldPath} ${'order' in field ? field.order : field.arrayConfig}`,
    );
    const found = [...fields.slice(0, inAnyOrder.length).sort(), ...fields.slice(inAnyOrder.length)];
    return found.join() === needed.join();
  });
  return exists ? null : index;
}

function isExempt(collection: string, field: string): boolean {
  return fieldOverrides.some((each) => each.collectionGroup === collection && each.fieldPath === field);
}
