import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noteCollection } from '../testing/sample-collection.ts';
import { type CollectionDeclaration, declareCollection } from './collection.ts';
import { allCollections } from './collections.ts';
import { indexesFile } from './indexes-file.ts';
import { isTimestampKey } from './timestamps.ts';

/** Maps, arrays and timestamps: they grow or change with every write, and each entry in an index costs. */
function isExpensive(field: string, schema: z.core.$ZodType): boolean {
  if (isTimestampKey(field)) return true;
  const isWrapped =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  if (isWrapped) return isExpensive(field, schema.unwrap());
  return [z.ZodObject, z.ZodRecord, z.ZodArray, z.ZodTuple].some((type) => schema instanceof type);
}

/** Expensive fields that have an index and are in no query. */
function needlesslyIndexed({ schema, noIndex, ttl, indexes = [] }: CollectionDeclaration): string[] {
  const known = [...noIndex, ttl, ...indexes.flat().map((field) => field.split(' ')[0])];
  const expensive = Object.entries(schema.shape).filter(([field, type]) => isExpensive(field, type));
  return expensive.map(([field]) => field).filter((field) => !known.includes(field));
}

describe.each([...allCollections(), noteCollection])('$path', (collection) => {
  it('has no index on an expensive field that nothing queries', () => {
    expect(needlesslyIndexed(collection)).toEqual([]);
  });

  it('expires by `expireAt` or not at all', () => {
    expect(collection.ttl).toBe('expireAt' in collection.schema.shape ? 'expireAt' : undefined);
  });
});

it('each path is declared once', () => {
  const paths = allCollections().map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
});

it('a subcollection that follows its parent’s account has a parent that belongs to one', () => {
  const children = allCollections().filter(({ account }) => account === 'with parent');
  const parents = allCollections().filter(({ account }) => account === 'owned' || typeof account === 'object');
  const orphans = children.filter(
    ({ path }) => !parents.some((parent) => /^\/\{\}\/\w+$/.test(path.replace(parent.path, ''))),
  );
  expect(children.length).toBeGreaterThan(2);
  expect(orphans).toEqual([]);
});

describe('a new collection', () => {
  it('is found out if an expensive field stays indexed', () => {
    expect(needlesslyIndexed({ ...noteCollection, noIndex: [], indexes: [] })).toEqual(['tags', 'createdAt']);
  });

  it('gets its indexes, exemptions and TTL from its declaration', () => {
    const collectionGroup = 'notes';
    expect(indexesFile([noteCollection])).toEqual({
      indexes: [
        {
          collectionGroup,
          queryScope: 'COLLECTION',
          fields: [
            { fieldPath: 'ownerId', order: 'ASCENDING' },
            { fieldPath: 'createdAt', order: 'DESCENDING' },
          ],
        },
      ],
      fieldOverrides: [
        { collectionGroup, fieldPath: 'tags', indexes: [] },
        { collectionGroup, fieldPath: 'expireAt', ttl: true, indexes: [] },
      ],
    });
  });

  it('compiles only with an account policy, and with fields that its documents have', () => {
    const schema = z.object({ text: z.string() });
    const base = { path: 'texts', schema, noIndex: [] } as const;
    // @ts-expect-error what becomes of it when an account is closed is missing
    declareCollection({ ...base, readableBy: 'none' });
    // @ts-expect-error it has no ownerId
    declareCollection({ ...base, readableBy: 'member', account: 'none' });
    // @ts-expect-error it has no ownerId
    declareCollection({ ...base, readableBy: 'none', account: 'owned' });
    // @ts-expect-error it has no such field
    declareCollection({ ...base, readableBy: 'none', account: 'none', noIndex: ['missing'] });
    expect(declareCollection({ ...base, readableBy: 'none', account: 'none' }).path).toBe('texts');
  });
});
