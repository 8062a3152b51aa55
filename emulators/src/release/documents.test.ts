import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLLECTIONS } from '@farwatch/core/documents/collections';
import { describe, expect, it } from 'vitest';
import { rootDir } from '../platform/paths.ts';
import { currentDocuments, keptReleases, readRelease, readSet, writeSet } from './documents.ts';

/** Collections that a later version deliberately no longer has, with the release that stored them last. */
const REMOVED_COLLECTIONS: Record<string, string> = {};

/** Fields that a later version deliberately drops with all below them, as `collection.path` without indexes. */
const REMOVED_FIELDS: readonly string[] = [
  // Derived from `steps` when a page is shown; snapshots are built again.
  ...['snapshots.groups.components.uptime', 'snapshots.groups.components.known'],
];

/** The stored fields that are missing or different after reading, as paths. */
function lostFields(stored: unknown, read: unknown, path: string): string[] {
  if (stored instanceof Uint8Array) return Buffer.compare(stored, read as Uint8Array) === 0 ? [] : [path];
  if (Array.isArray(stored)) {
    return stored.flatMap((each, index) => lostFields(each, Array.isArray(read) ? read[index] : undefined, path));
  }
  if (typeof stored === 'object' && stored !== null) {
    return Object.entries(stored).flatMap(([key, each]) => {
      return lostFields(each, (read as Record<string, unknown> | undefined)?.[key], `${path}.${key}`);
    });
  }
  return stored === read ? [] : [path];
}

const everyDocument = keptReleases().flatMap((version) =>
  Object.entries(readRelease(version)).map(([name, documents]) => ({ version, name, documents })),
);

describe('documents of a release are read by this version, which loses none of their fields', () => {
  it.each(everyDocument)('$version: $name', ({ version, name, documents }) => {
    const declared = Object.entries(COLLECTIONS).find(([each]) => each === name)?.[1];
    if (!declared) return expect(REMOVED_COLLECTIONS).toHaveProperty(name, version);
    const lost = documents.flatMap((stored) => lostFields(stored, declared.schema.parse(stored), name));
    expect(lost.filter((path) => !REMOVED_FIELDS.some((field) => `${path}.`.startsWith(`${field}.`)))).toEqual([]);
  });
});

it.each(Object.entries(COLLECTIONS))(
  '%s: a field that only a newer version knows does not stop a read',
  (name, { schema }) => {
    const documents = keptReleases().flatMap((version) => readRelease(version)[name] ?? []);
    const newer = documents.map((document) => ({ ...document, addedLater: { at: 1 } }));
    expect(newer.map((document) => schema.parse(document))).toEqual(
      documents.map((document) => schema.parse(document)),
    );
  },
);

it('the documents of the version in package.json are kept', () => {
  const { version } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version: string };
  expect(keptReleases()).toContain(version);
});

it('a set has documents of every collection, and comes back as it was written', () => {
  const documents = currentDocuments();
  expect(Object.keys(documents)).toEqual(Object.keys(COLLECTIONS));
  expect(Object.entries(documents).filter(([, each]) => each.length === 0)).toEqual([]);
  const text = writeSet(documents);
  expect(writeSet(readSet(text))).toBe(text);
});

it.each<[what: string, stored: unknown, read: unknown, lost: string[]]>([
  ['nothing', { a: [{ b: 1 }] }, { a: [{ b: 1, more: 2 }] }, []],
  ['a field', { a: { b: 1 } }, { a: {} }, ['x.a.b']],
  ['a value', { a: 1 }, { a: 2 }, ['x.a']],
  ['an entry of a list', { a: [1, 2] }, { a: [1] }, ['x.a']],
  ['bytes', { a: Uint8Array.of(1) }, { a: Uint8Array.of(2) }, ['x.a']],
])('finds the loss of %s', (_what, stored, read, lost) => {
  expect(lostFields(stored, read, 'x')).toEqual(lost);
});
