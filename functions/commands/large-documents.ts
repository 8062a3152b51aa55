import { allCollections } from '@farwatch/core/documents/collections';
import { groupOf } from '@farwatch/core/documents/indexes-file';
import { type DocumentReference, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { readPages } from '../src/platform/db/pages.ts';

/** What Firestore refuses to exceed, and the share of it from which a document is reported. */
export const DOCUMENT_BYTES = 1024 * 1024;
const REPORTED_SHARE = 0.6;
/** Documents in memory: 100 of 1 MiB. */
const AT_ONCE = 100;

/** Finds the documents of all collections that are close to the largest size, with their bytes, the largest first. */
export async function findLargeDocuments(db: Firestore): Promise<{ path: string; bytes: number }[]> {
  const found: { path: string; bytes: number }[] = [];
  for (const group of new Set(allCollections().map(groupOf))) {
    for await (const docs of readPages(db.collectionGroup(group), AT_ONCE)) {
      for (const doc of docs) {
        const bytes = documentBytes(doc.ref, doc.data());
        if (bytes > DOCUMENT_BYTES * REPORTED_SHARE) found.push({ path: doc.ref.path, bytes });
      }
    }
  }
  return found.sort((a, b) => b.bytes - a.bytes);
}

/** Returns a document's size as Firestore counts it (firebase.google.com/docs/firestore/storage-size). */
export function documentBytes({ path }: Pick<DocumentReference, 'path'>, fields: Record<string, unknown>): number {
  const name = path.split('/').reduce((sum, each) => sum + textBytes(each), 16);
  return name + 32 + valueBytes(fields);
}

function valueBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value === 'number' || value instanceof Timestamp) return 8;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + valueBytes(each), 0);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, each]) => sum + textBytes(name) + valueBytes(each), 0);
}

function textBytes(text: string): number {
  return Buffer.byteLength(text) + 1;
}
