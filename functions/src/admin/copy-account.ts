import type { CollectionDeclaration } from '@farwatch/core/documents/collection';
import { fromTimestamps, toTimestamps } from '@farwatch/core/documents/timestamps';
import type { UserRecord } from 'firebase-admin/auth';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { bindCollection } from '../db/collection.ts';
import { readAccount } from './account-documents.ts';

/**
 * An account as JSON lines: its Auth record, then each document by its path, with timestamps in ISO 8601 and secrets
 * masked.
 */
export async function* copyAccount(db: Firestore, account: UserRecord): AsyncGenerator<string> {
  const { uid, email, displayName, metadata, customClaims } = account;
  const { creationTime, lastSignInTime } = metadata;
  yield JSON.stringify({ [`account/${uid}`]: { email, displayName, creationTime, lastSignInTime, customClaims } });
  for await (const { declaration, documents } of readAccount(db, uid)) {
    for (const document of documents) {
      yield JSON.stringify({ [document.ref.path]: toExport(declaration, document) });
    }
  }
}

function toExport(declaration: CollectionDeclaration, document: DocumentSnapshot): unknown {
  if (!declaration.redact) {
    return fromTimestamps(document.data(), (value) => (value instanceof Timestamp ? toIso(value.toMillis()) : null));
  }
  const value = bindCollection(declaration).read(document);
  return value && toTimestamps(declaration.redact(value), toIso);
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
