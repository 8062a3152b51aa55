import type { CollectionDeclaration } from './collection.ts';

type FieldOrder = { fieldPath: string } & ({ order: 'ASCENDING' | 'DESCENDING' } | { arrayConfig: 'CONTAINS' });

/** The content of `firestore.indexes.json`. */
export type IndexesFile = {
  indexes: { collectionGroup: string; queryScope: 'COLLECTION' | 'COLLECTION_GROUP'; fields: FieldOrder[] }[];
  fieldOverrides: { collectionGroup: string; fieldPath: string; ttl?: true; indexes: [] }[];
};

/** Returns the last segment of a collection's path: subcollections with the same name share their indexes. */
export function groupOf({ path }: Pick<CollectionDeclaration, 'path'>): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the composite indexes, exemptions and TTL policies that the collections declare. */
export function indexesFile(collections: readonly CollectionDeclaration[]): IndexesFile {
  const indexes = collections.flatMap((collection) => [
    ...compositeIndexes(collection).map((fields) => indexOf(collection, 'COLLECTION', fields)),
    ...(collection.groupIndexes ?? []).map((fields) => indexOf(collection, 'COLLECTION_GROUP', fields)),
  ]);
  // By group and field, because subcollections with the same name share exemptions.
  const overrides = new Map<string, IndexesFile['fieldOverrides'][number]>();
  for (const collection of collections) {
    const collectionGroup = groupOf(collection);
    for (const fieldPath of collection.noIndex) {
      overrides.set(`${collectionGroup} ${fieldPath}`, { collectionGroup, fieldPath, indexes: [] });
    }
  }
  for (const collection of collections) {
    const collectionGroup = groupOf(collection);
    const { ttl: fieldPath } = collection;
    if (fieldPath === undefined) continue;
    overrides.set(`${collectionGroup} ${fieldPath}`, { collectionGroup, fieldPath, ttl: true, indexes: [] });
  }
  const fieldOverrides = [...overrides.values()];
  return { indexes, fieldOverrides };
}

function indexOf(
  collection: CollectionDeclaration,
  queryScope: IndexesFile['indexes'][number]['queryScope'],
  fields: readonly string[],
): IndexesFile['indexes'][number] {
  return { collectionGroup: groupOf(collection), queryScope, fields: fields.map(fieldOrder) };
}

function compositeIndexes({ indexes = [] }: CollectionDeclaration): readonly (readonly string[])[] {
  return indexes.filter(({ length }) => length > 1);
}

function fieldOrder(field: string): FieldOrder {
  const [fieldPath = '', mode] = field.split(' ');
  if (mode === 'contains') return { fieldPath, arrayConfig: 'CONTAINS' };
  return { fieldPath, order: mode === 'desc' ? 'DESCENDING' : 'ASCENDING' };
}
