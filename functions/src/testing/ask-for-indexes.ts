import { Query } from 'firebase-admin/firestore';
import { z } from 'zod';
import { type Asked, missingIndex } from './indexes.ts';

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

/**
 * A query as it goes over the wire, by what it asks of the index, which always ends in the document's name; null for one over
 * all kinds of documents, as recursive deletion makes them, which needs none. Throws ZodError on a kind not known here.
 */
export function requestedOf(structuredQuery: unknown): Asked | null {
  const { from, where, orderBy } = structuredQuerySchema.parse(structuredQuery);
  const [{ collectionId: collection, allDescendants: isGroup = false }] = from;
  if (collection === undefined) return null;
  const filters = (where ?? []).map(({ field, op }) => [field.fieldPath, op] as const);
  const having = (isKind: (op: string) => boolean) =>
    filters.flatMap(([field, op]) => (isKind(op) && field !== NAME ? [field] : []));
  return {
    collection,
    isGroup,
    equal: having((op) => EQUALITIES.includes(op)),
    contains: having((op) => CONTAINING.includes(op)),
    ranges: having((op) => ![...EQUALITIES, ...CONTAINING].includes(op)),
    orders: (orderBy ?? []).flatMap(({ field, direction }) =>
      field.fieldPath === NAME ? [] : [[field.fieldPath, direction]],
    ),
  };
}

type Serialising = { toProto(...args: unknown[]): { structuredQuery: unknown } };

/**
 * Makes every query of this process fail that production would refuse for want of an index: the emulator asks for none. So
 * whichever query a test runs, its index is there.
 */
export function askForIndexes(): void {
  const prototype = serialising(Query.prototype);
  const { toProto } = prototype;
  prototype.toProto = function (...args) {
    const request = toProto.apply(this, args);
    const asked = requestedOf(request.structuredQuery);
    const missing = asked && missingIndex(asked);
    if (missing !== null) throw new Error(`FAILED_PRECONDITION: firestore.indexes.json lacks ${missing}`);
    return request;
  };
}

/** The one place where every query passes is not among its types. */
function serialising(prototype: object): Serialising {
  if (!('toProto' in prototype)) throw new Error('queries are made otherwise now');
  return prototype as Serialising;
}
