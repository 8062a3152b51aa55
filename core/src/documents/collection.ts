import type { z } from 'zod';

type FieldOf<Schema extends z.ZodObject> = keyof z.infer<Schema> & string;

/** `Value` only for a collection whose documents have that field. */
type Requires<Field extends string, Name, Value> = Field extends Name ? Value : never;

/**
 * Which clients may read a collection (`firestore.rules` enforces it). `none` leaves it to the functions. `member`
 * (owners, editors and viewers), `editor` (owners and editors) and `owner` may get and list the documents of an account,
 * which name it in `ownerId`, as `owning admin` may those of their own and `assigned agent` those that name it in
 * `agentId`; `member by id` and `agent by id` may get the document with the id of their account or their own.
 */
export type ReadableBy<Name = string> =
  | 'none'
  | 'member by id'
  | 'agent by id'
  | Requires<'ownerId', Name, 'member' | 'editor' | 'owner' | 'owning admin'>
  | Requires<'agentId', Name, 'assigned agent'>;

/**
 * What happens to the documents when an account is exported or closed. Documents `owned` through `ownerId`, documents
 * whose `ids` derive from the account's, and documents of a subcollection `with parent` are exported and deleted. `shared`
 * documents hold entries of many owners, which expire, and `none` documents hold nothing of an account: both stay.
 */
export type AccountPolicy<Name = string> =
  | Requires<'ownerId', Name, 'owned'>
  | { ids: (accountId: string) => readonly string[] }
  | 'with parent'
  | 'shared'
  | 'none';

/** A field of a composite index: ascending, descending, or an array that contains a value. */
export type IndexField<Name extends string = string> = Name | `${Name} desc` | `${Name} contains`;

/** The declaration of a Firestore collection (docs/documents.md, Collections). */
export type CollectionDeclaration<Schema extends z.ZodObject = z.ZodObject> = {
  /** `{}` is the id of the parent document. */
  path: string;
  schema: Schema;
  readableBy: ReadableBy<FieldOf<Schema>>;
  /** Readers may get a missing document, so that a client sees that it was deleted. */
  isMissingReadable?: boolean;
  /** Firestore deletes a document once this time is past. */
  ttl?: FieldOf<Schema>;
  /**
   * Fields without a single-field index: nothing queries them alone, and each index entry costs storage and write time.
   * One that grows with time would limit all accounts together to some 500 writes a second.
   */
  noIndex: readonly FieldOf<Schema>[];
  /** Composite indexes. A list of one field declares a query of a map, array or timestamp by its automatic index. */
  indexes?: readonly (readonly IndexField<FieldOf<Schema>>[])[];
  /** Composite indexes over all subcollections of this name. */
  groupIndexes?: readonly (readonly IndexField<FieldOf<Schema>>[])[];
  account: AccountPolicy<FieldOf<Schema>>;
  /**
   * Why an operator's export of the database leaves the collection out (docs/operations.md, Backups): `rebuilt` by the
   * functions within minutes, `ends` by itself, or `large`, so that each export would cost much. All others are exported.
   */
  notExported?: 'rebuilt' | 'ends' | 'large';
  /** Returns the document for a copy of an account, without its secrets. */
  redact?(document: z.infer<Schema>): Record<string, unknown>;
};

/** Declares a collection next to its schema; `collections.ts` lists it. */
export function declareCollection<Schema extends z.ZodObject>(
  declaration: CollectionDeclaration<Schema>,
): CollectionDeclaration<Schema> {
  return declaration;
}
