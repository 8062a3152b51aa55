import { z } from 'zod';
import { type Cursor, type Filter, NAME, type Operator, type QueryInput } from './query.ts';
import { fieldNames, fromWireValue, pathOf, type WireValue } from './wire-values.ts';

const fieldSchema = z.object({ fieldPath: z.string() }).transform(({ fieldPath }) => fieldOf(fieldPath));
const valueSchema = z.custom<WireValue>((value) => typeof value === 'object').transform(fromWireValue);

const OPERATORS: Record<string, Operator> = {
  EQUAL: '==',
  NOT_EQUAL: '!=',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL: '<=',
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL: '>=',
  IN: 'in',
  NOT_IN: 'not-in',
  ARRAY_CONTAINS: 'array-contains',
  ARRAY_CONTAINS_ANY: 'array-contains-any',
};

const singleSchema = z.union([
  z
    .object({ fieldFilter: z.object({ field: fieldSchema, op: z.string(), value: valueSchema }) })
    .transform(({ fieldFilter: { field, op, value } }): Filter => ({ field, op: operatorOf(op), value })),
  z
    .object({ unaryFilter: z.object({ field: fieldSchema, op: z.enum(['IS_NULL', 'IS_NOT_NULL']) }) })
    .transform(
      ({ unaryFilter: { field, op } }): Filter => ({ field, op: op === 'IS_NULL' ? '==' : '!=', value: null }),
    ),
]);
const whereSchema = z.union([
  singleSchema.transform((filter) => [filter]),
  z
    .object({ compositeFilter: z.object({ op: z.literal('AND'), filters: z.array(singleSchema) }) })
    .transform(({ compositeFilter }) => compositeFilter.filters),
]);
const cursorSchema = z
  .object({ values: z.array(valueSchema), before: z.boolean().nullish() })
  .transform(({ values, before }): Cursor => ({ values, isBefore: before ?? false }));

const querySchema = z.strictObject({
  select: z.object({ fields: z.array(fieldSchema) }).nullish(),
  from: z.tuple([z.object({ collectionId: z.string().nullish(), allDescendants: z.boolean().nullish() })]),
  where: whereSchema.nullish(),
  orderBy: z
    .array(
      z
        .object({ field: fieldSchema, direction: z.enum(['ASCENDING', 'DESCENDING']) })
        .transform(({ field, direction }) => ({ field, descending: direction === 'DESCENDING' })),
    )
    .nullish(),
  startAt: cursorSchema.nullish(),
  endAt: cursorSchema.nullish(),
  offset: z.number().nullish(),
  limit: z.object({ value: z.number() }).nullish(),
});

export type WireQuery = {
  input: QueryInput;
  /** The fields that the results include; null for all. */
  fields: readonly string[] | null;
};

/** A query of Firestore's protocol. Throws ZodError for a kind of query that the database in memory cannot run. */
export function queryOf(parent: string, structuredQuery: unknown): WireQuery {
  const parsed = querySchema.parse(structuredQuery);
  const [{ collectionId, allDescendants }] = parsed.from;
  const [top, isGroup] = [pathOf(parent), allDescendants ?? false];
  const isAnywhere = isGroup || collectionId == null;
  const input = {
    collection: collectionId == null ? null : isAnywhere || top === '' ? collectionId : `${top}/${collectionId}`,
    isGroup,
    ...(isAnywhere && top !== '' ? { under: top } : {}),
    filters: parsed.where ?? [],
    orderBy: parsed.orderBy ?? [],
    start: parsed.startAt ?? null,
    end: parsed.endAt ?? null,
    offset: parsed.offset ?? 0,
    limit: parsed.limit?.value ?? null,
  };
  return { input, fields: parsed.select ? parsed.select.fields.filter((field) => field !== NAME) : null };
}

function operatorOf(name: string): Operator {
  const operator = OPERATORS[name];
  if (!operator) throw new Error(`a database in memory has no ${name}`);
  return operator;
}

/** A field as queries in memory name it. */
function fieldOf(path: string): string {
  const names = fieldNames(path);
  if (names.some((name) => name.includes('.'))) throw new Error(`a query in memory cannot name ${path}`);
  return names.join('.');
}
