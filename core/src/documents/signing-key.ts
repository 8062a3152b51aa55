import { z } from 'zod';
import { atMsSchema } from '../values/fields.ts';
import { declareCollection } from './collection.ts';

/** `signingKeys/{name}`: a random secret of this installation, created when it is first needed. */
export const signingKeySchema = z.object({ secret: z.string(), createdAt: atMsSchema });
export type SigningKey = z.infer<typeof signingKeySchema>;

export const signingKeyCollection = declareCollection({
  path: 'signingKeys',
  schema: signingKeySchema,
  readableBy: 'none',
  noIndex: ['createdAt', 'secret'],
  account: 'none',
});
