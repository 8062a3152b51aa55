import { allCollections } from '@farwatch/core/documents/collections';
import { indexesFile } from '@farwatch/core/documents/indexes-file';

const { indexes, fieldOverrides } = indexesFile(allCollections());

/** What a query needs of an index: fields compared for equality, arrays that contain a value, and its order. */
export type QueryShape = {
  collection: string;
  isGroup: boolean;
  equal: string[];
  contains: string[];
  ranges: string[];
  orders: [field: string, direction: 'ASCENDING' | 'DESCENDING'][];
};

/** Null for a query that Firestore would run in production, else the index that firestore.indexes.json lacks. */
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
