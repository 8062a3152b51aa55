import { masked } from '@farwatch/core/api/notifications';
import { readMoments } from '@farwatch/core/documents/moments';
import type { UserRecord } from 'firebase-admin/auth';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { NOTIFICATIONS_ID, notifications } from '../db/kinds.ts';
import { documentsOf } from './account-documents.ts';

/**
 * All that is stored of an account, a line of JSON each: what Auth knows, then every document by its path, moments as
 * ISO 8601, secrets masked.
 */
export async function* copyAccount(db: Firestore, account: UserRecord): AsyncGenerator<string> {
  const { uid, email, displayName, metadata, customClaims } = account;
  const { creationTime, lastSignInTime } = metadata;
  yield JSON.stringify({ [`account/${uid}`]: { email, displayName, creationTime, lastSignInTime, customClaims } });
  const settings = notifications.ref(db, NOTIFICATIONS_ID, uid);
  for await (const page of documentsOf(db, uid)) {
    for (const document of page) {
      const data = document.ref.isEqual(settings) ? maskedSettings(document) : document.data();
      yield JSON.stringify({ [document.ref.path]: readable(data) });
    }
  }
}

function maskedSettings(document: DocumentSnapshot) {
  const settings = notifications.read(document);
  return settings && masked(settings);
}

/** With moments as ISO 8601. */
function readable(data: unknown): unknown {
  return readMoments(data, (value) => (value instanceof Timestamp ? value.toDate().toISOString() : null));
}
