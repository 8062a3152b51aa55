import { readFileSync } from 'node:fs';
import { z } from 'zod';

const indexSchema = z.strictObject({
  collectionGroup: z.string(),
  queryScope: z.enum(['COLLECTION', 'COLLECTION_GROUP']),
  fields: z.array(
    z.strictObject({
      fieldPath: z.string(),
      order: z.enum(['ASCENDING', 'DESCENDING']).optional(),
      arrayConfig: z.literal('CONTAINS').optional(),
    }),
  ),
});
const overrideSchema = z.strictObject({
  collectionGroup: z.string(),
  fieldPath: z.string(),
  ttl: z.literal(true).optional(),
  indexes: z.tuple([]),
});
const fileSchema = z.strictObject({ indexes: z.array(indexSchema), fieldOverrides: z.array(overrideSchema) });

/** What is deployed of indexes, exemptions and TTL. */
export const INDEXES = fileSchema.parse(
  JSON.parse(readFileSync(new URL('../../../firestore.indexes.json', import.meta.url), 'utf8')),
);

/** What a query asks of the index: fields compared for equality, arrays to contain something, and the order it comes in. */
export type Asked = {
  collection: string;
  isGroup: boolean;
  equal: string[];
  contains: string[];
  ranges: string[];
  orders: [field: string, direction: 'ASCENDING' | 'DESCENDING'][];
};

/** Null for a query that Firestore would run in production; otherwise what is missing in firestore.indexes.json, in words. */
export function missingIndex({ collection, isGroup, equal, contains, ranges, orders }: Asked): string | null {
  const [range] = ranges;
  const ordered = orders.length > 0 || range === undefined ? orders : [[range, 'ASCENDING'] as const];
  const inAnyOrder = [...equal.map((field) => `${field} ASCENDING`), ...contains.map((field) => `${field} CONTAINS`)];
  const inOrder = ordered.filter(([field]) => !equal.includes(field)).map((each) => each.join(' '));
  const needed = [...inAnyOrder.sort(), ...inOrder];
  if (needed.length === 0) return null;
  const [only] = needed.length === 1 && !isGroup ? needed : [];
  const wanted = `${isGroup ? 'group ' : ''}${collection}: ${needed.join(', ')}`;
  if (only !== undefined) return isExempt(collection, only.split(' ')[0] ?? '') ? `${wanted}, which is exempt` : null;
  const scope = isGroup ? 'COLLECTION_GROUP' : 'COLLECTION';
  const there = INDEXES.indexes.some((index) => {
    if (index.collectionGroup !== collection || index.queryScope !== scope) return false;
    const fields = index.fields.map((field) => `${field.fieldPath} ${field.arrayConfig ?? field.order}`);
    const found = [...fields.slice(0, inAnyOrder.length).sort(), ...fields.slice(inAnyOrder.length)];
    return found.join() === needed.join();
  });
  return there ? null : wanted;
}

export function isExempt(collection: string, field: string): boolean {
  return INDEXES.fieldOverrides.some((each) => each.collectionGroup === collection && each.fieldPath === field);
}
