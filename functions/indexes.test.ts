import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allCollections } from '@farwatch/core/documents/collections';
import { groupOf, indexesFile } from '@farwatch/core/documents/indexes-file';
import { describe, expect, it } from 'vitest';
import { missingIndex, type QueryShape } from './src/testing/require-indexes.ts';

it('firestore.indexes.json is what `npm run indexes` writes', () => {
  const file = readFileSync(new URL('../firestore.indexes.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toEqual(indexesFile(allCollections()));
});

it('a time that is only compared within an owner has no index of its own, which all accounts together would fill', () => {
  const growing = allCollections().flatMap(({ path, noIndex, indexes = [] }) => {
    const names = indexes.map((fields) => fields.map((field) => field.split(' ')[0] ?? ''));
    const alone = names.flatMap((fields) => (fields.length === 1 ? fields : []));
    const within = names.flatMap((fields) => fields.slice(1)).filter((name) => /(At|^at)$/.test(name));
    const exempt: readonly string[] = [...noIndex, ...alone];
    return [...new Set(within)].filter((name) => !exempt.includes(name)).map((name) => `${path} ${name}`);
  });
  expect(growing).toEqual([]);
});

describe('needs an index', () => {
  const shape: QueryShape = {
    collection: 'incidents',
    isGroup: false,
    equal: [],
    contains: [],
    ranges: [],
    orders: [],
  };
  it.each<[string, Partial<QueryShape>, boolean]>([
    ['a whole collection', {}, false],
    ['one field', { equal: ['ownerId'] }, false],
    ['one field that is exempt', { equal: ['details'] }, true],
    ['a range alone', { ranges: ['stableAt'] }, false],
    ['a range in order', { ranges: ['stableAt'], orders: [['stableAt', 'DESCENDING']] }, false],
    ['equal and a range', { equal: ['ownerId'], ranges: ['changedAt'] }, false],
    ['a field of the index twice', { equal: ['ownerId'], ranges: ['changedAt', 'changedAt'] }, false],
    ['equal in another order', { equal: ['status', 'ownerId'], orders: [['triggeredAt', 'DESCENDING']] }, false],
    ['another direction', { equal: ['ownerId'], orders: [['changedAt', 'DESCENDING']] }, true],
    ['fields without an index', { equal: ['status', 'type'] }, true],
    ['a part of an index', { equal: ['ownerId', 'status'] }, true],
    ['a group', { isGroup: true, equal: ['ownerId'] }, true],
    ['an array', { collection: 'monitors', equal: ['ownerId'], contains: ['locations'] }, false],
    ['an array compared for equality', { collection: 'monitors', equal: ['ownerId', 'locations'] }, true],
  ])('%s', (_, changes, isMissing) => {
    expect(missingIndex({ ...shape, ...changes }) !== null).toBe(isMissing);
  });
});

/** Defines `useOwnDocuments(name, schema, [constraints])`; its calls are read as the queries that it makes. */
const LISTENERS = 'web/src/lib/live/firestore-listeners.ts';
const OWN_DOCUMENTS = /\buseOwnDocuments\(\s*'(\w+)',\s*\w+,\s*\[/g;

/**
 * The clients' queries, parsed from their code: each is one call `query(collection(…), where(…), orderBy(…), limit(…))`
 * or of `useOwnDocuments`.
 */
const sources = ['web/src/', 'agent/src/'].flatMap((folder) => {
  const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && folder + name !== LISTENERS)
    .map((name) => [folder + name, readFileSync(path + name, 'utf8')] as const)
    .filter(([, text]) => /\b(where|orderBy|query|collection|collectionGroup|useOwnDocuments)\(/.test(text))
    .filter(([, text]) => /'firebase\/firestore(\/lite)?'|\buseOwnDocuments\(/.test(text))
    .map(
      ([name, text]) =>
        [name, text.replace(OWN_DOCUMENTS, "query(collection(db, '$1'), where('ownerId', '=='), ")] as const,
    );
});

const CLAUSE = /\b(?:where\('([\w.]+)', '([^']+)'|orderBy\('([\w.]+)'(?:, '(asc|desc)')?)/g;
const OPERATORS: Record<string, 'equal' | 'contains'> = { '==': 'equal', in: 'equal', 'array-contains': 'contains' };

function clientQuery(text: string): QueryShape {
  const collection = /\bcollection\(\w+,(?:[^)]*,)? *'(\w+)'\)/.exec(text)?.[1] ?? '';
  const shape: QueryShape = { collection, isGroup: false, equal: [], contains: [], ranges: [], orders: [] };
  for (const [, field, operator = '', ordered, direction] of text.matchAll(CLAUSE)) {
    if (field !== undefined) shape[OPERATORS[operator] ?? 'ranges'].push(field);
    if (ordered !== undefined) shape.orders.push([ordered, direction === 'desc' ? 'DESCENDING' : 'ASCENDING']);
  }
  return shape;
}

describe('the clients’ queries', () => {
  const groups = allCollections().map(groupOf);

  it('are found', () => {
    expect(sources.length).toBeGreaterThanOrEqual(5);
    expect(sources.filter(([, text]) => text.includes('useOwnDocuments('))).toEqual([]);
  });

  it.each(sources)('of %s have their indexes', (_, text) => {
    const queries = text.split(/\bquery\(/).slice(1);
    const known = queries.map(clientQuery);
    const clauses = known.flatMap(({ equal, contains, ranges, orders }) => [
      ...equal,
      ...contains,
      ...ranges,
      ...orders,
    ]);
    expect(clauses).toHaveLength([...text.matchAll(/\b(where|orderBy)\(/g)].length);
    for (const shape of known) expect([groups.includes(shape.collection), missingIndex(shape)]).toEqual([true, null]);
  });

  it.each(sources)('of %s each have a limit', (_, text) => {
    const queries = text.split(/\bquery\(/).slice(1);
    expect(queries.map((query) => /\blimit\([\w.]+\)/.test(query))).toEqual(queries.map(() => true));
    expect([...text.matchAll(/\bcollection(Group)?\(/g)]).toHaveLength(queries.length);
  });
});
