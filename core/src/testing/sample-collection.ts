import { z } from 'zod';
import { type CollectionDeclaration, declareCollection } from '../documents/collection.ts';
import { COLLECTIONS } from '../documents/collections.ts';
import { atMsSchema, idSchema } from '../values/fields.ts';

const noteSchema = z.object({
  ownerId: idSchema,
  text: z.string(),
  secret: z.string(),
  tags: z.array(z.string()),
  createdAt: atMsSchema,
  expireAt: atMsSchema,
});

/** A collection that `firestore.rules` does not know: notes, which their owner reads by date. */
export const noteCollection = declareCollection({
  path: 'notes',
  schema: noteSchema,
  readableBy: 'owner',
  ttl: 'expireAt',
  noIndex: ['tags'],
  indexes: [['ownerId', 'createdAt desc']],
  account: 'owned',
  redact: (note) => ({ ...note, secret: '***' }),
});

const commentCollection = declareCollection({
  path: 'notes/{}/comments',
  schema: z.object({ text: z.string() }),
  readableBy: 'none',
  noIndex: [],
  account: 'with parent',
});

const WITH_TWO_MORE: Record<string, CollectionDeclaration> = {
  ...COLLECTIONS,
  notes: noteCollection,
  comments: commentCollection,
};

/** The module of the table of collections with two more lines. */
export const WITH_NOTES = { COLLECTIONS: WITH_TWO_MORE, allCollections: () => Object.values(WITH_TWO_MORE) };
