import type { CopyPart } from '@farwatch/core/contracts/api/account';
import type { CollectionDeclaration } from '@farwatch/core/documents/collection';
import { fromTimestamps, toTimestamps } from '@farwatch/core/documents/timestamps';
import { ACCOUNT } from '@farwatch/core/values/limits';
import type { UserRecord } from 'firebase-admin/auth';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { bindCollection } from '../../platform/db/collection.ts';
import { readAccount } from './account-documents.ts';

/** Documents of hours are large: a page of a full account takes a few megabytes of memory. */
const PAGE_SIZE = 20;

/** A page of an account's copy: JSON lines, and the path of the last document. */
export type CopyPage = { lines: string[]; last: string };

/**
 * An account as JSON lines in pages: its owner's Auth record, then each document by its path, with timestamps in ISO 8601, bytes
 * in base64 and secrets masked. `after`: the last document of an earlier page, to continue there. Throws RangeError if that is in no
 * collection of an account.
 */
export async function* copyAccount(
  db: Firestore,
  accountId: string,
  owner: UserRecord,
  after?: string,
): AsyncGenerator<CopyPage> {
  const { email, displayName, metadata, customClaims } = owner;
  const { creationTime, lastSignInTime } = metadata;
  if (after === undefined) {
    const path = `account/${accountId}`;
    const record = { email, displayName, creationTime, lastSignInTime, customClaims };
    yield { lines: [JSON.stringify({ [path]: record })], last: path };
  }
  for await (const { declaration, documents } of readAccount(db, accountId, { pageSize: PAGE_SIZE, after })) {
    const lines = documents.map((each) => JSON.stringify({ [each.ref.path]: toExport(declaration, each) }));
    yield { lines, last: documents.at(-1)?.ref.path ?? '' };
  }
}

/** A part of the copy: the pages after the document `after`, until the part is large enough. */
export async function copyPart(db: Firestore, accountId: string, owner: UserRecord, after?: string): Promise<CopyPart> {
  const lines: string[] = [];
  let length = 0;
  for await (const page of copyAccount(db, accountId, owner, after)) {
    lines.push(...page.lines);
    length += page.lines.reduce((sum, line) => sum + line.length, 0);
    const isFull = length >= ACCOUNT.copyPartLength || lines.length >= ACCOUNT.copyPartDocuments;
    if (isFull) return { lines: joinLines(lines), next: page.last };
  }
  return { lines: joinLines(lines), next: null };
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function toExport(declaration: CollectionDeclaration, document: DocumentSnapshot): unknown {
  if (!declaration.redact) {
    return fromTimestamps(document.data(), toText);
  }
  const value = bindCollection(declaration).read(document);
  return value && toTimestamps(declaration.redact(value), toIso);
}

/** Times and packed days as text; null for what JSON has as it is. */
function toText(value: unknown): string | null {
  if (value instanceof Timestamp) return toIso(value.toMillis());
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : null;
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
